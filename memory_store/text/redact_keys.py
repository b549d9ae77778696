"""Patterns of keys that are recognised by their beginning.

Plain strings: redact.py compiles a pattern when one of its literals stands in a long enough run of
characters. Must not hold a pattern without a literal.
"""

from __future__ import annotations

from memory_store.text import redact_rules

SHORTEST = 15
"""Characters of the shortest key, its literal included: no shorter word is looked at."""

_END = redact_rules.END
# The rest of a text in base64, on one line or on several.
_BODY = r"(?:[A-Za-z0-9+/]|\s{1,12}(?=[A-Za-z0-9+/]{24})|\\n(?=[A-Za-z0-9+/]{24}))*+={0,2}"

# Beginnings that nothing but a key has: before a body without a sign in it, and with any.
_ISSUED = (
    "AGE-SECRET-KEY-1 AKID AKLT ATBB CLOJARS_ EZAK EZTK GOOG1E api_org_ apify_api_ bkua_ crsr_"
    " csk- doo_v1_ dop_v1_ dor_v1_ e2b_ gsk_ hf_ jina_ lin_api_ lin_oauth_ napi_ nfp_ npm_ ntn_"
    " p8e- phx_ pnu_ pplx- pul- r8_ rdme_ rnd_ rpa_ rubygems_ s-s4t2af- s-s4t2ud- sbp_ secret_"
    " shippo_live_ shippo_test_ shpat_ shpca_ shppa_ shpss_ sk_ sntryu_ sqa_ sqp_ squ_ vca_ vci_"
    " vck_ vcp_ xai-"
)
_ISSUED_PARTS = (
    "ATATT3 CCIPAT_ CCIPRJ_ HRKU- PMAK- dckr_oat_ dckr_pat_ duffel_live_ duffel_test_ figd_ fio-u-"
    " glsa_ hvb. hvr. hvs. lsv2_pt_ lsv2_sk_ nvapi- pcsk_ pdl_live_apikey_ pdl_sdbx_apikey_"
    " pscale_api_ pscale_oauth_ pscale_pw_ pscale_tkn_ pypi-Ag sb_secret_ sgp_ tfp_ tgp_v1_ tk-us-"
    " tskey-api- tskey-auth- tskey-client- tvly- wandb_v1_ xkeysib-"
)


def _issued(beginnings: str, body: str) -> redact_rules.Rule:
    pattern = "(?:" + beginnings.replace(".", r"\.").replace(" ", "|") + ")" + body
    return "api-key", tuple(beginnings.lower().split()), 24, "", pattern


