"""Patterns of secrets that are recognised by their place: beside a scheme, an option, in a tag.

Plain strings: redact.py compiles a pattern when one of its literals occurs. Keys that are
recognised alone are in redact_keys.py.
"""

from __future__ import annotations

# kind, literals, least length, held, pattern.
#
# A rule is tried when one of its literals stands in the lower-case text and the unbroken run
# after it has at least `least length` characters and contains `held`. A group called `secret` is
# what gets replaced, the whole match otherwise. Patterns are ASCII, so that a Chinese character
# beside a key is a boundary; quantifiers are possessive or bounded, so that none backtracks far.
Rule = tuple[str, tuple[str, ...], int, str, str]

# An escape written out (JSON, C, a URL, a terminal's colour) ends in a letter or a digit, and
# what follows it begins there all the same.
ESCAPED = (
    r"(?<=\\[abefnrtv0])|(?<=\\u[0-9A-Fa-f]{4})|(?<=\\x[0-9A-Fa-f]{2})|(?<=\\[0-7]{3})"
    r"|(?<=%[0-9A-Fa-f]{2})|(?<=[\[;]\dm)|(?<=[\[;]\d\dm)"
)
EDGE = rf"(?:(?<![A-Za-z0-9])|{ESCAPED})"
END = r"(?![A-Za-z0-9])"
# Prose and names in code have neither a digit nor a capital inside.
_OPAQUE = r"(?=\S{0,128}?(?:\d|[a-z][A-Z]))(?P<secret>[\w.~+/=-]{12,}+)"
# Four characters of Base64 with the colon of `user:password` at each of its three places.
_COLON = r"(?:O[g-v]..|.[DTjz][o-r].|..[AEIMQUYcgkosw048]6)"
# The value of an option of a shell's command, with its quotes or up to what ends a word.
_VALUE = (
    r"\\{0,2}(['\"])?(?P<secret>"
    r"(?(1)(?:(?!\1)[^\n]){3,}+|[!#-%(-:=?-_a-{}~\u00a1-\u024f]{3,}+))"
)
# Lines of a command that goes on.
_LINES = r"(?:[^\n\\]{0,160}+\\\n){0,4}+"
_CURL = r"\bcurl\b" + _LINES + r"[^\n]{0,160}?\s"
# Scheme and user of an address; the user may be a mail address.
_USER = r":(?:\\?/){2}[^\s:/'\"<>\[]{0,256}+"
# What is printed for a command that reads it, and how such a command says so.
_PRINTED = r"\b(?:echo|printf)\s{1,4}(?:-\w{1,3}\s{1,4}|['\"]%s(?:\\{1,2}n)?['\"]\s{1,4}){0,2}"
_READS = (
    r"(?:\bsudo\b[^\n|]{0,60}?\s-\w{0,4}S|\bpasswd\b[^\n|]{0,60}?\s--stdin"
    r"|--(?:pass\w{0,6}|token|secret)-(?:from-)?stdin|--with-token)\b"
)
# An argument of a call, with its comma.
_ARGUMENT = r"(?:'[^'\n]{0,256}'|\"[^\"\n]{0,256}\"|[\w$.:>()-]{1,80})\s{0,4},\s{0,8}"
_GAP = r"\b(?:[^\n;|&]|(?<=\\)\n){0,160}?\s"
# No port, no other option, no word of a sentence about the option.
_NO_VALUE = (
    r"(?!-|\d{1,5}(?::\d{1,5})?(?![\w!@#$%^*])"
    r"|/|(?:flags?|options?|and|or|is|to|with|for|the|in|as|public|private)\b)"
)

