"""When a film on a slide plays: the timing tree that PowerPoint itself writes for "Start: Automatically".

ECMA-376 part 1, chapter 19.5: a main sequence whose first effect begins with the sequence and calls `playFrom(0.0)`;
the media node, which stays on the slide before and after; and a sequence in which a click on the film pauses it and
lets it go on. Keys, and the pointers that lecturers hold, go on to the next slide.
"""

from __future__ import annotations

from lxml import etree

PRESENTATION = "http://schemas.openxmlformats.org/presentationml/2006/main"

_TREE = """
<p:timing xmlns:p="{namespace}"><p:tnLst><p:par>
<p:cTn id="1" dur="indefinite" restart="never" nodeType="tmRoot"><p:childTnLst>
  <p:seq concurrent="1" nextAc="seek">
    <p:cTn id="2" dur="indefinite" nodeType="mainSeq"><p:childTnLst><p:par>
      <p:cTn id="3" fill="hold">
        <p:stCondLst><p:cond delay="indefinite"/><p:cond evt="onBegin" delay="0"><p:tn val="2"/></p:cond></p:stCondLst>
        <p:childTnLst><p:par><p:cTn id="4" fill="hold">
          <p:stCondLst><p:cond delay="0"/></p:stCondLst>
          <p:childTnLst><p:par>
            <p:cTn id="5" presetID="1" presetClass="mediacall" presetSubtype="0" fill="hold" nodeType="afterEffect">
              <p:stCondLst><p:cond delay="0"/></p:stCondLst>
              <p:childTnLst><p:cmd type="call" cmd="playFrom(0.0)"><p:cBhvr>
                <p:cTn id="6" dur="{milliseconds}" fill="hold"/><p:tgtEl><p:spTgt spid="{shape}"/></p:tgtEl>
              </p:cBhvr></p:cmd></p:childTnLst>
            </p:cTn>
          </p:par></p:childTnLst>
        </p:cTn></p:par></p:childTnLst>
      </p:cTn>
    </p:par></p:childTnLst></p:cTn>
    <p:prevCondLst><p:cond evt="onPrev" delay="0"><p:tgtEl><p:sldTgt/></p:tgtEl></p:cond></p:prevCondLst>
    <p:nextCondLst><p:cond evt="onNext" delay="0"><p:tgtEl><p:sldTgt/></p:tgtEl></p:cond></p:nextCondLst>
  </p:seq>
  <p:video><p:cMediaNode vol="80000">
    <p:cTn id="7" fill="hold" display="0"><p:stCondLst><p:cond delay="indefinite"/></p:stCondLst></p:cTn>
    <p:tgtEl><p:spTgt spid="{shape}"/></p:tgtEl>
  </p:cMediaNode></p:video>
  <p:seq concurrent="1" nextAc="seek">
    <p:cTn id="8" restart="whenNotActive" fill="hold" evtFilter="cancelBubble" nodeType="interactiveSeq">
      <p:stCondLst><p:cond evt="onClick" delay="0"><p:tgtEl><p:spTgt spid="{shape}"/></p:tgtEl></p:cond></p:stCondLst>
      <p:endSync evt="end" delay="0"><p:rtn val="all"/></p:endSync>
      <p:childTnLst><p:par><p:cTn id="9" fill="hold">
        <p:stCondLst><p:cond delay="0"/></p:stCondLst>
        <p:childTnLst><p:par><p:cTn id="10" fill="hold">
          <p:stCondLst><p:cond delay="0"/></p:stCondLst>
          <p:childTnLst><p:par>
            <p:cTn id="11" presetID="2" presetClass="mediacall" presetSubtype="0" fill="hold" nodeType="clickEffect">
              <p:stCondLst><p:cond delay="0"/></p:stCondLst>
              <p:childTnLst><p:cmd type="call" cmd="togglePause"><p:cBhvr>
                <p:cTn id="12" dur="1" fill="hold"/><p:tgtEl><p:spTgt spid="{shape}"/></p:tgtEl>
              </p:cBhvr></p:cmd></p:childTnLst>
            </p:cTn>
          </p:par></p:childTnLst>
        </p:cTn></p:par></p:childTnLst>
      </p:cTn></p:par></p:childTnLst>
    </p:cTn>
    <p:nextCondLst><p:cond evt="onClick" delay="0"><p:tgtEl><p:spTgt spid="{shape}"/></p:tgtEl></p:cond></p:nextCondLst>
  </p:seq>
</p:childTnLst></p:cTn>
</p:par></p:tnLst></p:timing>
"""


def plays_at_once(slide: etree._Element, shape: int, milliseconds: int) -> None:
    """Make the film with the id `shape` play when its slide, the element p:sld, opens; in place of older timing."""
    text = _TREE.format(namespace=PRESENTATION, shape=shape, milliseconds=milliseconds)
    tree = etree.fromstring(text, etree.XMLParser(remove_blank_text=True))
    for old in slide.findall(f"{{{PRESENTATION}}}timing"):
        slide.remove(old)
    # The schema's order: cSld, clrMapOvr, transition, timing, extLst.
    later = slide.find(f"{{{PRESENTATION}}}extLst")
    if later is None:
        slide.append(tree)
    else:
        later.addprevious(tree)
