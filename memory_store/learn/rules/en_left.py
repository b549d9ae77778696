"""English phrases that keep a sentence from being taken: tables alone.

A phrase of `at_start` counts where a clause begins; all are in the shape that `shape.english`
gives. Must not hold anything but phrases.
"""

from __future__ import annotations

from memory_store.learn.rules.tables import anywhere, at_start

QUESTIONS = at_start(
    "do you|do we|do i|do they|does|did|can|could|should|shall|would|will|is|are|was|were|am|"
    "has|have you|have we|have i|had|why|how|what|which|who|whose|where|when do|when does|"
    "when did|when is|when are|when will|when can|any idea|any chance|any thoughts|i wonder|"
    "wondering|is not|are not|does not|do not you|what about|how about|not sure"
)
THOUGHTS = anywhere(
    "if we|what if|if you want|if i|if they|suppose|supposing|assuming|imagine|let us say|"
    "say we|hypothetically|might|maybe|perhaps|probably|possibly|i wonder|i was wondering|"
    "wondering|considering|thinking about|thinking of|toying with|tempted|would be nice|"
    "would be great|would be cool|would be good|would love|some day|someday|one day|"
    "at some point|we could|i could|you could|could we|could be|in theory|in principle|"
    "undecided|did not decide|not decided|have not decided|not decide on|no decision|"
    "yet to decide|open question|tbd|to be decided|debating|"
    "on the fence|leaning towards|would it|would you|hopefully|i hope|i wish|if only|ideally|"
    "have not agreed|not agreed|have not settled|not settled|not final|not yet|should be a|"
    "i just want|want it to|not have a convention|no convention|not have a rule|no rule about|"
    "no preference|not have a preference|no policy|not have a policy|no standard|not that i|"
    "not that we|not saying|never said|nothing is settled|nothing is decided|"
    "nothing has been decided|no hard rule|as you like|up to you|i doubt|i disagree|"
    "do not agree|nonsense"
)
DOUBTS = anywhere(
    "i think|i believe|i feel|i suspect|my guess|my hunch|seems|seem|seemed|looks like|"
    "look like|apparently|supposedly|allegedly|rumor|i would like to|i would love|or so|"
    "roughly|no idea|do not know|does not know|we should|i should|you should|someone should|"
    "should probably|in case|not sure|unsure|i guess|about the|sort of|kind of|somewhat|"
    "i assume|maybe|was just a proposal|just a proposal|only a proposal|vague|i would check|"
    "i would say|would not say|a lot of|lots of|some of them|a few of"
)
MOMENTS = anywhere(
    "for now|for an hour|for hours|for a day|all day|all morning|this time|for this one|"
    "for this commit|for this pr|for this file|for this branch|"
    "for this run|for this session|for this release|for this change|for this ticket|"
    "for this task|for this test|for this time|for today|today|tonight|this morning|"
    "this afternoon|this evening|right now|at the moment|once|temporarily|for the moment|"
    "in this file|in this commit|in this pr|in this function|in this case|in this branch|"
    "in this session|for a minute|for a second|tomorrow|this week|until monday|until tomorrow|"
    "next week|in a minute|later|for the demo|for that one|until then|in the meantime|"
    "for the time being|as a workaround|as a quick fix|as a test|to try|just for the|"
    "until thursday|until friday|until wednesday|until tuesday|for the next hour|for the next|"
    "for this refactoring|for this refactor|for the benchmark|for once|in this test|"
    "over the next|for a while|tonight's|until noon|this sprint|today's|until the|until i|"
    "until we|until it|while i am|while we are|for the next two|this week i"
)
REPORTS = anywhere(
    "logs say|log says|they say|people say|said|says|saying|recommend|they suggest|"
    "the docs claim|docs claim|they claim|the docs state|the docs say|i was told|he told|she told|"
    "people suggest|on stack overflow|wrote|writes|"
    "claims|claimed|thinks|believes|insists|suggested|suggests|recommends|recommended|argues|"
    "argued|used to say|according to|keeps saying|advised|advises|the docs say|it says|"
    "mentioned that|complained|complains|joked|heard that|read that|they say|people say|"
    "tells me|insists that|the article|the ticket says|copilot|eslint wants|wants me to|"
    "at the conference|in the other team|the other team|previous developer|other company|"
    "my wife|my husband|my sister|my brother|my girlfriend|my boyfriend|told us to|told me to|"
    "told us that we should|mentions that|mention that|mentions|wants us|as the saying goes|"
    "style guide says|suggested to|claims that"
)
UNSAVED = anywhere(
    "do not remember this|do not remember that|no need to save|no need to remember|"
    "no need to store|no need to write|no need to note|no need to keep|no need to record|"
    "not worth remembering|not worth saving|not worth keeping|not worth noting|do not save|"
    "do not store this|do not store that|do not note this|do not note that|do not record|"
    "do not write this down|do not write that down|do not keep this|do not memorize|"
    "off the record|between you and me|not a rule|not a preference|keep this out of|"
    "without saving|need not remember|do not have to remember|"
    "not need to remember|not to be saved|not to be remembered|should not be saved|"
    "should not be remembered|do not put this in|do not add this to|do not have to memorize|"
    "do not have to memorise|do not need to memorize|do not need to remember|no rule intended|"
    "not as a rule|only for the current|just for me|do not write it down|do not write this|"
    "do not note|not for your memory|do not make this a habit|do not make it a habit|"
    "not a general rule|not a convention|this is confidential|strictly confidential|off topic|"
    "do not treat this as|not as a preference"
)
TAKEN_BACK = anywhere(
    "scratch that|never mind|nevermind|ignore what i|ignore that|forget that|forget it|"
    "forget this|was an example|just an example|only an example|strike that|i take that back|"
    "disregard that|disregard what|i take it back|i take back|take it back|i was joking|"
    "was a joke"
)
JOKES = anywhere(
    "just an example|an example not|for example only|lol|haha|hahaha|rofl|lmao|just kidding|"
    "kidding|jk|joking|joke|fun fact|funny|😂|🤣|/s|:d|xd"
)
TROUBLE = anywhere(
    "running out|running low|restarting|rebooting|fails|fail|failed|failing|failure|crash|"
    "crashes|crashed|crashing|hangs|hang|hung|broken|"
    "breaks|broke|bug|bugs|buggy|error|errors|exception|stuck|weird|strange|odd|wrong|down|"
    "flaky|not working|does not work|do not work|did not work|is not found|empty|stale|leak|"
    "leaks|leaking|slow|slower|too|blank|timeout when|times out|timed out|segfault|throws|"
    "threw|null|nan|undefined|red|messy|ugly|confused|confusing|lost|interesting|nice|cool|"
    "awesome|great|again|somehow|suddenly|sometimes|randomly|mess|screenshot|attached|warnings|"
    "conflicts|failures|todos|can not find|can not see|can not get|can not log|can not open|"
    "can not reproduce|unreadable|outrageous|horrible|terrible|huge|painful|painfully|crazy|"
    "never works|works only|used to it|ugh|sigh|does nothing|no effect|the first time|"
    "the second time|expected"
)
BREAKING = anywhere(
    "fails|crashes|hangs|is broken|breaks|is down|is stuck|does not work|do not work|times out|"
    "throws|stops working"
)
HERE_AND_NOW = anywhere(
    "this function|this line|this file|this test|this code|this class|this method|this part|"
    "this bit|this pr|this commit|this branch|this change|this loop|this block|this variable|"
    "this query|this page|this button|this error|this log|this diff|this snippet|this ticket|"
    "that line|that function|that file|that test|that code|that method|that edit|that button|"
    "that part|that branch|that commit|that one|the other|the first one|the second one|"
    "the last one|last edit|these lines|those lines|these tests|these files|the diff|the patch|"
    "see below|as above|the above|the following|listed below|mentioned above|shown below|"
    "your last|your change|your changes|your suggestion|your fix|i meant|what i meant|in line|"
    "on line|the line|the lines|at line"
)
STEPS = anywhere(
    "are green|is green|all green|i tried|i try|i looked|i saw|i see|i noticed|i found|"
    "i am trying|i am looking|"
    "i am getting|i got|i get|i was|we saw|we tried|i had|i pushed|i fixed|i added|i changed|"
    "i committed|i ran|i run|i spent|i am working|i am debugging|i did|we did|we talked|"
    "we spoke|i talked|i read|i wrote|i wanted|i need|i have to|we need to|we have to|"
    "going to lunch|working on|i forgot|i will be|i will|i am going|we are going to have|"
    "i am about"
)
ORDERS = at_start(
    "add|adjust|apply|bump|change|check|clean|convert|copy|create|delete|describe|draft|edit|"
    "extract|find|fix|generate|get|go ahead|go on|have a look|help|implement|improve|inline|"
    "insert|install|investigate|look|make|merge|move|open|optimize|optimise|paste|print|push|"
    "put|read|refactor|remove|rename|replace|report|reset|restart|retry|revert|rewrite|run|"
    "scan|search|send|show|skip|sketch|split|start|summarize|summarise|take a look|tell me|"
    "test|tidy|try|undo|update|upgrade|verify|write|let us see|let us look|let us start|"
    "let us try|let us do|let us move on|let me|i need you to|i want you to|"
    "i would like you to|you can|ignore|feel free|so|continue|build|deploy|drop|do that|do it|"
    "do this|leave|adapt|rebase|regenerate|give me a|give me the code|explain why|explain how|"
    "explain what|explain this|keep going|set|turn|switch it|commit|thank you|please|no hurry|"
    "no rush|compare|review|list|do not touch|do not change|do not edit|wait|stop|count|"
    "download|upload|format|document|debug|disable|enable|sort|wrap|trim|parse"
)
SCOPING = (
    " for this commit ", " for this pr ", " for this file ", " for this branch ",
    " for this one ", " for this task ", " for this session ", " for this change ", " today ",
    " today's ", " right now ", " tonight ", " this time ", " for now ", " just this ",
    " this once ", " temporarily ", " for the demo ",
)  # fmt: skip
LASTING_PLACES = frozenset(
    (
        "project repo repository codebase system environment game stack platform code team "
        "company house monorepo workspace org organization organisation product app application "
        "country office department domain business shop , is are we i reason regard"
    ).split()
)
ASKING_YOU = (" , can you ", " , could you ", " , would you ", " , will you ")
FOR_EVER = (
    " always ", " never ", " from now on ", " from here on ", " in future ", " in the future ",
    " going forward ", " every time ", " each time ",
)  # fmt: skip
OWN_WORDS = ("policy", "guidelines", "guideline", "convention", "rule", "rules", "contract")
DAYS = (
    " today ", " tonight ", " tomorrow ", " this week ", " this sprint ", " this time ",
    " for now ", " this afternoon ", " this morning ",
)  # fmt: skip
OPEN = (
    " might ", " maybe ", " perhaps ", " what if ", " let us say ", " imagine ", " probably ",
    " i think ", " wondering ", " not sure ", " not that ", " never said ", " we could ",
    " would be ", " or so ", " thinking about ", " considering ", " not decided ", " i guess ",
    " suppose ",
)  # fmt: skip
SAVING = frozenset("remember memorize memorise save store note record".split())
POINTS = frozenset("this that it any my , here anything".split())
ASKED_NOT = (" , what i value ", " , what i like ", " , what i want ")
PUT_OFF = (
    " next time continue ",
    " next time resume ",
    " next time pick up ",
    " next time let us ",
)
IF = (" if we ", " if i ", " if they ")
POINTED_AT = frozenset("the a an this that it my your all me".split())
THINGS = tuple(
    f" {what} {thing} "
    for what in ("error", "bug")
    for thing in (
        "tracker tracking code codes budget message messages reports reporting handling rate "
        "format responses"
    ).split()
)