_SETTING = "(?:doppler|fly|flyctl|supabase|railway|wrangler)"
_REGISTRIES = "docker|podman|nerdctl|buildah|helm|oras|az|oc"
# Commands, each with its option before a secret.
_TAKING = tuple(
    rf"(?:{commands})" + _GAP + option
    for commands, option in (
        (r"mysql\w*|mariadb[\w-]*|7z[arz]?", r"-p(?=\S)"),
        (r"sshpass|mongo\w*|cqlsh", r"-p[\s=]{0,4}"),
        (rf"(?:{_REGISTRIES})(?:\s[\w-]{{1,20}})?\slogin", r"-p[\s=]{0,4}"),
        (r"redis-cli", r"-a\s{0,4}"),
        (r"sqlcmd|bcp|zip|unzip", r"-P\s{0,4}"),
        (r"ldap\w{1,20}", r"-w\s{1,4}"),
        (r"plink", r"-pw\s{1,4}"),
        (r"openssl", r"-[kK]\s{1,4}"),
        (r"user(?:add|mod)", r"-p\s{1,4}"),
        (r"snmp\w{1,16}", r"-[cAX]\s{1,4}"),
        (r"smb\w{4,12}|rpcclient", r"-U\s{0,4}\\{0,2}['\"]?[^\s%'\"]{1,64}%"),
        (r"net\suse", r"\\\\\S{1,256}\s{1,4}(?:/user:\S{1,128}\s{1,4})?"),
        (r"net\suser", r"[\w.-]{1,64}\s{1,4}"),
        (r"gh\ssecret\sset", r"(?:-b[\s=]{0,2}|--body[\s=]{1,4})"),
        (
            rf"(?:glab\svariable|heroku\sconfig|{_SETTING}\ssecrets?)[:\s]set",
            r"[A-Z][A-Z0-9_]{1,64}[\s=]{1,4}",
        ),
        (
            r"aws\s(?:secretsmanager|ssm(?=[^\n]{1,300}SecureString))",
            r"--(?:secret-string|value)[\s=]{1,4}",
        ),
        (r"az\skeyvault\ssecret\sset", r"--value[\s=]{1,4}"),
        (r"security\sadd-\w{1,16}-password", r"-w\s{1,4}"),
        (r"ansible-vault\sencrypt_string", r"(?=['\"])"),
        (r"keytool", r"-new\s{1,4}"),
    )
)
_TAKEN = EDGE + "(?:" + "|".join(_TAKING) + ")" + _NO_VALUE + _VALUE
# Calls whose second or third argument is a password.
_SECOND = (
    r"NetworkCredential|UsernamePasswordCredentials?|PasswordAuthentication|HTTPBasicAuth|auth="
    r"|(?:cx_Oracle|oracledb)\.connect|login(?=\([^,\n]{1,80}@)"
)
_THIRD = (
    r"PDO|mysqli(?:_connect)?|getConnection"
    r"|(?:\w{0,3}mysql|MySQLdb|mariadb|psycopg2?|pymssql|asyncpg)\.connect"
)
_CALLS = (
    "pdo(", "mysqli(", "connect(", "connection(", "credential(", "credentials(", "authentication(",
    "basicauth(", "auth=(", "login(",
)  # fmt: skip
# The first words of a line of settings whose next word is a secret.
_DIRECTIVES = (
    "requirepass", "masterauth", "snmp-server community", "rocommunity", "rwcommunity",
)  # fmt: skip

