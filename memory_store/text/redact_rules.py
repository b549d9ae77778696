"""The table of secrets: what each kind is called, when to look for it, and its pattern.

Plain strings and nothing else: redact.py compiles a pattern when one of its literals occurs.
"""

from __future__ import annotations

# kind, literals, least length, held, pattern.
#
# A rule is tried when one of its literals stands in the lower-case text and the unbroken run
# after it has at least `least length` characters and contains `held`. A group called `secret` is
# what gets replaced, the whole match otherwise. Patterns are ASCII, so that a Chinese character
# beside a key is a boundary; quantifiers are possessive or bounded, so that none backtracks far.
# Formats as their issuers announce them to secret scanners (gitleaks has the widest list).
Rule = tuple[str, tuple[str, ...], int, str, str]

# An escape written out (JSON, C, a URL, a terminal's colour) ends in a letter or a digit, and
# what follows it begins there all the same.
_ESCAPED = (
    r"(?<=\\[abefnrtv0])|(?<=\\u[0-9A-Fa-f]{4})|(?<=\\x[0-9A-Fa-f]{2})|(?<=\\[0-7]{3})"
    r"|(?<=%[0-9A-Fa-f]{2})|(?<=[\[;]\dm)|(?<=[\[;]\d\dm)"
)
_EDGE = rf"(?:(?<![A-Za-z0-9])|{_ESCAPED})"
_END = r"(?![A-Za-z0-9])"
# Prose and names in code have neither a digit nor a capital inside.
_OPAQUE = r"(?=\S{0,128}?(?:\d|[a-z][A-Z]))(?P<secret>[\w.~+/=-]{12,}+)"
# Four characters of Base64 with the colon of `user:password` at each of its three places.
_COLON = r"(?:O[g-v]..|.[DTjz][o-r].|..[AEIMQUYcgkosw048]6)"
# The value of an option of a shell's command, with its quotes or up to what ends a word.
_VALUE = (
    r"\\{0,2}(['\"])?(?P<secret>"
    r"(?(1)(?:(?!\1)[^\n]){3,}+|[!#-%(-:=?-_a-{}~\u00a1-\u024f]{3,}+))"
)
_GAP = r"\b(?:[^\n;|&]|(?<=\\)\n){0,160}?\s"
# No port, no other option, no word of a sentence about the option.
_NO_VALUE = (
    r"(?!-|\d{1,5}(?::\d{1,5})?(?![\w!@#$%^*])"
    r"|(?:flags?|options?|and|or|is|to|with|for|the|in|as)\b)"
)

