"""English phrases by which kinds of statements are told apart: tables alone.

A phrase of `at_start` counts where a clause begins; all are in the shape that `shape.english`
gives. Must not hold anything but phrases.
"""

from __future__ import annotations

from memory_store.learn.rules.tables import anywhere, at_start

LIKES = anywhere(
    "i lean towards|i lean to|i am more used to|i would much rather|i much prefer|"
    "i rather like|i prefer|i hate|i dislike|i would rather|i do not like|i can not stand|"
    "i am not a fan|i am not a big fan|i despise|i detest|i loathe|i insist on"
)
LIKES_FIRST = at_start(
    "i prefer|i like|i love|i hate|i dislike|i detest|i loathe|i enjoy|i favor|i would rather|"
    "i would prefer|i do not like|i do not want|i can not stand|i am a fan of|"
    "i am a big fan of|i am not a fan of|i am not a big fan of|i am allergic to|i am used to|"
    "i am not fond of|i find|i tend to|i care about|i avoid|i value|i appreciate|i always|"
    "i never|i usually|i normally|i mostly|i typically|we prefer|we like|we hate|i want all|"
    "i want every|i want my|i want our|i want no|i want only|i want short|i want small|"
    "i want plain|i insist on|i expect|i despise|we tend to|i am picky about|i am strict about|"
    "not a fan of|not a big fan of|big fan of|i can not bear|i do not enjoy|i do not use|"
    "i am partial to|i am fond of|i only want|i am old school|"
    "i am big on|i am not big on|i am not keen on|i am keen on"
)
LIKED = anywhere(
    "my favorite|my preferred|my preference|my go-to|my default|my usual|our preferred|"
    "pet peeve|drives me crazy|drives me nuts|drives me mad|drive me mad|drive me crazy|"
    "drive me nuts|annoys me|annoy me|bother me|bothers me|bugs me|works best for me|suits me|"
    "i find it easier|i find it harder|i find it hard to|i find them hard|easier for me|"
    "how i like|the way i like|how i want|the way i want|over my dead body|hard for me to read|"
    "my taste|my style|my pet|i learn best|i read them|how i work|how i write|how i do it|"
    "team prefers|client prefers|customer prefers|lead prefers|boss prefers|i need no|"
    "is what i always|what i value|what i like most|what i care about|it helps me when|"
    "it helps me if|helps me when|helps me if|is better for me|better for me|"
    "for me readability|says more to me|i think in|i am a visual|visual person|"
    "i am a functional|functional person|i am a morning|i am picky|i am strict about|"
    "reads better to me|easier to follow for me|i can follow|is my taste|my kind of|"
    "no more apologies|i read faster|hard to follow for me|every time for me|"
    "is more important to me|matters more to me|more important to me|i do not care about|"
    "i do not need explanations|i do not need an explanation|i need to see|wherever possible|"
    "something i want to avoid|something i avoid|i want to avoid|i want them|my motto|"
    "my rule of thumb|"
    "my mantra|my philosophy|my principle|fine with me|is what i prefer|makes me dizzy|"
    "make me dizzy|i like to choose|believer in|not my thing|not my cup of tea|"
    "is my preference|what i am used to|makes my eyes bleed|make my eyes bleed"
)
NOT_LIKES = at_start(
    "i like it|i like this|i like that|i like the idea|i like your|i like how|i love it|"
    "i love this|i love that|i love how|i love the|i like the|i hate this|i hate that|"
    "i hate it|i hate the|i never mind|i never got|i never get|i never noticed|"
    "i would rather not|i never saw|"
    "i never heard|i never knew|i never thought|i never had|i always get|i always got|"
    "i always forget|i always see|i always thought|i always wondered|i always have trouble|"
    "i never understood|i never remember|i am used to it|i am used to that|i am used to this|"
    "i like where|i appreciate it|i appreciate that|i appreciate the|i appreciate your|"
    "i find it|i find this|i find that|i do not like it|i do not like this|i do not like that|"
    "i do not like the|i do not want to|i do not want it|i do not want this|i do not want that|"
    "i do not want the|i do not want you|i expect it|i expect the|i expect this|i enjoy this|"
    "i like what|i love what|i do not use it|i dislike this|i dislike the|i dislike that|"
    "i dislike it|i value your|i always wanted|i usually get|i would prefer if you|we like it|"
    "we like the|we like this|i tend to agree|i tend to forget|for me it|for me this|"
    "for me that|for me the|no more errors|no more questions|no more time|no more ideas|"
    "no more changes|do not ask me why|do not ask me how"
)
REFERENCES = anywhere(
    "option|the first|the second|the third|the former|the latter|the other|your version|"
    "that one|this one|that approach|this approach|your suggestion|your approach|your idea|"
    "that option|your proposal|the last one|the one you"
)
MANNERS = at_start(
    "answer in|answer me in|answer with|answer briefly|reply in|reply with|respond in|"
    "respond with|talk to me|speak|explain things|explain everything|"
    "explain like|explain concepts|keep your|keep answers|keep replies|keep explanations|"
    "keep responses|keep it short in|keep comments|keep commits|keep functions|keep prs|"
    "keep commit|be brief|be concise|be terse|be direct|be blunt|no need for greetings|"
    "give me the conclusion|give me the answer|give me the short|give me commands|"
    "show me the plan|show me a plan|show me commands|ask me before|ask before|ask me first|"
    "check with me|tell me before|prefer|avoid|write comments|write commit|write docs|"
    "write tests|write all|write everything|write code|use english|use british|use american|"
    "use german|use french|use metric|spell|address me|treat me|do not explain|"
    "you do not need to explain|you do not have to explain|no need to explain|"
    "do not apologize|do not apologise|do not repeat|skip the pleasantries|skip explanations|"
    "no explanations|less prose|more code|use type hints|name things|name branches|name tests|"
    "name variables|assume i|assume that i|always|never|stick to|do not assume|do not be|"
    "no emojis|no emoji|use plain|use simple|keep lines|keep files|keep methods|keep messages|"
    "keep classes|keep names|do not ask me|do not ask for|do not ask before|do not give me|"
    "do not write long|do not add explanations|no more|list the files you|summarize what|"
    "summarise what|end each|end every|start each|start every|begin each|begin every|point out|"
    "always list|just the code|only the code|just do them|just the diff|for me|"
    "for small things|more comments|fewer comments|less comments|please no|when in doubt|"
    "give me options|give me two options|give me three options|give me alternatives|"
    "you do not have to ask|you do not need to ask|no need to ask|small prs|small commits|"
    "small diffs|small functions|short functions|plain functions|short answers|long names|"
    "short names|descriptive names|atomic commits|early returns|one file per|one class per|"
    "one commit per|one concern per"
)
HABITS = at_start(
    "we do not|we never|we only|we always|we usually|we normally|we generally|we typically|"
    "we try to|we tend to|we follow|we write|we name|we squash|we rebase|we tag|we branch|"
    "we review|we prefix|we format|we merge|we commit|we test|we require|we avoid|we do code|"
    "we squash-merge|we release|we pair|we keep|we put|we document|we version|we sign|we pin|"
    "we lint|nobody|no one|nothing goes|nothing gets|nothing is|everything goes|"
    "everything gets|everything has to|everybody|everyone"
)
FORBIDDEN_WORK = at_start(
    "do not ever|do not commit|do not push|do not merge|do not deploy|do not force-push|"
    "do not add|do not install|do not mock|do not hard-code|do not hardcode|do not put|"
    "do not log|do not write|do not use|do not create|do not import|do not call|do not run|"
    "do not catch|do not abbreviate|do not rely|do not store|do not introduce|do not go|no|"
    "stop using|stop adding|stop writing|stop putting|quit using|do not swallow|do not touch|"
    "do not edit|do not include"
)
NOT_NO = at_start(
    "no idea|no problem|no worries|no hurry|no rush|no need|no luck|no clue|no error|no errors|"
    "no change|no changes|no way|no difference|no thanks|no one|no matter|no wonder|no reason|"
    "no that|no it|no i|no you|no this|no the|no not|no we|no please|no use|no output|"
    "no result|no results|no big deal|no question|no doubt|no such|no warnings|no comment|"
    "no offense|no pressure"
)
DECIDERS = frozenset("we i management legal customer client product company".split())
DECIDED = anywhere(
    "decided|have decided|chose|have chosen|picked|have picked|went with|are going with|"
    "will go with|go with|settled on|have settled|agreed|have agreed|opted|have opted|"
    "are standardizing|are standardising|standardized|standardised|have standardized|"
    "are dropping|dropped|will drop|are moving to|are moving off|are moving away|"
    "are moving from|are switching|are sticking|will stick|stick with|stay with|will stay|"
    "are staying|are replacing|will replace|are adopting|adopted|will adopt|are not going to|"
    "will not|are keeping|will keep|committed to|concluded|ruled out|rejected|are abandoning|"
    "abandoned|gave up on|are retiring|are deprecating|are migrating|are phasing|signed off|"
    "approved|are going to use|are going to keep|are going to move|are going to drop|"
    "are going to build|will use|are consolidating|have committed|have approved|have ruled|"
    "have rejected|converged on|landed on|are ditching|ditched|have dropped|voted|"
    "are splitting|will move|will support|will build|will ship|will migrate|will split|"
    "will host|bought|licensed|have signed|are buying|want to keep|am going with|"
    "am going to use|determined"
)
DECISIONS = anywhere(
    "after a long discussion|after long discussion|after some discussion|after discussing|"
    "after comparing|after weighing|after evaluating|we discussed it|discussed it|has approved|"
    "have approved|in the end we|we decided|we have decided|final decision|the decision|"
    "decision|it was decided|it is decided|is decided|has been decided|the plan is|agreed with|"
    "we are settled|the verdict|verdict|the winner is|signed off on|off the table|"
    "out of the question|let us go with|let us stick with|let us settle on|let us standardize|"
    "let us standardise|we settled on|we settled for|we agreed|we chose|we picked|we opted|"
    "we are going to|i have chosen|we went with|it is final|final answer|we will go with|"
    "the choice is|the choice fell|was chosen over|won over|chosen over|i decided|is settled|"
    "stays at|stays on|stay on|no longer support|what we decided|we have settled|"
    "have settled this|"
    "choice fell|made up my mind|made up our minds|that is settled|we are decided|our choice"
)
CHOICES = at_start(
    "let us call|let us name|let us use|let us take|let us keep|let us drop|go with|go for|"
    "take|let us do soft|"
    "let us go for"
)
SETS_OUT = frozenset(
    (
        "moving switching buying using building dropping migrating replacing adopting "
        "standardizing standardising keeping sticking staying renting hosting shipping "
        "supporting targeting retiring splitting merging rewriting porting consolidating "
        "sunsetting deprecating phasing paying outsourcing open-sourcing rolling going doing "
        "leaving upgrading"
    ).split()
)
WANTED_OF_ALL = (
    " want every ", " wants every ", " want all ", " wants all ", " require every ",
    " requires every ", " require all ", " requires all ", " want no ", " wants no ",
    " expect every ", " expects every ",
)  # fmt: skip
LETS = (
    " let us not use ", " let us never ", " let us always ", " let us avoid ", " let us not add ",
)  # fmt: skip
WANTED_ALWAYS = (
    " all ", " every ", " each ", " always ", " never ", " by default ", " any ", " everywhere ",
)  # fmt: skip
LANGUAGES = frozenset("english german french spanish chinese japanese".split())
TEXTS = frozenset(
    (
        "comments messages message docs documentation answers replies explanations names "
        "identifiers docstrings commits changelog readme"
    ).split()
)
KINDLY = (
    " i would appreciate it if you ",
    " i would prefer it if you ",
    " i would like it if you ",
)
NO_MANNERS = (
    " accordingly ", " , always the same ", " , always this ", " , always that ",
    " stick to that ", " stick to it ", " stick to this ", " , always on ",
    " , never mind ", " , never seen ", " , always fails ",
)  # fmt: skip
UNDECIDED = (
    " not decided ", " decide whether ", " to decide ", " by design ", " take a break ",
    " call it a day ", " decided nothing ", " will not work ", " have lunch ", " go home ",
    " will not be ", " not agreed ", " to talk ", " to discuss ", " to meet ", " to wait ",
    " to look ",
)  # fmt: skip
SYMPTOMS = (" every time i ", " every time it ", " whenever i ")
REPLIES = (" let me know ", " tell me ", " i get ")