# fmt: off
PLACES: tuple[Rule, ...] = (
    ("private-key", ("-----begin",), 0, "",
     (r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
      r"(?:(?:[^-]|-(?!----)){0,20000}+-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
      # Cut off or foreign text inside: as far as it can be a key's body.
      r"|(?:[A-Za-z0-9+/=\s\\,:.]|-(?!----))*+)")),
    ("aws-secret", ("aws_", "aws-s", "aws.s", "awss", "aws s"), 0, "",
     (EDGE + r"(?i:aws)[\w. -]{0,20}?(?i:secret|key)[\w.-]{0,20}+(?i:(?: access)?(?: key)?)"
      r"(?: \[[^\]\n]{0,40}+\])?\\{0,2}['\"]?(?:\s{0,4}[:=,]\s{0,4}|\s{1,4}(?![0-9a-f]{40}))"
      r"\\{0,2}['\"]?(?P<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])")),
    # Beside its key's id, which was replaced before.
    ("aws-secret", ("akia", "asia"), 16, "",
     (r"(?:\[redacted:aws-access-key-id\][\s\S]{1,100}?(?<![\w+])"
      r"|(?<![\w/+])(?=[\w/+]{40}[^\w/+][\s\S]{0,100}?\[redacted:aws-access-key-id\]))"
      r"(?=[^\sa-z]{0,39}[a-z])(?=[^\sA-Z]{0,39}[A-Z])(?=[^\s\d]{0,39}\d)"
      r"(?P<secret>[A-Za-z0-9/+]{40})(?![\w/+=])")),
    ("azure", ("accountkey", "accesskey", "access key=", "access key ="), 0, "",
     (r"(?i:(?:account|shared\s?access)key)\s{0,4}=\s{0,4}"
      r"(?P<secret>[A-Za-z0-9+/]{43,}+={0,2})")),
    # A token in the place of the user.
    ("url-password", ("://", ":\\/\\/"), 20, "@",
     (r"(?<!ssh):(?:\\?/){2}(?=(?:[^\s\d/@]{0,64}\d){3})(?P<opaque>[\w.~%-]{20,1024}+)"
      r"(?=(?::(?:x-oauth-basic)?)?@[\w.\[%-])")),
    ("url-password", ("://",), 6, "@",
     # With a bare @ in it and what else ends a host: no path of a database has one.
     (r"(?<!http)(?<!https)" + _USER + r":(?!\d{1,5}[/?#])"
      r"(?P<secret>[!#-&(-;=A-z|~]{1,128}+(?:@[!#-&(-;=A-z|~]{1,128}+){1,4})"
      r"@(?!sha\d)(?=[\w.-]{1,128}(?:[:/?\s'\"]|\Z))")),
    ("url-password", ("://", ":\\/\\/"), 4, "@",
     # The password goes up to the last @ before the path; a port with more text is none.
     (_USER + r":(?!\d{1,5}[^\w!@#$%^&*.+=-])"
      r"(?P<secret>[!#-&(-.0-;=?-~]{3,1024})@(?=[^\s/@'\"<>])")),
    ("url-password", ("://",), 6, "@",
     # With a bare `/` in it, as drivers of databases take it.
     (r"(?<!http)(?<!https)" + _USER + r":(?!\d{1,5}[/?#])(?=[^\s@]{0,128}?\d)"
      r"(?P<secret>[!#-&(-;=?A-z|~]{3,256}+)@(?!sha\d)(?=[\w.-]{1,128}(?:[:/?\s'\"]|\Z))")),
    ("url-password", ("@tcp", "@unix", "jdbc:oracle:", "sqlplus"), 2, "",
     # Data sources of Go's drivers, and of Oracle.
     (r"(?:(?<![\w.$-])[\w.$-]{1,64}:(?=[^\s'\"`]{3,256}@(?:tcp|unix)\d?\()"
      r"|(?:jdbc:oracle:\w{2,4}:|\bsqlplus\s{1,4}(?:-\w{1,8}\s{1,4}){0,3})[\w$#.-]{1,64}/)"
      r"(?P<secret>[^\s'\"`]{3,256}?(?=@(?:tcp|unix)\d?\()|[^\s'\"`@<>]{3,256})@")),
    ("url-password", ("@/",), 0, "",
     # The same where its server is the usual one.
     (r"(?<![\w.$/-])[\w.$-]{1,64}:(?=[^\s'\"`]{0,128}?\d)(?P<secret>[!#-&(-.0-;=?A-_a-z|~]{6,256}?)"
      r"@/(?=[\w-]{1,64}(?:[?'\"`\s]|\Z))")),
    ("url-password", tuple(f"@{digit}" for digit in range(1, 10)), 6, ".",
     # Before a machine, without a scheme.
     (r"(?<![\w.:/@-])[\w.-]{2,32}:(?=[^\s\d]{0,64}\d)(?=[^\s]{0,64}?[A-Za-z])"
      r"(?P<opaque>[!#-&*+.0-9=?-Z^-z~-]{6,64})@(?=(?:\d{1,3}\.){3}\d)")),
    ("authorization", ("authorization:", "authorization=", "authorization =", "authorization'",
      'authorization"', "authorization\\"), 0, "",
     (r"(?i:authorization\\{0,2}['\"]?\s{0,4}[:=,]\s{0,4}\\{0,2}['\"]?"
      r"(?:basic|bearer|token|digest)\s{1,4})" + _OPAQUE)),
    ("authorization", ("authorization:", "authorization'", 'authorization"'), 0, "",
     # Without a scheme, so it must be no word.
     (r"(?i:authorization)['\"]?\s{0,4}:\s{0,4}['\"]?(?!AWS4)(?=(?:[^\s\d'\"]{0,40}\d){4})"
      + _OPAQUE)),
    ("bearer", ("bearer",), 12, "", r"(?i:bearer)\s{1,4}" + _OPAQUE),
    ("basic", ("basic",), 12, "",
     (r"(?i:basic)\s{1,4}(?=(?:[A-Za-z0-9+/]{4}){0,64}?" + _COLON + r")" + _OPAQUE)),
    ("user-password", ("-u", "-user"), 5, ":",
     # After `curl` any password; elsewhere `-u` may mean a group or a port.
     (r"(?:(?P<curl>" + _CURL + r")|(?<![\w-]))"
      r"(?:-[uU]\s{0,4}|--(?:proxy-)?user[\s=]{1,4})"
      r"(?=\\{0,2}['\"]?[^\s:/'\"\[]{0,64}+:(?!//)"
      r"(?(curl)|(?<=\w:)(?=\S{0,64}?\d)\S{0,64}?[A-Za-z]))"
      r"\\{0,2}(['\"])?[^\s:/'\"\[]{0,64}+:(?P<inner>['\"])?"
      r"(?P<secret>(?(2)(?:(?!\2)[^\n]){3,}+|(?(inner)(?:(?!(?P=inner))[^\n]){3,}+"
      r"|[!#-%(-:=?-_a-{}~\u00a1-\u024f]{3,}+)))")),
    # A key in the place of the user, with no password.
    ("user-password", ("-u", "-user"), 5, ":",
     (_CURL + r"(?:-u\s{0,4}|--user[\s=]{1,4})\\{0,2}['\"]?"
      r"(?P<secret>(?=[^\s:/'\"]{0,64}?\d)[^\s:/'\"\[<${]{8,}+):(?=['\"\s]|\Z)")),
    ("netrc", ("machine ", "machine\n", "machine\t"), 4, ".",
     (r"(?i:machine)\s{1,4}\S{4,128}+\s{1,8}(?i:login)\s{1,4}\S{1,128}+\s{1,8}(?i:password)"
      r"\s{1,4}(?P<secret>[!#-&(-\[\]-~]{6,128}+)")),
    ("cookie", ("cookie:", "cookie':", 'cookie":', " -b", "-cookie"), 3, "",
     # All of them, if one is long and has a digit.
     (r"(?:(?i:cookie)\\{0,2}['\"]?:\s{0,4}|" + _CURL + r"(?:-b|--cookie)[\s=]{1,4})\\{0,2}['\"]?"
      r"(?=(?:[^;\n'\"\\]{0,300}+;){0,60}?\s{0,2}[^\s=;,'\"\\]{1,128}+=(?![A-Z]+(?:_[A-Z\d]+)++(?!\w))"
      r"(?=[^;\s'\"\\]{0,64}?\d)[^;\s'\"\\$<{]{16})"
      r"(?P<secret>[^\s=;,'\"\\]{1,128}=[^;\s'\"\\]*+(?:;\s?[^\s=;,'\"\\]{1,128}(?:=[^;\s'\"\\]*+)?)*+)")),
    ("docker-auth", ('"auth":', '"auth" :', 'auth\\":'), 0, "",
     (r"\"auth\\{0,2}\"\s{0,4}:\s{0,4}\\{0,2}\"(?=(?:[A-Za-z0-9+/]{4}){0,64}?" + _COLON + r")"
      + _OPAQUE)),
    ("discord-token", ("discord",), 0, "",
     (r"(?i:discord)[^\n]{0,80}?(?<![\w-])"
      r"(?P<secret>[MNO][\w-]{22,28}\.[\w-]{6}\.[\w-]{27,40}+)(?![\w-])")),
    ("sidekiq", ("contribsys__com",), 0, "",
     (r"BUNDLE_\w{4,20}__CONTRIBSYS__COM[\w'\"\s,.:=?]{0,16}?"
     r"(?P<secret>[0-9a-f]{8}:[0-9a-f]{8})(?![0-9a-f])")),
    ("command-password", (" -p", " -a", " -w"), 3, "", _TAKEN),
    ("command-password", ("openssl", "snmp", "smb", "rpcclient", "net use",
      "secret set", "secrets set", "variable set", "config:set", "secret-string", "securestring",
      "encrypt_string", "keytool"), 0, "", _TAKEN),
    ("command-password", ("login ",), 32, "",
     (r"\b[\w-]{2,20}\slogin(?:\s--?[\w-]{1,20}){0,2}\s{1,4}(?=(?:[^\s\d]{0,64}\d){3})"
      r"(?P<opaque>[\w.-]{32,128}+)(?![/@:])")),
    ("command-password", ("from-literal",), 0, "",
     (r"--from-literal[=\s]\\{0,2}['\"]?[\w.-]{1,64}=" + _NO_VALUE
      + r"(?=[^\s]{0,64}?\d)" + _VALUE)),
    # What is typed where a program asked for a password.
    ("command-password", ("send ",), 0, "",
     (r"(?i:password|assword|passphrase|口令|密码)[^\n]{0,40}\n?[^\n]{0,40}?\bsend\s{1,4}(?:--\s{1,4})?"
      r"\\{0,2}\"(?P<secret>[^\"\\\n$]{3,128})(?=\\{1,2}[rn])")),
    ("command-password", ("chpasswd",), 0, "",
     (r"(?:" + _PRINTED + r"(?=[^\n|]{3,256}\|[^\n|]{0,40}?\bchpasswd\b)"
      r"|\bchpasswd\b[^\n|]{0,40}?<<<\s{0,4})\\{0,2}['\"]?"
      r"[\w.-]{1,64}:(?!\$)(?P<secret>[^\s|'\"\\]{3,128}+)")),
    ("command-password", ("sudo", "stdin", "with-token"), 0, "",
     (r"(?:" + _PRINTED + r"(?=[^\n|]{3,256}\|[^\n|]{0,160}?" + _READS + r")"
      r"|" + _READS + r"[^\n|]{0,80}?<<<\s{0,4})(?!\\{0,2}['\"]?\$)" + _VALUE)),
    ("command-password", ("htpasswd",), 0, "",
     # Its file, unless it prints, and its user.
     (r"\bhtpasswd\s{1,4}-(?:(?=\w{0,6}n)\w{0,6}b\w{0,6}|\w{0,6}b\w{0,6}\s{1,4}[^\s-]\S{0,128})\s{1,4}"
      r"[^\s-]\S{0,64}\s{1,4}(?!\\{0,2}['\"]?\$)" + _VALUE)),
    ("command-password", ("convertto-securestring",), 0, "",
     (r"(?i:convertto-securestring)\s{1,4}(?:-[A-Za-z]{1,16}\s{1,4}){0,3}"
      r"(?=\\{0,2}['\"][^$])" + _VALUE)),
    ("password", _CALLS, 3, "",
     (EDGE + r"(?:(?:" + _THIRD + r")\(\s{0,8}(?:" + _ARGUMENT + r"){2}"
      r"|(?:" + _SECOND + r")\(\s{0,8}" + _ARGUMENT + r")(['\"])"
      r"(?P<secret>(?:(?!\1)[^\n]){3,128}+)")),
    ("password", _DIRECTIVES, 3, "",
     (r"\b(?:" + r"|".join(one.strip() for one in _DIRECTIVES) + r")\s{1,4}" + _NO_VALUE +
      r"(?:(?=['\"]|\S{0,64}?\d)|(?<=\n)(?=\S{1,64}\n))" + _VALUE)),
    # Behind the word that tests pass by, with a sign in it.
    *(
        ("password", ("pass ",), 8, sign,
         (r"\b(?i:pass)\s(?=[^\sa-z]{0,64}[a-z])(?=[^\sA-Z]{0,64}[A-Z])(?=[^\s\d]{0,64}\d)"
          r"(?P<secret>[\w@-]{1,64}+[!#$%^*][\w!@#$%^*-]{1,64}+)(?![/:(\[{=.])"))
        for sign in "!#$%^*"
    ),
    # User and password with a slash between, behind a word that announces an account.
    ("password", (" / ", "admin/", "root/", "sa/"), 0, "",
     (r"(?i:\blog ?in\b|credentials\b|\baccount\b|登[录陆]|[账帐]号|账户|用户名|管理员)"
      r"[\w\s:：是为用=]{0,12}?(?<![\w./-])(?:(?:admin\w{0,12}|root|sa)/|[\w.@-]{2,48}\s/\s)"
      r"(?=[^\s/]{0,64}?\d)(?=[^\s/]{0,64}?[A-Za-z])(?P<opaque>[!#-&(-.0-;=?-~]{6,64}+)(?!/)")),
    ("pgpass", (":5432:", ":5433:", ":6432:", ":*:"), 3, ":",
     (r"(?<![\w:.-])(?:[\w.-]{1,128}|\*):(?:\d{2,5}|\*):(?:[\w-]{1,64}|\*):[\w-]{1,64}:"
      r"(?P<secret>[^\s:'\"]{4,128}+)")),
    # What an app for a second factor is set up with, in base32.
    ("totp-seed", ("2fa", "mfa", "otp", "two-factor", "two factor", "authenticator", "两步验证",
      "二步验证", "双因素", "双重验证", "动态口令", "动态码", "验证器"), 0, "",
     (r"(?i:(?<![a-z][a-z])(?:2fa|mfa|[th]?otp)|two[- ]factor|authenticator|[两二]步验证"
      r"|双因素|双重验证|动态[口码]令?|验证器)"
      r"[^\n]{0,24}?(?<![\w-])(?P<secret>(?=[A-Z]{0,127}[2-7])[A-Z2-7]{16,128}+"
      r"|(?=(?:[A-Z]{4}[\s-]){0,15}(?=[A-Z2-7]{4}\b)[A-Z]{0,3}[2-7])[A-Z2-7]{4}(?:[\s-][A-Z2-7]{4}){3,15}+"
      r"|(?=(?:[a-z]{4}[\s-]){0,15}(?=[a-z2-7]{4}\b)[a-z]{0,3}[2-7])[a-z2-7]{4}(?:[\s-][a-z2-7]{4}){3,15}+)"
      r"(?![\w-])")),
    ("mnemonic", ("mnemonic", "seed phrase", "seed words", "recovery phrase", "bip39", "bip-39",
      "wallet", "助记词"), 0, "",
     (r"(?i:mnemonic|(?:seed|recovery)\s(?:phrase|words)|bip-?39|wallet|助记词)[^\n:：=是为]{0,24}?"
      r"(?:[:：=是为]|\bis\b|(?=\s?[\"'`]))[\s\"'`“]{0,6}"
      r"(?P<secret>(?:(?:\d{1,2}[.)]\s?)?[a-z]{3,8}[\s,]{1,3}){11,23}(?:\d{1,2}[.)]\s?)?[a-z]{3,8})(?![\w])")),
    # The second of a pair of keys, as clouds in China name them.
    ("secret", ("sk:", "sk：", "sk=", "sk =", "sk ", "sk是", "sk为", "sk→", "sk分", "sk(", "sk'",
      'sk"', "sk`", "sk\\", "sk 是", "sk 为", 'sk": "', "sk': '"), 16, "",
     (rf"(?=[sS])(?:(?<![A-Za-z0-9-])|(?<=set)|{ESCAPED})"
      r"(?i:sk)(?![\w-])[\\\"'`\])*）]{0,4}\s{0,4}"
      r"(?:[:=：→(]|->|分?别?[是为用])?[\s\\\"'`“]{0,6}"
      r"(?:[A-Za-z0-9]{16,64}\s{0,2}(?:[/,，、;|和与]|and)\s{0,2})?"
      r"(?=(?:[^\s\d]{0,40}\d){2})(?P<opaque>[\w+/=-]{24,128}+)")),
    # What is only called a key, and has capitals, small letters and digits.
    ("secret", ("key:", "key：", "key=", "key =", "key is ", "key 是", "key是", "key为", "key 为",
      "key成", "key 换成"), 20, "",
     (rf"(?=[kK])(?:(?<![\w.-])|{ESCAPED})"
      r"(?i:key)\s?(?:[:=：]|\bis\b|换?[是为成])[\s\"'`“]{0,4}"
      r"(?=[^\s\d=]{0,40}\d)(?=[^\sA-Z=]{0,40}[A-Z])(?=[^\sa-z=]{0,40}[a-z])"
      r"(?P<opaque>[A-Za-z0-9_~+/-]{20,256}+={0,2})(?![.:(])")),
    ("mailchimp", ("-us",), 1, "", EDGE + r"[0-9a-f]{32}-us\d{1,2}" + END),
    ("private-key", ("private-lines:",), 0, "",
     (r"Private-Lines:\s{0,4}\d{1,3}(?:\s|\\[nr]){1,4}"
      r"(?P<secret>(?:[A-Za-z0-9+/=]{2,80}+(?![\w:-])(?:\s|\\[nr]){0,8}+)++)")),
    ("password-hash", ("$apr1$", "$1$", "$2", "$5$", "$6$", "$y$", "$argon2"), 20, "$",
     r"\$(?:apr1|1|2[abxy]|5|6|y|argon2(?:id|i|d))\$[\w./$=,+-]{20,}+"),
)
# fmt: on

# A tag of `<private>`, also one that is escaped as in HTML or JSON; group 1 is the slash of a
# closing one.
PRIVATE_OPENINGS = ("<", "&lt;", "\\u003c")
PRIVATE = r"(?:<|&lt;|\\u003c)\s{0,8}(/?)\s{0,8}private(?:\s[^<>]{0,200}?)?(?:>|&gt;|\\u003e)"
# Full-width and small forms that an input method for Chinese writes in keys and tags, and the
# plain ones: letters, digits, and the signs that are no punctuation of Chinese.
WIDE = {code: code - 0xFEE0 for code in (
    *range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B),
    *map(ord, "＋－．／＜＝＞＠＿"),
)} | {ord("﹤"): ord("<"), ord("﹥"): ord(">")}  # fmt: skip
