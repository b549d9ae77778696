"""English phrases by which changes and corrections are told: tables alone.

All are in the shape that `shape.english` gives, but for `CORRECTING`, with which a
sentence begins as it is written. Must not hold anything but phrases.
"""

from __future__ import annotations

from memory_store.learn.rules.tables import anywhere

CHANGERS = frozenset(
    (
        "we have been was were they ops has now got then since company management infra team it"
    ).split()
)
CHANGED = anywhere(
    "migrated|moved|switched|replaced|renamed|released|shipped|launched|deprecated|retired|"
    "decommissioned|taken offline|taken down|cancelled|canceled|ended|shut down|turned off|"
    "split|upgraded|rolled out|archived|raised|increased|lowered|reduced|acquired|merged into|"
    "consolidated|open-sourced|relicensed|rewrote|rewritten|converted|ported|sunset|phased out|"
    "removed|rebranded|transferred|handed over|closed down|cut over|completed|introduced|"
    "got rid of|set up|transitioned|bought|restructured|outsourced|discontinued|"
    "stopped supporting|finished|dropped|merged|unified|extracted|bumped|enabled|disabled|"
    "adopted|dockerized|containerized|published|onboarded|took over|cut|rotated|handed|doubled|"
    "tripled|halved|capped|changed|automated|hired|signed|taken out|closed|banned|forbidden|"
    "certified|audited|insourced|relocated|rebuilt|went public|opened|scrapped|abolished|"
    "abandoned"
)
WAS_DONE = anywhere(
    "went live|gone live|is live|is gone|are gone|since then|has left|left the company|"
    "left the team|joined the|took over|taken over|handed over|moved to the|promoted to|"
    "now reports|end of life|no longer exists|do not exist any more|does not exist any more|"
    "went to|is dead|is deprecated|are deprecated|is archived|is retired|now lives in|"
    "now live in|now runs on|now run on|new owner|as of|stepped down|is now called|"
    "are now called|i moved to the|last month|last quarter|last year|in the spring|"
    "finished the move|finished the migration|completed the move|completed the migration|"
    "went public|was taken out|is history|is no more|got rid of|handed over to|over to|"
    "got bought|bought by|have moved office|moved office|no longer with us|left in|are history|"
    "our cto left"
)
SMALL_DONE = anywhere(
    "typo|variable|function|a test|the test|tests|a bug|the bug|a line|the line|a comment|"
    "your branch|the branch|a commit|two commits|the commit|the fix|method|the button|"
    "parameter|the import|imports|files|i moved the|i replaced the|i renamed the|my changes|"
    "the pr|a pr|stopped working|i stopped|log line|statement|the file|the loop|the tab|"
    "my laptop|my desk|it in|a helper|the helper|one file|the title|the label|opened the file|"
    "opened a|closed the|closed a|changed the color|the page|the modal|my mind|a ticket|"
    "the ticket"
)
CORRECTING = (
    "no,", "no.", "nope", "wrong", "that's wrong", "thats wrong", "that is wrong", "not quite",
    "wait,", "wait ", "actually", "correction", "incorrect", "hold on", "you're wrong",
    "that's not right", "that's outdated", "that's not correct", "that isn't right", "careful",
    "sorry, i meant", "nah", "not true", "that's old", "that's no longer", "you got",
    "you have the", "that's incorrect", "almost", "you mixed", "you keep", "i told you",
    "as i said", "no -", "no –", "no —", "no!", "no;", "that was", "you're using the wrong",
    "small correction", "mistake", "my mistake", "your info", "outdated",
)  # fmt: skip
CONTRASTS = anywhere(
    ", not|instead of|rather than|no longer|any more|any longer|used to be|not the|, never|"
    "is not|are not|was not|and not|but not|stop using|do not use|stop calling|keep calling|"
    "instead|has changed|changed to|new one is|in place of|replaced by|superseded|"
    "it is actually|is old|is outdated|out of date|i was wrong|you wrote|like everywhere else|"
    "is dead"
)
OPENINGS = anywhere(
    "is old|is outdated|are outdated|out of date|docs are wrong|doc is wrong|page is wrong|"
    "i was wrong|was wrong about|you wrote|i told you|you are assuming|you assumed|you assume|"
    "not again|that is wrong|is wrong there|got it wrong|i misspoke|i said the|mixed up|"
    "you used|you are using|you keep|wrong quotes|wrong name|wrong port|wrong host|"
    "wrong branch|wrong version|not true|not correct|not right|is incorrect|correct myself|"
    "correction|forget the old|you got|that was before|it used to be|stale info|old info|"
    "the wrong host|the wrong name|the wrong port|the wrong url|gave you the wrong|is spelled|"
    "is written"
)
UNDONE = (
    " not ", " is moved to ", " will be ", " should be ", " needs to be ", " to be ",
    " is set up ", " was introduced in ", " stopped working ", " you ",
)  # fmt: skip
USE_PAIR = (" , use ", " , not ")
INSTRUCTS = (
    " , use ", " , do not use ", " , stop using ", " keep calling ", " , instead of ",
    " , stop calling ", " should use ",
)  # fmt: skip
OPPOSES = (
    " , not ", " no longer ", " any more ", " any longer ", " instead of ", " , stop using ",
    " keep calling ",
)  # fmt: skip
STATES_TOO = (" moved to ", " changed to ", " became ", " uses ", " lives ")
TEAM_MOVES = (
    " finished the move ", " finished the migration ", " handed ", " over to ", " team ",
    " company ", " role ", " office ", " department ",
)  # fmt: skip
