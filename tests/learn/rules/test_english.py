"""What English speakers say that lasts, and what they say besides."""

from __future__ import annotations

import pytest

from memory_store.learn import extract

LASTING = [
    ("W", "Save this: the sandbox merchant id is ACME-4471.", "acme-4471"),
    ("W", "for future reference, the design files live in Figma under Orion", "figma"),
    ("O", "I hate nested ternaries.", "nested ternaries"),
    ("O", "Please keep your answers short, I read them on my phone", "answers short"),
    ("O", "I don't like emojis in commit messages", "emojis"),
    ("O", "Every pull request needs a changelog entry.", "changelog"),
    (
        "O",
        "Migrations have to be backwards compatible, at least one release.",
        "backwards compatible",
    ),
    ("O", "We squash-merge everything into main.", "squash"),
    ("O", "Run the formatter before every commit from now on", "formatter"),
    (
        "W",
        "We'll go with Redis Streams, Kafka is overkill for 200 messages a day.",
        "redis streams",
    ),
    ("W", "I talked to legal and we're going to keep audit logs for seven years", "seven years"),
    ("W", "we opted for a monolith because the team is only three people", "monolith"),
    ("W", "The staging host is atlas-3.internal", "atlas-3"),
    ("W", 'In this codebase "tenant" means a paying customer, not a user.', "tenant"),
    ("W", "our docs are in Confluence, space ENG", "confluence"),
    ("W", "Prices are stored in cents, as integers.", "cents"),
    ("W", "My name is Tomasz, by the way", "tomasz"),
    ("W", "Grace is our DBA and Oleg does the releases", "grace"),
    ("W", "Actually it's port 5433, not 5432", "5433"),
    ("W", "That's outdated, the API moved to v3, v2 is gone.", "v3"),
    ("B", "We moved the images from S3 to Cloudflare R2 last month.", "r2"),
    ("B", "The repo was renamed from hal-core to halcyon.", "halcyon"),
    (
        "W",
        "You'll need this later, save it: the canary gateway is gray.example.net",
        "gray.example.net",
    ),
    (
        "O",
        "To be honest I don't like reading long comments, clear code is enough",
        "long comments",
    ),
    ("O", "My rule for myself is: no abbreviations in public APIs.", "abbreviations"),
    ("O", "Answers in bullet points please, never walls of text.", "bullet points"),
    ("O", "The rule in our team: a PR needs two approvals before it's merged", "two approvals"),
    ("O", "We only deploy from the release branch.", "release branch"),
    ("O", "Before you touch the schema, ask me.", "schema"),
    (
        "O",
        "Database access goes through the repository layer, handlers must not build SQL",
        "repository layer",
    ),
    ("W", "We gave up on IE11, all polyfills can go", "ie11"),
    ("W", "Let's settle it: dates are ISO 8601 strings in the API.", "iso 8601"),
    ("W", "We'll keep supporting MySQL 5.7 until the end of next year.", "5.7"),
    ("W", "We have about 200 tenants and the biggest one has a third of all data.", "200 tenants"),
    ("W", "status 7 in the orders table means refunded", "refunded"),
    ("W", "I'm on Windows with WSL2, so no mac paths please", "wsl2"),
    ("W", "my screen reader can't read tables, I'm blind", "screen reader"),
    ("O", "No, it should be pnpm, not npm", "pnpm"),
    ("W", "We don't deploy with Jenkins, it's GitLab CI now, look at .gitlab-ci.yml", "gitlab ci"),
    ("W", "That page is out of date: the minimum Node version is 20.", "20"),
    ("B", "The old recommendation API was taken offline last week, all callers are on v2", "v2"),
    (
        "B",
        "The data team was merged into platform, so there's no #data channel any more.",
        "platform",
    ),
    ("W", "No no, the deadline for the tax export is the 10th, not the 15th.", "10th"),
    ("W", "The docs are wrong there, the header is X-Auth-Token.", "x-auth-token"),
    ("W", "No, Berlin is only the office, the servers are in Nuremberg.", "nuremberg"),
    (
        "B",
        "As of last Monday the customer portal runs on the new domain portal.acme.io.",
        "portal.acme.io",
    ),
    ("B", "We cut the session lifetime from 8 hours to 30 minutes after the audit.", "30 minutes"),
    ("B", "The beta went public on March 3rd with 200 testers.", "beta"),
    ("W", "English isn't my first language, I'm from Brazil", "brazil"),
    ("W", "I'm on call every second week.", "on call"),
    ("W", "I joined the company two weeks ago and don't know the codebase", "two weeks"),
    ("O", "I don't need explanations, just the code.", "just the code"),
    ("O", "Dark theme is what I always use.", "dark theme"),
    ("O", "more comments in the code is better for me, I forget things quickly", "comments"),
    ("W", "I use a Dvorak keyboard so the shortcuts in your examples don't work for me", "dvorak"),
    ("W", "I'm rather new to Rust, so explain lifetimes when they come up", "rust"),
    ("O", "Give me options rather than one solution, I like to choose", "options"),
    ("O", "Lodash is something I want to avoid.", "lodash"),
    ("B", "Good news: the rewrite is live, the Perl scripts are history.", "perl"),
    (
        "B",
        "After the incident in June we turned on two-factor login for all admins.",
        "two-factor",
    ),
    ("W", "I've made up my mind: no ORM, plain SQL with sqlc.", "sqlc"),
    ("W", "It's spelled Kubeflow, one word.", "kubeflow"),
]
SETTLED = [
    ("W", "Decision: retries live in the client, not in the gateway.", "retries"),
    ("W", "We agreed: the exporter writes Parquet, partitioned by day.", "parquet"),
    ("W", "I checked the Helm chart: the production pods run with 512Mi memory limit.", "512mi"),
    ("O", "Understood. From now on I'll write the tests before the implementation.", "tests"),
    ("W", "Settled then: feature flags go through Unleash.", "unleash"),
    (
        "W",
        "Per our discussion we agreed on cursor pagination for all list endpoints.",
        "cursor pagination",
    ),
    ("O", "Sorry about that. I will always ask before I install a package from now on.", "ask"),
    (
        "W",
        "I checked: the staging bucket is in eu-north-1 and has versioning enabled.",
        "eu-north-1",
    ),
    ("W", "We've settled this: uploads go straight to S3 with presigned URLs.", "presigned"),
    ("W", "According to the deployment manifest, staging uses the image tag `edge`.", "edge"),
    ("B", "I've moved all secrets from .env files into Vault.", "vault"),
    ("B", "Renamed the package from `hal-core` to `halcyon` in all repositories.", "halcyon"),
    ("O", "Got it. I won't touch generated files any more.", "generated files"),
    ("O", "Understood, from now on: answers in Spanish.", "spanish"),
    ("W", "OK, decided: we keep one Redis per region.", "redis"),
    ("W", "Verified on the server: nginx limits request bodies to 10 MB there.", "10 mb"),
    ("W", "That settles it: IDs are ULIDs in all new tables.", "ulid"),
    ("B", "I removed Moment.js from the project entirely and replaced it with Day.js.", "day.js"),
]
PASSING = [
    "rename the variable in line 40 and run the tests",
    "it still doesn't work, same error as before",
    "ok do that",
    "Should we use Redis or Memcached for this?",
    "I was wondering whether Kafka would be too much",
    "Today I want to finish the importer.",
    "According to the blog post you should never use UUIDs as primary keys.",
    "I prefer the second option",
    "never mind, I found it",
    "The list always shows the wrong total, see screenshot",
    "make the timeout 30 seconds",
    "The page takes 9 seconds to load.",
    "Wow, that was quick. Thanks!",
    "I'm getting a timeout from the API",
    "wrong file, I meant user.py",
    "Can you remember the name of that function?",
    "This function is too long.",
    "2024-05-01 12:00:01 ERROR decided to always retry",
    "How do I tell git to always rebase on pull?",
    "could you explain why we use Redis here",
    "I fixed the typo in the README",
    "Just kidding, we always deploy on Fridays haha",
    "I will be on vacation next week",
    "go mod tidy and go mod vendor, I always mix those up, what's the difference?",
    "ok got it, thank you, great work!",
    "done yet?",
    "in case the boss decides to drop the mini program, which code could go?",
    "write this answer in English, I'll paste it to the customer",
    "anything worth keeping from this round?",
    "add a retry with three attempts to fetchUser",
    "happy Friday! one last thing before the weekend",
    "# TODO: remember to remove this\nx = compute()\n\nwhat does the todo refer to",
    "I could imagine using Kafka here, but let's see",
    "until the demo is over, leave the feature flag on",
    "On Stack Overflow they recommend to always use bcrypt",
    "nothing to remember here, just testing: the answer is 42",
    "The tooltip must not overlap the button, fix that please",
    "I have to go, let's continue tomorrow",
    "we have a meeting with the customer at ten",
    "the first parameter is the id, the second one is the name, add a third for the locale",
    "It works on my machine but not on CI",
    "I want to see the diff first",
    "that's not what the ticket says",
    "We deployed the fix this morning and so far it looks good",
    "the tests were moved to another folder, update the paths",
    "you don't have to memorise this, it's only for the current question: port 9999",
    "It's not decided yet whether we use Go.",
    "this once you may use any",
    "for the next hour don't touch the db, I'm restoring a dump",
    "The article says that monorepos are always better, do you agree",
    "The ticket says: users must always see the banner. Where's the code for that",
    "My wife prefers tea",
    "I use the wrong branch all the time, sorry",
    "I just want it to compile",
    "I'm fine with either",
    "Two of the tests are skipped on purpose",
    'In the retro somebody said "we always test too late". How do others handle that?',
    "the linter rule says to prefer const, what's the reason?",
    "Jira says: 'Always attach logs.' Annoying.",
    "The old README mentions that deployments go through Ansible. Is that still the case?",
    "that thing about tabs was a joke, obviously",
    "You don't need to note this: my laptop is called zeus",
    "We do not have a convention for that.",
    "I haven't decided which editor to use.",
    "this is off topic and not worth saving: our office has a new coffee machine",
    "use SQLite in this experiment",
    "Just this once push to main directly.",
    "keep the debug output on for now",
    "let's not write tests today",
    "never mind the tests this time",
]
EXPLAINED = [
    "I decided to use a dictionary here because lookups are faster.",
    "You should always close files; prefer `with`.",
    "Next I'll look at the parser. Then I will run the suite.",
    "NO_REPLY",
    "Let me check the logs first.",
    "Tip: never store passwords in plain text.",
    "Yes, 1,204 modules in 38 s, bundle 412 kB (was 431 kB). No warnings.",
    "MySQL's default is REPEATABLE READ. Snapshot reads have no phantoms.",
    "The conclusion of the profiler: parse() takes 80 % of the time.",
    "Result: 42 passed, 1 failed.",
    "I would go with Postgres: it's boring and it works. Shall I?",
    "Noted.",
    "_SILENT_",
    "Decision tree: if the list is empty, return early.",
    "I've moved the helper into utils.ts and updated the imports.",
    "We could agree on a format later.",
    "I won't change the header.",
    "That should do it: the header is sticky now.",
    "I'll use a set here.",
    "I checked the database: there are 14 rows without an owner.",
    "Decision needed: should the export include deleted rows?",
    "From now on the variable is called `total`.",
    "All usages of `foo` have been replaced by `bar`.",
    "As agreed, I left the header alone.",
]


@pytest.mark.parametrize(("kind", "said", "holds"), LASTING)
def test_a_lasting_statement_is_kept_as_what_it_is(kind: str, said: str, holds: str) -> None:
    (found,) = extract.from_prompt(said)

    assert found.kind == kind
    assert holds in found.content.casefold()


@pytest.mark.parametrize(("kind", "said", "holds"), SETTLED)
def test_a_settled_result_of_an_answer_is_kept(kind: str, said: str, holds: str) -> None:
    (found,) = extract.from_response(said)

    assert found.kind == kind
    assert holds in found.content.casefold()


@pytest.mark.parametrize("said", PASSING)
def test_what_is_said_in_passing_is_left(said: str) -> None:
    assert extract.from_prompt(said) == []


@pytest.mark.parametrize("said", EXPLAINED)
def test_what_an_answer_explains_or_reports_is_left(said: str) -> None:
    assert extract.from_response(said) == []