# fmt: off
RULES: tuple[Rule, ...] = (
    ("private-key", ("-----begin",), 0, "",
     (r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
      r"(?:(?:[^-]|-(?!----)){0,20000}+-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
      # Cut off or foreign text inside: as far as it can be a key's body.
      r"|(?:[A-Za-z0-9+/=\s\\,:.]|-(?!----))*+)")),
    ("aws-access-key-id", ("akia", "asia", "abia", "acca", "a3t"), 16, "",
     _EDGE + r"(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}" + _END),
    ("aws-secret", ("aws_", "aws-s", "aws.s", "awss", "aws s"), 0, "",
     (_EDGE + r"(?i:aws)[\w. -]{0,20}?(?i:secret|key)[\w.-]{0,20}+(?i:(?: access)?(?: key)?)"
      r"(?: \[[^\]\n]{0,40}+\])?\\{0,2}['\"]?(?:\s{0,4}[:=,]\s{0,4}|\s{1,4}(?![0-9a-f]{40}))"
      r"\\{0,2}['\"]?(?P<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])")),
    ("github", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"), 36, "",
     _EDGE + r"(?:gh[pousr]_[A-Za-z0-9]{36,}+|github_pat_[A-Za-z0-9_]{40,}+)"),
    ("gitlab", ("glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "glagent-", "gloas-", "glsoat-",
      "glft-", "glimt-"), 20, "",
     _EDGE + r"gl(?:pat|ptt|dt|rt|cbt|agent|oas|soat|ft|imt)-[\w.-]{20,}+"),
    ("anthropic", ("sk-ant-",), 20, "", _EDGE + r"sk-ant-[\w-]{20,}+"),
    ("openai", ("sk-",), 20, "",
     # Other vendors' keys begin alike; one without a digit is a CSS class.
     (_EDGE + r"sk-(?=[A-Za-z_-]{0,100}+\d)[\w-]{20,}+")),
    ("google-api-key", ("aiza",), 35, "", _EDGE + r"AIza[\w-]{35,}+"),
    ("google-oauth", ("gocspx-", "ya29.", "1//0"), 20, "",
     _EDGE + r"(?:GOCSPX-[\w-]{28,}+|ya29\.[\w.-]{20,}+|1//0[\w-]{40,}+)"),
    ("slack", ("xoxa-", "xoxb-", "xoxe", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xoxc-", "xoxd-",
      "xapp-"), 10, "",
     _EDGE + r"(?:xox[a-eoprs](?:\.xox[bp])?-[\w%-]{10,}+|xapp-\d-[\w-]{10,}+)"),
    ("slack-webhook", ("hooks.slack.com/",), 20, "",
     r"https://hooks\.slack\.com/(?:services|workflows|triggers)/(?P<secret>[\w/-]{20,}+)"),
    ("discord-webhook", ("/api/webhooks/",), 30, "",
     r"discord(?:app)?\.com/api/webhooks/\d{1,24}+/(?P<secret>[\w-]{30,}+)"),
    ("stripe", ("sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_"), 16, "",
     _EDGE + r"(?:[sr]k_(?:live|test)_[A-Za-z0-9]{16,}+|whsec_[A-Za-z0-9+/=]{24,}+)"),
    ("npm", ("npm_",), 36, "", _EDGE + r"npm_[A-Za-z0-9]{36,}+"),
    ("pypi", ("pypi-ag",), 50, "", _EDGE + r"pypi-Ag[\w-]{50,}+"),
    ("huggingface", ("hf_", "api_org_"), 30, "", _EDGE + r"(?:hf|api_org)_[A-Za-z0-9]{30,}+"),
    ("jwt", ("eyj",), 24, ".eyj",
     _EDGE + r"eyJ[\w-]{8,2048}+\.eyJ[\w-]{8,}+(?:\.[\w-]{4,}+)?"),
    ("sendgrid", ("sg.",), 49, ".", _EDGE + r"SG\.[\w-]{16,64}+\.[\w-]{32,}+"),
    ("azure", ("accountkey", "accesskey", "access key=", "access key ="), 0, "",
     (r"(?i:(?:account|shared\s?access)key)\s{0,4}=\s{0,4}"
      r"(?P<secret>[A-Za-z0-9+/]{43,}+={0,2})")),
    ("azure-client-secret", ("q~",), 31, "", _EDGE + r"[\w.~-]{3}\dQ~[\w.~-]{31,}+"),
    ("azure-sas", ("sig=",), 43, "", r"[?&;]sig=(?P<secret>[\w%/+=-]{43,}+)"),
    ("twilio", ("sk",), 32, "", _EDGE + r"SK[0-9a-f]{32}" + _END),
    ("telegram", (":aa",), 32, "", rf"(?:(?<!\d)|{_ESCAPED})\d{{8,10}}:AA[\w-]{{32,40}}+"),
    ("digitalocean", ("_v1_",), 64, "", _EDGE + r"do[opr]_v1_[0-9a-f]{64,}+"),
    ("age", ("age-secret-key-1",), 58, "", _EDGE + r"AGE-SECRET-KEY-1[0-9A-Z]{58,}+"),
    ("shopify", ("shpat_", "shpca_", "shppa_", "shpss_"), 32, "",
     _EDGE + r"shp(?:at|ca|pa|ss)_[0-9A-Fa-f]{32,}+"),
    ("linear", ("lin_api_", "lin_oauth_"), 32, "", _EDGE + r"lin_(?:api|oauth)_\w{32,}+"),
    ("notion", ("ntn_", "secret_"), 40, "",
     _EDGE + r"(?:ntn_[A-Za-z0-9]{40,}+|secret_[A-Za-z0-9]{43}" + _END + ")"),
    ("vault", ("hvs.", "hvb.", "hvr."), 24, "", _EDGE + r"hv[sbr]\.[\w-]{24,}+"),
    ("databricks", ("dapi",), 32, "", _EDGE + r"dapi[0-9a-f]{32}(?:-\d{1,2})?" + _END),
    ("mailgun", ("key-",), 32, "", _EDGE + r"key-[0-9a-f]{32}" + _END),
    ("alibaba", ("ltai",), 12, "", _EDGE + r"LTAI[A-Za-z0-9]{12,}+"),
    ("tencent", ("akid",), 32, "", _EDGE + r"AKID[A-Za-z0-9]{32,}+"),
    ("groq", ("gsk_",), 40, "", _EDGE + r"gsk_[A-Za-z0-9]{40,}+"),
    ("xai", ("xai-",), 60, "", _EDGE + r"xai-[A-Za-z0-9]{60,}+"),
    ("docker", ("dckr_pat_",), 20, "", _EDGE + r"dckr_pat_[\w-]{20,}+"),
    ("grafana", ("glsa_", "glc_"), 32, "",
     _EDGE + r"(?:glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}|glc_[A-Za-z0-9+/]{32,}+={0,2})"),
    ("postman", ("pmak-",), 50, "", _EDGE + r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    ("atlassian", ("atatt3",), 60, "", _EDGE + r"ATATT3[\w=-]{60,}+"),
    ("url-password", ("://", ":\\/\\/"), 4, "@",
     # The password goes up to the last @ before the path.
     (r":(?:\\?/){2}[^\s:/@'\"<>\[]{0,64}+:(?P<secret>[^\s/'\"<>]{3,128})@(?=[\w.\[%-])")),
    ("authorization", ("authorization:", "authorization=", "authorization =", "authorization'",
      'authorization"', "authorization\\"), 0, "",
     (r"(?i:authorization\\{0,2}['\"]?\s{0,4}[:=,]\s{0,4}\\{0,2}['\"]?"
      r"(?:basic|bearer|token|digest)\s{1,4})" + _OPAQUE)),
    ("bearer", ("bearer",), 12, "", r"(?i:bearer)\s{1,4}" + _OPAQUE),
    ("basic", ("basic",), 12, "",
     (r"(?i:basic)\s{1,4}(?=(?:[A-Za-z0-9+/]{4}){0,64}?" + _COLON + r")" + _OPAQUE)),
    ("user-password", ("-u", "-user"), 5, ":",
     # After `curl` any password; elsewhere `-u` may mean a group or a port.
     (r"(?:\b(?P<curl>curl)\b[^\n]{0,160}?\s|(?<![\w-]))(?:-[uU]\s{0,4}|--(?:proxy-)?user[\s=]{1,4})"
      r"(?=\\{0,2}['\"]?[^\s:/'\"\[]{1,64}+:(?!//)(?(curl)|(?=\S{0,64}?\d)\S{0,64}?[A-Za-z]))"
      r"\\{0,2}(['\"])?[^\s:/'\"\[]{1,64}+:"
      r"(?P<secret>(?(2)(?:(?!\2)[^\n]){3,}+|[!#-%(-:=?-_a-{}~\u00a1-\u024f]{3,}+))")),
    ("command-password", (" -p", " -a", " -w"), 3, "",
     (_EDGE + r"(?:(?:mysql\w*|mariadb[\w-]*|7z[arz]?)" + _GAP + r"-p(?=\S)"
      r"|(?:sshpass|mongo\w*|cqlsh"
      r"|(?:docker|podman|nerdctl|buildah|helm|oras|az|oc)(?:\s[\w-]{1,20})?\slogin)" + _GAP +
      r"-p[\s=]{0,4}"
      r"|redis-cli" + _GAP + r"-a\s{0,4}|(?:sqlcmd|bcp|zip|unzip)" + _GAP + r"-P\s{0,4}"
      r"|ldap\w{1,20}" + _GAP + r"-w\s{1,4}|plink" + _GAP + r"-pw\s{1,4})" + _NO_VALUE + _VALUE)),
)
# fmt: on

# A tag of `<private>`; group 1 is the slash of a closing one.
PRIVATE = r"<\s{0,8}(/?)\s{0,8}private(?:\s[^<>]{0,200})?>"

# An assignment: group `known` takes part for a password's name, not for that of a key or a token.
NAMES = (
    "passw", "passphrase", "passcode", "_pass", "-pass", "pass:", "pass=", "pass =", "pass is",
    "pass'", 'pass"', "pwd", "密码", "密碼", "口令", "secret", "token", "credential",
    "密钥", "密鑰", "令牌", "私钥", "_auth", "_key", "-key", "apikey", "accesskey", "privatekey",
    "accountkey", "authkey", "signingkey", "encryptionkey", "masterkey", "licensekey",
    "api key", "access key", "private key", "account key", "auth key", "signing key",
    "encryption key", "master key", "license key",
)  # fmt: skip
MARKS = (
    "=", "%3", "u003", ":", "：", ">", " is", " was", " to ", "是", "为", "為", "成", "--",
    "-pass", "-token", "-secret", "-key",
)  # fmt: skip
BEFORE, REACH = 24, 110  # characters around a name within which its mark stands
ASSIGNED = (
    r"(?i)(?:(?P<known>passw(?:or)?d|passphrase|passcode|pwd"
    rf"|(?:(?<![a-z])|{_ESCAPED})pass(?![a-z])"
    r"|密码|密碼|口令)|secret|token|credential|密钥|密鑰|令牌|私钥|(?<![a-z])_auth(?![a-z])"
    r"|(?:api|access|private|account|auth|signing|encryption|master|license)[_ -]?key)"
    r"(?P<suffix>[\w-]{0,24}+)"
    r"(?:\\{0,2}[\"'`]|\\{1,3}u002[27]|%22)?[\])]?\*{0,2}"
    r"(?:(?:\s?[(（][^()（）\n]{0,30}+[)）])?"
    r"(?:\s(?:for|of|on|to|in|at)\s[^\n:=]{1,40}?)?"
    r"(?P<mark>\s{0,4}(?::\s?[a-z]\w{0,11}\s?=|:=|->|={1,3}>?|[:：>]|%3[ad]|\\{1,3}u003[ad]"
    r"|[\u4e00-\u9fff]{0,6}?[是为為成][了:：]?)"
    r"|\s{1,4}(?:is(?:\snow)?|was|set\sto|changed\sto|to)\b[:：]?)|(?=\s)|,(?=\s?[\"']))"
    r"[\s\u00a0\u3000*“‘「『【]{0,6}(?:\\{1,3}u002[27]|%22|[\"']?\$\{\w{1,40}+:?[-=])?"
)
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
CODE = r"[A-Za-z_][\w.]*+[(\[]|(?:[a-z_][A-Za-z_]*+\.)++[a-z_][A-Za-z_]*+\d?(?![!-~])"

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
# Words of prose and code that hold digits.
TECHNICAL = (
    r"(?i)(?:sha-?\d{1,3}|md[45]|bcrypt|scrypt|argon2(?:id|i|d)?|pbkdf2|base-?\d\d(?:url)?"
    r"|aes-?\d{3}|rsa-?\d{4}|ed25519|[hrep]s(?:256|384|512)|utf-?\d{1,2}|oauth-?\d|x509"
    r"|v\d+(?:\.\d+)*|\d+(?:[.-]\d+)*-?(?:bit|byte|char|character|digit|hex|day|hour|minute|min|second|sec|token|"
    r"month|week|year|time|[kmg]b?|[hsb]|ms|st|nd|rd|th)s?)(?![A-Za-z0-9])"
)
PATH = r"//|(?:\.{1,2}|~|[A-Za-z]:)?[\\/](?:\Z|[A-Za-z_.-]+(?:[\\/]|\Z))"
# Words and small numbers: gpt-4o-mini, _token2.
WORDS = r"[-_.:/]*+(?:(?:[A-Za-z]{1,20}\d{0,3}|\d{1,4}[A-Za-z]{0,3})(?:[-_.:/]|\Z))+\Z"
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
