"""Patterns of secrets that are recognised by the name before them, and of harmless values.

Plain strings, as in redact_rules.py. Must not hold a pattern without a name.
"""

from __future__ import annotations

from memory_store.text import redact_rules

# An assignment: group `known` takes part for a password's name, not for that of a key or a token.
NAMES = (
    "passw", "passphrase", "passcode", "_pass", "-pass", "pass:", "pass=", "pass =", "pass is",
    "pass'", 'pass"', "storepass", "keypass", "pwd", "pw:", "pw=", " pw ", "密码", "密碼", "口令",
    "授权码", "psk", "secret", "token", "credential", "creds", "密钥", "密鑰", "秘钥", "令牌",
    "私钥", "_auth", "_key", "-key", "apikey", "accesskey", "privatekey", "accountkey", "authkey",
    "signingkey", "encryptionkey", "masterkey", "licensekey", "appkey", "consumerkey",
    "subscriptionkey", "servicekey", "sharedkey", "apiv3", "api_v3",
    "api key", "access key", "private key", "account key", "auth key", "signing key",
    "encryption key", "master key", "license key", "app key", "consumer key",
    "subscription key", "service key", "shared key", "identified",
)  # fmt: skip
# How the name of a table's column ends, in lower case and with blanks for `_` and `-`.
PASSWORD_COLUMNS = (
    "password", "passwd", "passwords", "passphrase", "passcode", "pwd", "pass",
    "密码", "密碼", "口令", "授权码",
)  # fmt: skip
COLUMNS = (
    *PASSWORD_COLUMNS, "secret", "token", "api key", "apikey", "api_key", "api-key", "access key",
    "secret key", "accesskey", "secretkey", "access_key", "secret_key",
    "credential", "credentials",
    "密钥", "密鑰", "秘钥", "令牌", "私钥",
)  # fmt: skip
MARKS = (
    "=", "%3", "u003", ":", "：", ">", " is", " was", " to ", " as ", " be ", "是", "为", "為",
    "成", "作", "做", "当", "(", "（", "--", "-pass", "-token", "-secret", "-key",
    '",', "',", "value",
)  # fmt: skip
BEFORE, REACH = 24, 110  # characters around a name within which its mark stands
AHEAD = 64  # or its value and its mark, where they stand before it
_PASSWORD = (
    r"passw(?:or)?d|passphrase|passcode|pwd"
    rf"|(?=p)(?:(?:(?<![a-z])|(?<=store)|(?<=key)|{redact_rules.ESCAPED})pass|(?<![a-z])pw)(?![a-z])"
    r"|(?<![a-z])psk(?![a-z])|密码|密碼|口令|授权码"
)
_KEY = (
    r"secret|token|credential|(?<![a-z])creds(?![a-z])|密钥|密鑰|秘钥|令牌|私钥|api_?v3(?![a-z]{0,12}[\\\\/])"
    r"|_auth(?![a-z_])|(?-i:(?<=[A-Z0-9])(?<!PUBLIC)(?<!PRIMARY)(?<!FOREIGN)(?<!CACHE)_KEY(?![A-Z_]))"
    r"|client[_-]key|(?:api|access|private|account|auth|signing|encryption|master|license|app|consumer"
    r"|subscription|service|functions|apiv3|shared)[_ -]?key"
)
# What joins a name and its value, and nothing else: in code, then in words of both languages.
_JOINED = (
    # A manifest's next line, an object's next field.
    r"[:,]?\s{0,24}\\{0,2}[\"']?(?<![a-z])(?:value|default)\\{0,2}[\"']?\s?[:=]"
    r"|\s{0,4}(?::\s?[a-z]\w{0,11}\s?=|:{1,3}=|[?.]=|->|={1,3}>?|[:：>]|%3[ad]|\\{1,3}u003[ad]"
    r"|[\u4e00-\u9fff]{0,6}?[是为為成叫][了:：]?)"
    # Another value, and a call that sets it.
    r"|\s{0,4}(?:\|\||\?\?|or)\s{0,4}(?=\\{0,2}[\"'`])|\((?=\\{0,2}[\"'])"
    r"|\s{1,4}(?:string\s?=|(?:(?:(?:is|was|has\sbeen)\s)?(?:now\s)?"
    r"(?:(?:re)?set|changed|updated|rotated|switched)\s(?:to|as)|is(?:\snow)?|was|to)\b[:：]?)"
    # A list's, a call's or a tag's next word.
    r"|(?<=[\"']),(?=\s?[\"'])|\s?\{[^{}]{0,120}?\sdefault\s{0,4}="
)
# What joins other things as well: the value must be one that nobody reads.
_BESIDE = (
    r"\s{0,4}[–—→⇒➜➔|]{1,2}|\s{1,12}(?:--?|[*+•])(?=\s)"
    r"|,?\s{1,4}(?:uses?|using|equals|becomes?|became|(?:will|should|must)\sbe)\b[:：]?"
    r"|[,，]?\s?[\u4e00-\u9fff]{0,6}?(?:用|填|等于)[:：]?"
)
ASSIGNED = (
    rf"(?i)(?:(?P<known>{_PASSWORD}"
    r"|identified\s{1,4}(?:with\s{1,4}\S{1,40}+\s{1,4})?by(?=\s{1,4}\\{0,2}([\"'])[^\s\"'\\]{1,64}+\\{0,2}\2))"
    rf"|{_KEY})"
    r"(?P<suffix>(?<![\u4e00-\u9fff])[\w-]{0,24}+"
    r"|(?<=[\u4e00-\u9fff])(?:[\w-]{1,24}+(?=\s?[:：=>是为為成叫]))?)"
    r"(?:\\{0,2}[\"'`]|\\{1,3}u002[27]|%22)?[\])]?\*{0,2}"
    r"(?:(?:\s?[(（][^()（）\n]{0,30}+[)）])?"
    r"(?:\s(?:for|of|on|to|in|at)\s[^\n:=]{1,40}?)?"
    rf"(?:(?P<mark>{_JOINED})|(?P<beside>{_BESIDE}))"
    r"|(?=[\s\u3000])|(?<=[\u4e00-\u9fff])(?=[“‘「『【\"']{0,2}[!-~]{6}))"
    # What stands around a value: a list's sign, a line that goes on, a text of several lines.
    r"[\s\u00a0\u3000*“‘「『【]{0,6}(?:(?<=\s)[|>][-+\d]{0,2}\s{1,17}|(?<=\s)[-+•]\s{1,4}|\\\r?\n\s{0,12})?"
    r"(?:(?:\"{3}|'{3})\\?\s{0,12})?(?:\\{1,3}u002[27]|%22|[\"']?\$\{\w{1,40}+:?[-=])?"
)
# Names in Chinese, and what can stand behind a name and no sign: more is asked of the word there.
HAN_NAMES = ("密码", "密碼", "口令", "授权码", "密钥", "密鑰", "秘钥", "秘钥", "令牌", "私钥")
SPACED = (
    r"(?P<quote>[\"'`])?(?=[!-~]{0,48}?(?:\d|[a-z][A-Z]))(?=[!-~]{0,48}?[A-Za-z])"
    r"(?P<word>[A-Za-z0-9/+=]{32,128}+|[A-Za-z0-9!@#$%^*_-]{6,128}+)"
    r"(?(quote)(?P=quote)|(?![/:(\[{]|\.\w))"
)
# The value before its name: `… is the root password`, `用 … 作为密码`, `… (password)`.
REVERSED = (
    r"(?i)(?=[iwa就也才便是为為作做当成(（\\\"'])"
    r"(?:(?:\b(?:is|was|as)\s|\()(?:(?!(?:of|for|in|on|whose|that)\s)[\w'’-]{1,16}\s){0,4}"
    r"|(?:[就也才便]?是|为|為|作|做|当|成|（)[^\n!-/:-@\[-`{-~，。；：！？、（）]{0,24}?"
    r"|\\{0,2}[\"'],\s{0,24}\\{0,2}[\"'](?:name|key)\\{0,2}[\"']\s?:\s?\\{0,2}[\"'])"
    rf"[\w-]{{0,24}}?(?:(?P<known>{_PASSWORD})|{_KEY})"
    r"(?=s?\s{0,2}(?:[^\w\s\u4e00-\u9fff-]|\Z|\n|登[录陆]|(?:of|for|to|in|on|at|from|and|now|that|we|which)\b))"
)
AROUND = " \"'`”’」』】*\\,，)）"  # what may stand between
VALUE_CHARS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!@#$%^*_-"
# The suffix of a name before a value without any sign.
SUFFIX = r"(?i)(?:s|[_-]?(?:key|token))?\Z"
SQL = r"(?i)\b(?:user|role|grant)\b"
# Whose password it is: not a message or a label about one (`RESET_PASSWORD: …`).
OWNER = (
    r"(?<![A-Z])(?!(?:(?:RE|UN)?SET|GET|INVALID|WRONG|BAD|WEAK|MISSING|INCORRECT|NEW|OLD|CURRENT|FORGOT|CHANGE"
    r"|CONFIRM|REPEAT|UPDATE|VERIFY|CHECK|SHOW|HIDE|ENTER|NO|USE)_)[A-Z\d]+_\Z"
)
SETS = r"(?i)(?:set|change|update|with)_?\Z"
CIPHER = r"(?i)(?:sha|aes|rsa|base|utf|oauth)-?\d|md5|pbkdf|hmac|crypt"
SAID = r"[\"'`”’」』】]?(?:[，。；！,;.!]|\s{0,8}(?:\Z|\n|#))"  # nothing more
LINE_START = r"(?:\A|\n)[ \t]{0,8}(?:export )?[\w.-]{0,64}\Z"
FLAG = r"(?:--|(?<!\S)-)[\w-]{0,24}\Z"
REPLACED = r"\[redacted:[a-z-]{0,24}\Z"
QUOTED = r"\\{1,3}[\"'`]([^\"'`\\\n]++)|\"((?:[^\"\\\n]|\\[^\n])++)|'([^'\n]++)|`([^`\n]++)"
BARE = r"[!-~\u00a1-\u024f]++"
# Where an unquoted value ends: a quote, a tag, a separator before the next name, a JSON `\n`.
CUT = (
    r"[\"'`](?=$|[,;:)}\]])|(?<=[!-~])(?:<(?=[/!A-Za-z])|\$\{)|\\(?:[nrt\"']|u00)|\{\{|\[redacted:"
    r"|[,;&](?=$|[\"']?[A-Za-z_][\w.-]{0,40}+[\"']?[=:])"
)
TRAILING = ".,;:?)]}\"'`"
CODE = r"[A-Za-z_][\w.]{0,63}+[(\[]|(?:[a-z_][A-Za-z_]*+\.)++[a-z_][A-Za-z_]*+\d?(?![!-~])"

