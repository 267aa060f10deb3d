"""The mathematics of the lesson: scores, softmax, its gradient, and how all three change with d_k.

Pure functions and frozen results on numpy and scipy. The lesson's own parameters and numbers are in
mathcore.lesson; they are not imported here, so `import mathcore` reads no file.
"""

from mathcore.gradients import jacobian_norm, softmax_backward, softmax_jacobian
from mathcore.information import effective_keys, entropy
from mathcore.scores import excess_kurtosis, nested_scores, products, score_pdf, score_std, score_variance
from mathcore.softmax import log_softmax, scale_scores, softmax

__all__ = [
    "effective_keys",
    "entropy",
    "excess_kurtosis",
    "jacobian_norm",
    "log_softmax",
    "nested_scores",
    "products",
    "scale_scores",
    "score_pdf",
    "score_std",
    "score_variance",
    "softmax",
    "softmax_backward",
    "softmax_jacobian",
]
