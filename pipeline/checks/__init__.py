"""The fifteen sins of the art direction, each with the rule that finds it; `run.examine` looks for all of them."""
