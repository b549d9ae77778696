"""English phrases by which people tell who they are and what they use: tables alone.

They count where a clause begins, in the shape that `shape.english` gives. Must not hold anything
but phrases.
"""

from __future__ import annotations

from memory_store.learn.rules.tables import at_start

PEOPLE = at_start(
    "i am a|i am an|i am the|i am based|i am responsible|i am in charge|i am from|i am new to|"
    "i am left-handed|i am color-blind|i am colour-blind|i am colorblind|i am dyslexic|"
    "i am on windows|i am on linux|i am on macos|i am on a|i am on mac|i am located|"
    "i am fluent|i am familiar|i am not familiar|i am not a|i am more of|i am your|i am one of|"
    "i am deaf|i am blind|i am part of|i am mostly|i am mainly|i am primarily|i am coming from|"
    "i am in the|i am in utc|i am at|i am also|i am vegetarian|i am self-taught|i am used to|"
    "i am called|i work|i live|i lead|i own|i maintain|i manage|i run the|i use|i code|"
    "i develop on|i come from|i speak|i do not speak|i know|i do not know any|"
    "i have never used|i have never worked|i have never written|i have been|i have worked|"
    "i go by|i report to|my name|my role|my job|my title|my timezone|"
    "my time zone|my manager|my boss|my team|my laptop|my machine|my editor|my shell|"
    "my keyboard|my screen|my setup|my native|my background|my github|my handle|my username|"
    "my working|my pronouns|my english|my colleague|my colleagues|my company|my os|my terminal|"
    "my account|my email|my day|my hours|call me|as the|as a|as an|i am the only|"
    "i am afraid of heights|i mainly|i mostly|i am still on|i look after|i take care of|i wear|"
    "i type|i have two|i have three|i have kids|i have children|i have only|i only have|"
    "i do mostly|i do mainly|i do frontend|i do backend|i do the|i studied|i joined the team|"
    "i joined the company|i joined the project|i joined in|"
    "i joined this|i joined as|i joined last|i joined two|"
    "i graduated|i grew up|i am on call|i only work|i work part|english is not my|"
    "i never learned|i never learnt|i am they|i am native|i am not native|i am used|"
    "i am the sole|i am self|i am currently the|i learned|i learnt|i started|i spent years|"
    "i usually work|i am usually|we are a team|i sit in|i am sitting in|i am still new|"
    "i am fairly new|i am relatively new|i am new|i am not good at|i am bad at|i am good at|"
    "i am strong in|i am weak in|i have little|i have experience|i have never|i have dyslexia|"
    "i have adhd|i have written|i have done|you can talk to me in|i am the one who maintains|"
    "i am the one who writes|i am the one responsible|i am one of the"
)
NOT_PEOPLE = at_start(
    "i am a bit|i am a little|i am a tad|i am at a loss|i am in the middle|i am a fan|"
    "i am an idiot|i am not a fan|i use the|i use this|i use it|i use that|i know that|"
    "i know it|i know the|i know this|i know what|i know how|i know why|i know you|i know i|"
    "i work on this|i work on it|i work on the|i have been trying|i have been looking|"
    "i have been working|i have been debugging|i have a question|i have a problem|i have a bug|"
    "i have a feeling|i have a meeting|i have a test|i have a function|i have a list|"
    "i have a file|i have a few|i have a couple|i have a class|i have a script|i have a branch|"
    "i have a weird|i have no idea|i have no clue|i have no time|i have no problem|"
    "i have been here|as a result|as a first|as a next|as an example|as the error|as a test|"
    "as a side|as a reminder|as the name|as a quick|as a workaround|my machine is slow|"
    "i am the worst|i have been wondering|my team is|i have an error|as an experiment|"
    "as an aside|as a follow-up|as the docs|i have a hard|i have a hunch|i have a patch|"
    "i have a draft|as the log|as the logs|i know but|i joined the call|i joined the meeting|"
    "i started the|i started to|i started with|i do the same|i have never seen|"
    "i have never had|i have never noticed|i have done the|i have done that|i have done it|"
    "i have written a|i have written the|i have only|i have two questions|"
    "i have three questions|i have two problems|i have two branches|i have two files|"
    "i am new here and|i learned that|i have two versions|i have two tests|"
    "i am on a plane|i am on a train|i am on a bus|i am on a call|i am on a phone|i am on a break|"
    "i am on a deadline|i am on a tight|i am on a trip|i am on a business trip|i am on a slow|"
    "i am on a bad|i am on a flaky|i am on a metered|i am on a mobile|i am on a hotspot|"
    "i am on a branch|i am at the airport|i am at the station|i am at the dentist|"
    "i am in the car|i am in the train|i am in the office|i am in the meeting|i am in the mood|"
    "i have worked on this|i am bad at this|i have two options|i have two ideas"
)