# As in redact_rules.py; the patterns begin where a literal may. Formats as the issuers document
# them, and announce them to secret scanners; gitleaks has the widest list.
# fmt: off
_BEGINNINGS: tuple[redact_rules.Rule, ...] = (
    ("1password", ("ops_eyj", "a3-"), 20, "",
     (r"(?:ops_eyJ[\w+/-]{50,}+={0,3}"
     r"|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3})")),
    ("aiven", ("avns_",), 16, "", r"AVNS_[\w-]{16,24}+"),
    ("alibaba", ("ltai",), 12, "", r"LTAI[A-Za-z0-9]{12,}+"),
    ("anthropic", ("sk-ant-",), 20, "", r"sk-ant-[\w-]{20,}+"),
    ("airtable", ("pat",), 79, ".", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}" + _END),
    ("artifactory", ("akcp", "cmvmdgtu"), 56, "",
     r"(?:AKCp[A-Za-z0-9]{69}|cmVmdGtu[A-Za-z0-9]{56})"),
    ("authress", (".acc_", ".acc-"), 40, ".",
     (r"(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}+\.[a-z0-9]{4,6}+\.acc[_-][a-z0-9-]{10,32}+"
     r"\.[\w+/=-]{30,120}+")),
    ("aws-access-key-id", ("akia", "asia", "abia", "acca", "a3t"), 16, "",
     r"(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}" + _END),
    ("aws-bedrock", ("absk", "bedrock-api-key-"), 16, "",
     (r"(?:ABSK(?=[A-Za-z0-9+/]{0,200}?\d)[A-Za-z0-9+/]{80,}+={0,2}"
     r"|bedrock-api-key-[A-Za-z0-9+/]{16,}+={0,2})")),
    ("azure", ("azdo", "jqqj9"), 4, "",
     r"(?:[A-Za-z0-9]{52}JQQJ9|[A-Za-z0-9]{76}AZDO)[A-Za-z0-9]{4,}+"),
    ("azure-client-secret", ("q~",), 31, "", r"[\w.~-]{3}\dQ~[\w.~-]{31,}+"),
    ("baidu", ("altak",), 20, "", r"(?:bce-v3/)?ALTAK-?[A-Za-z0-9]{20,}+(?:/[0-9a-f]{40})?"),
    ("clickhouse", ("4b1d",), 38, "", r"4b1d[A-Za-z0-9]{38}"),
    ("cloudflare", ("v1.0-",), 170, "", r"v1\.0-[0-9a-f]{24}-[0-9a-f]{146}"),
    ("crates", ("cio",), 32, "", r"cio(?=[A-Za-z]{0,31}\d)[A-Za-z0-9]{32}" + _END),
    ("databricks", ("dapi",), 32, "", r"dapi[0-9a-f]{32}(?:-\d{1,2})?" + _END),
    ("doppler", ("dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."), 40, "",
     r"dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,}+"),
    ("dynatrace", ("dt0c01.",), 89, ".", r"(?i:dt0c01\.[a-z0-9]{24}\.[a-z0-9]{64})"),
    ("facebook", ("eaam", "eaac"), 90, "", r"EAA[MC][A-Za-z0-9]{90,}+"),
    ("firecrawl", ("fc-",), 32, "", r"fc-[0-9a-f]{32}" + _END),
    ("fireworks", ("fw_",), 20, "",
     r"fw_(?=[A-Za-z]{0,32}\d)(?=[a-z\d]{0,32}[A-Z])[A-Za-z0-9]{20,32}+(?!\w)"),
    ("flutterwave", ("flwseck", "flwpubk"), 12, "",
     r"FLW(?:SEC|PUB)K_TEST-[0-9A-Ha-h]{12,32}+(?:-X)?"),
    ("fly", ("fo1_", "fm1a_", "fm1r_", "fm2_"), 43, "",
     r"(?:fo1_[\w-]{43}|(?:fm1[ar]|fm2)_[A-Za-z0-9+/]{80,}+={0,3})"),
    ("github", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"), 36, "",
     r"(?:gh[pousr]_[A-Za-z0-9]{36,}+|github_pat_[A-Za-z0-9_]{40,}+)"),
    ("gitlab", ("glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "glagent-", "gloas-", "glsoat-",
      "glft-", "glimt-"), 20, "",
     r"gl(?:pat|ptt|dt|rt|cbt|agent|oas|soat|ft|imt)-[\w.-]{20,}+"),
    ("gitlab", ("glffct-", "gr1348941", "_gitlab_session="), 20, "",
     r"(?:glffct-[\w-]{20,}+|GR1348941[\w-]{20,}+|_gitlab_session=[0-9a-z]{32})"),
    ("gocardless", ("live_",), 40, "", r"(?<!_)live_(?=[\w=-]{0,40}?\d)[\w=-]{40}"),
    ("google-api-key", ("aiza",), 35, "", r"AIza[\w-]{35,}+"),
    ("google-oauth", ("gocspx-", "ya29.", "1//0"), 20, "",
     r"(?:GOCSPX-[\w-]{28,}+|ya29\.[\w.-]{20,}+|1//0[\w-]{40,}+)"),
    ("grafana", ("glsa_", "glc_"), 32, "",
     r"(?:glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}|glc_[A-Za-z0-9+/]{32,}+={0,2})"),
    ("grafana", ("eyjrijoi",), 70, "", r"eyJrIjoi[A-Za-z0-9]{70,400}+={0,3}"),
    ("harness", ("pat.", "sat."), 60, ".",
     r"[ps]at\.[\w-]{22}\.[0-9A-Za-z]{24}\.[0-9A-Za-z]{20}"),
    ("huawei", ("hpua",), 16, "", r"HPUA(?=[A-Z]{0,16}\d)[A-Z0-9]{16}"),
    ("digitalocean", ("do00",), 16, "", r"DO00[A-Z0-9]{16,18}" + _END),
    ("hubspot", ("pat-na", "pat-eu"), 36, "",
     r"pat-(?:na|eu)\d-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"),
    ("infracost", ("ico-",), 32, "", r"ico-[A-Za-z0-9]{32}" + _END),
    ("jwt", ("eyj",), 24, ".eyj",
     r"eyJ[\w-]{8,2048}+\.eyJ[\w-]{8,}+(?:\.[\w-]{4,}+)?"),
    ("lob", ("live_", "test_"), 31, "", r"(?<!_)(?:live|test)_(?:pub_[0-9a-f]{31}|[0-9a-f]{35})"),
    ("mailgun", ("key-",), 32, "", r"(?:pub)?key-[0-9a-f]{32}" + _END),
    ("cursor", ("key_",), 64, "", r"(?<!_)key_[0-9a-f]{64}" + _END),
    ("mapbox", ("pk.", "sk."), 80, ".", r"[ps]k\.[\w-]{60,}+\.[\w-]{22,}+"),
    ("new-relic", ("nrak-", "nrjs-", "nrii-"), 19, "",
     r"(?i:nrak-[a-z0-9]{27}|nrjs-[a-f0-9]{19}|nrii-[a-z0-9-]{32})"),
    ("nuget", ("oy2",), 43, "", r"oy2[a-z0-9]{43}"),
    ("octopus", ("api-",), 26, "", r"API-(?=[A-Z]{0,25}\d)[A-Z0-9]{26}"),
    ("openai", ("sk-",), 20, "",
     # Other vendors' keys begin alike; one without a digit is a CSS class, if it has hyphens.
     (r"sk-(?:(?=[A-Za-z_-]{0,100}+\d)[\w-]{20,}+|[a-z]{40,64}+(?![\w-]))")),
    ("openshift", ("sha256~",), 43, "", r"sha256~[\w-]{43}"),
    ("plaid", ("access-sandbox-", "access-development-", "access-production-"), 36, "",
     r"access-(?:sandbox|development|production)-[0-9a-f-]{36}"),
    ("resend", ("re_",), 30, "", r"re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,28}+"),
    ("sendgrid", ("sg.",), 49, ".", r"SG\.[\w-]{16,64}+\.[\w-]{32,}+"),
    ("sendgrid", ("sg.",), 66, "", r"SG\.[\w=.-]{66}"),
    ("sentry", ("sntrys_",), 40, "", r"sntrys_eyJ[\w+/=-]{40,}+"),
    ("settlemint", ("sm_pat_", "sm_aat_", "sm_sat_"), 16, "", r"sm_[pas]at_[A-Za-z0-9]{16}"),
    ("slack", ("xoxa-", "xoxb-", "xoxe-", "xoxe.", "xoxo-", "xoxp-", "xoxr-", "xoxs-",
      "xoxc-", "xoxd-", "xapp-"), 10, "",
     r"(?:xox[a-eoprs](?:\.xox[bp])?-[\w%-]{10,}+|xapp-\d-[\w-]{10,}+)"),
    ("serverchan", ("sct",), 20, "t", r"SCT\d{1,9}T[A-Za-z0-9]{20,}+"),
    ("square", ("sq0csp-", "sq0atp-", "eaaa"), 22, "",
     r"(?:sq0(?:csp|atp)-[\w\\^-]{22,60}+|EAAA(?=[\w+=-]{0,60}?\d)[\w+=-]{40,60}+)"),
    ("stripe", ("sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_"), 16, "",
     r"(?:[sr]k_(?:live|test)_[A-Za-z0-9]{16,}+|whsec_[A-Za-z0-9+/=]{24,}+)"),
    ("stripe", ("_prod_",), 16, "", r"[sr]k_prod_[A-Za-z0-9]{16,}+"),
    ("terraform", (".atlasv1.",), 60, "", r"[A-Za-z0-9]{14}\.(?i:atlasv1)\.[\w=-]{60,70}+"),
    ("twilio", ("sk",), 32, "", r"SK[0-9a-f]{32}" + _END),
    ("twitter", ("a" * 22,), 80, "", r"A{22}[A-Za-z0-9%]{80,100}+"),
    ("voyage", ("pa-",), 40, "",
     r"pa-(?=[\w-]{0,43}[A-Z])(?=[A-Za-z_-]{0,43}\d)[\w-]{43}(?![\w-])"),
    ("yandex", ("aqvn", "t1."), 35, "",
     r"(?:AQVN[\w-]{35,38}+|t1\.[\w-]{1,40}={0,2}\.[\w-]{86}={0,2})"),
    _issued(_ISSUED, r"(?=[A-Za-z]{0,64}\d)[A-Za-z0-9]{24,}+={0,2}"),
    _issued(_ISSUED_PARTS, r"(?=[A-Za-z_-]{0,64}\d)[\w=-]{24,}+"),
    ("api-key", ("pk_",), 40, "_", r"pk_\d{6,12}_[A-Z0-9]{32}" + _END),
    # Of any issuer: behind a word that says what it is, what nobody reads.
    ("api-key", ("sk_", "sk-", "ak_", "ak-", "as-", "api_", "api-", "key_", "key-", "secret_",
      "secret-", "token_", "token-", "pat_", "pat-", "oat_", "oat-", "auth_", "auth-", "live_"),
     20, "",
     (r"(?:[sa]k|as|api|key|secret|token|[po]at|auth|(?<!pk_)(?<![a-z]{3}_)live)[_-](?:v\d[_-])?"
      r"(?P<random>[\w-]{20,128}+)")),
    # A private key in DER without its lines: a sequence that begins with the version 0 or 1.
    ("private-key", ("mii", "mig", "caqaw", "caqee"), 40, "",
     r"(?:MII[\w+/]{2}[AQgw]IBA[A-D]|MI[GH][\w+/]AgE[AB]|M[A-H][\w+/]CAQ(?:Aw|EE))(?=[\w+/]{40})"
     + _BODY),
)
_ANYWHERE: tuple[redact_rules.Rule, ...] = (
    # The key of an address that takes messages: Slack, Discord, Teams, Feishu, WeCom and alike.
    ("webhook", ("hooks.", "hook/", "hooks/", "webhook."), 20, "",
     (r"[/.](?:web)?hooks?(?:\.[\w.-]{1,64})?/(?:[a-z]{2,16}2?[/?]|\d{1,24}/){0,3}(?:key=)?"
      r"(?=(?:[^\s\d]{0,64}\d){3})(?P<opaque>[\w@/+-]{20,}+)")),
    # Slack's, which may have hardly a digit.
    ("webhook", ("/services/t",), 20, "",
     r"/services/(?P<secret>T[A-Z0-9]{6,12}/B[A-Z0-9]{6,12}/[A-Za-z0-9]{20,}+)"),
    ("signed-url", ("sig=", "signature="), 27, "",
     r"(?i:[?&;](?:[\w-]{1,16}-)?sig(?:nature)?)=(?=[^\s&]{0,128}?\d)(?P<secret>[\w%/+=~-]{27,}+)"),
    # A shorter one, if nobody reads it.
    ("signed-url", ("sig=",), 10, "",
     (r"(?i:[?&;]sig)=(?=(?:[^\s\d&]{0,32}\d){2})(?=[^\s&]{0,32}[A-Za-z])"
      r"(?P<opaque>[\w%/+=~-]{10,}+)")),
    ("telegram", (":aa", "%3aaa"), 32, "",
     rf"(?:(?<!\d)|{redact_rules.ESCAPED})\d{{8,10}}(?::|%3A)AA[\w-]{{32,40}}+"),
    ("telegram", ("/bot",), 40, "", r"(?<=/bot)\d{6,12}(?::|%3A)[\w-]{30,40}+"),
    # A private key in PEM, once more in base64: `-----BEGIN ` and `PRIVATE KEY` at each of the
    # three places where a group of three bytes may begin.
    ("private-key", ("ls0tls1crudjti", "0tls0tqkvhsu4g", "tls0tlujfr0loi"), 20, "",
     (r"(?:LS0tLS1CRUdJTi|0tLS0tQkVHSU4g|tLS0tLUJFR0lOI)[A-Za-z0-9+/]{0,32}?"
      r"(?:UFJJVkFURSBLRV|BSSVZBVEUgS0VZ|QUklWQVRFIEtFW)" + _BODY)),
    # The same once more in base64, as a manifest has what was in base64 before.
    ("private-key", ("tfmwdextmunsvwrkvg", "xtmhrmuzfdulvkslrp", "muzb0tfmxq1jvzepua"), 20, "",
     (r"(?:TFMwdExTMUNSVWRKVG|xTMHRMUzFDUlVkSlRp|MUzB0TFMxQ1JVZEpUa)[A-Za-z0-9+/]{0,48}?"
      r"(?:VUZKSlZrRlVSU0JMUl|VGSkpWa0ZVUlNCTFJW|VRkpKVmtGVVJTQkxSV"
      r"|QlNTVlpCVkVVZ1MwVl|JTU1ZaQlZFVWdTMFZa|CU1NWWkJWRVVnUzBWW"
      r"|UVVrbFdRVlJGSUV0Rl|FVa2xXUVZSRklFdEZX|RVWtsV1FWUkZJRXRGV)" + _BODY)),
)
# fmt: on