# What stands where a secret would, and is none: always the whole value, as `Todo4ever!` is one.
NAME_ALONE = frozenset(("password", "passwd", "pass", "pwd", "pw", "secret", "token", "key"))
PLACEHOLDER = (
    r"(?:<[^<>]*+>|<[\w./:|-]*|\$[({]{1,2}(?:[^(){}]*+[)}]+|[\w\s./:?+-]*)|\{(?:[\"'{%\s].*|\w*+[:,].*|[\w.]*+\}?)"
    r"|%\(\w*+\)?s?|[*.…•xX-]{3,}\w{0,4}|[$%][A-Z_][A-Z0-9_]*%?|(?i:\$env:\w+"
    r"|\[?redacted(?::[a-z-]*+)?\]?|(?:none|null|true|false|undefined)(?:[,;)}\]].*)?"
    # Where it is kept.
    r"|(?:os|process)\.[\w.]*+(?:[\[(].*)?|env(?:[.:]\w+|[\[(].*)|getenv\b.*"
    r"|vault:[\w.-]*+[/#][\w./#-]*+|arn:aws[\w-]*+:.*|op://.*|!(?:secret|vault|ref|sub)(?:\s.*)?"
    # What to do about it: words only, with at most a number behind them.
    r"|(?:your|example|sample|dummy|placeholder|todo|replace|change[-_]?me|xxx)"
    r"(?:api|app|access|auth|secret|private|token|key|password|passwd|pass|user|name|value|here"
    r"|client|database|db|me|with|this|the|[-_. ]+(?-i:[a-z]{1,20}|[A-Z]{1,20}))*+"
    r"[-_.]?\d{0,3}))\Z"
)
# A text of several words that speaks about a password: a message, or code between two strings.
MESSAGE = (
    r"(?i)\A[,.+;:)}\]&|=<>(/]|\{\w*\}|%[sd]\b|\$\{|至少|不能|必须|字符|请|位|错误"
    r"|\b(?:must|should|cannot|required?|invalid|incorrect|wrong|enter|please|least|characters?|chars"
    r"|digits?|letters?|minimum|maximum|failed|error|expire[sd]?|missing|contains?|match(?:es)?"
    r"|stored|hashed|encoded|encrypted|rotate[sd]?|attempts?|tries|days?|hours?|minutes?|bits?"
    r"|bytes|see|1password)\b"
)
LABEL = r"(?i)pass|kennwort|\b(?:confirm|new|old|current|repeat|forgot|sign|log|show|hide|reset)\b"
# Single words that speak about it too, in the place of a value of letters alone.
STATE = (
    r"(?i)(?:(?:var|n?var)?char|text|string|number|integer|bool(?:ean)?|object|hidden|visible|masked|optional"
    r"|default|empty|plain-?(?:text)?|(?:en|dis)abled?|always|never|prompt(?:ed)?|manual|automatic|unchanged"
    r"|unset|unknown|pending|null(?:able)?|public|private|internal|external|input|field|reset|changed?|forgot(?:ten)?"
    r"|secrets?|credentials?|keychain|keyring|keystore|bitwarden|vault|dotenv|random|generated?|readonly"
    r"|required?|invalid|incorrect|wrong|missing|expired|failed|error|hashed|encoded|encrypted)\Z"
)
# Words that were drawn: four or more, and none that a sentence or a name of a thing needs.
DRAWN = r"(?:[a-z]{3,12}+ ){3,9}[a-z]{3,12}\Z|(?:[a-z]{3,12}+-){3,9}[a-z]{3,12}\Z"
SPEAKS = (
    r"\b(?:the|your?|for|with|and|not|this|that|from|its|are|was|were|has|have|will|can|may|into|when|where|which"
    r"|what|how|then|than|they|their|our|any|all|but|one|use[ds]?|using|name|value|field|string|text|secrets?|tokens?"
    r"|keys?|credentials?|users?|login|account|access|auth|database|server|service|config|prod|production|staging"
    r"|dev|test|default|after|before|only|here|there|does|should|would|never|always|been|being|also|same|other)\b"
)
# Words of prose and code that hold digits.
TECHNICAL = (
    r"(?i)(?:sha-?\d{1,3}|md[45]|bcrypt|scrypt|argon2(?:id|i|d)?|pbkdf2|base-?\d\d(?:url)?"
    r"|aes-?\d{3}|rsa-?\d{4}|ed25519|[hrep]s(?:256|384|512)|utf-?\d{1,2}|oauth-?\d|x509"
    r"|v\d+(?:\.\d+)*|\d+(?:[.-]\d+)*-?(?:bit|byte|char|character|digit|hex|day|hour|minute|min|second|sec|token|"
    r"month|week|year|time|[kmg]b?|[hsb]|ms|st|nd|rd|th)s?)(?![A-Za-z0-9]|:[\w+/]{24})"
)
UUID = r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\Z"  # which some issuers' keys are
PATH = r"//|(?:\.{1,2}|~|[A-Za-z]:)?[\\/](?:\Z|[A-Za-z_.-]+(?:[\\/]|\Z))"
# Words and small numbers: gpt-4o-mini, _token2.
WORDS = r"[-_.:/]*+(?:(?:[A-Za-z]{1,20}\d{0,3}|\d{1,4}[A-Za-z]{0,3})(?:[-_.:/]|\Z))+\Z"
# Words that are told apart by capitals: AuthServiceV2Impl.
CAMEL = r"(?:[A-Z]{0,5}+[a-z]{3,}+(?:[Vv]?\d{1,4}+)?)++[A-Z]{0,5}+\d{0,4}+\Z"
NAME_WORDS = r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+"
# Last words of a name that speaks about a secret without holding it: password_hash, tokenUrl.
ABOUT = frozenset((
    "age", "alg", "algorithm", "arn", "ary", "bits", "bucket", "budget", "bytes", "cache",
    "column", "count", "dir", "end", "endpoint", "env", "expires", "expiry", "field", "fields",
    "file", "format", "hash", "header", "hint", "id", "ids", "input", "issuer", "ization", "ize",
    "ized", "izer", "izers", "label", "len", "length", "less", "limit", "limits", "manager",
    "max", "min", "name", "names", "path", "pattern", "policy", "prefix", "provider",
    "ref", "regex", "reset",
    "rule", "rules", "scope", "size", "store", "strength", "ttl", "type", "uri", "url", "usage",
    "validator", "version",
))  # fmt: skip