SHAPED = 33
"""Characters of the shortest word whose shape is looked at."""
SHAPED_PART, SHAPED_DIGITS = 16, 3  # of a part between signs, and of the word
ONE_CASE = 49  # of a word without a part of capitals and small letters
# By shape alone: kind and pattern.
SHAPES = (
    ("dingtalk", redact_rules.EDGE + r"SEC[0-9a-f]{64}"),
    ("discord-token", redact_rules.EDGE + r"[MNO][TDjz][\w-]{21,26}\.[\w-]{6}\.[\w-]{27,40}+"),
    ("zhipu", redact_rules.EDGE + r"[0-9a-f]{32}\.(?=[A-Za-z]{0,15}\d)[A-Za-z0-9]{16}" + _END),
    ("api-key", redact_rules.EDGE + r"st(?:\.[0-9a-f]{24,64}){3}" + _END),
    ("api-key", r"(?<![\w/-])\d/\d{13,20}/\d{13,20}:[0-9a-f]{32}" + _END),
    # Behind any short name and a sign, what nobody reads. No digest, nor what is meant to be seen.
    ("api-key",
     (r"(?:(?<![\w-])|" + redact_rules.ESCAPED + r")"
      r"(?!(?i:sha\d{1,3}|md5|h\d|nonce|p(?:ub(?:lic)?|k)|phc|cs)[_.-])"
      r"(?:[a-z][a-z\d]{0,11}[_-]|[A-Z][A-Z\d]{0,11}[_.-]){1,4}+"
      r"(?P<random>[\w-]{32,256}+)(?!@)")),
    # Lines of a private key without its first, and no certificate.
    ("private-key",
     (r"-----BEGIN [A-Z0-9 ]{0,40}(?:CERTIFICATE|PUBLIC KEY|REQUEST|CRL|PARAMETERS)-----[^-]*+"
      r"|(?<![\w+/-])(?P<secret>(?=[^a-z\s]{0,63}[a-z])(?=[^A-Z\s]{0,63}[A-Z])(?=[^\d\s]{0,63}\d)"
      r"[A-Za-z0-9+/]{64}(?:(?:[\s>|]|\\[nr]){1,8}+[A-Za-z0-9+/]{64}(?![A-Za-z0-9+/]))++"
      r"(?:(?:[\s>|]|\\[nr]){1,8}+(?:[A-Za-z0-9+/]{16,63}|[A-Za-z0-9+/]{1,63}=)={0,2}"
      r"(?![\w+/=-]))?)")),
)  # fmt: skip

RULES: tuple[redact_rules.Rule, ...] = (
    *(
        (kind, literals, least, held, redact_rules.EDGE + pattern)
        for kind, literals, least, held, pattern in _BEGINNINGS
    ),
    *_ANYWHERE,
)
