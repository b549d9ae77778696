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

# As in redact_rules.py; the patterns begin where a literal may. Formats as the issuers document
# them, and announce them to secret scanners; gitleaks has the widest list.
# fmt: off
_BEGINNINGS: tuple[redact_rules.Rule, ...] = (
    ("1password", ("ops_eyj", "a3-"), 20, "",
     (r"(?:ops_eyJ[\w+/-]{50,}+={0,3}"
     r"|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3})")),
    ("adobe", ("p8e-",), 32, "", r"p8e-[0-9A-Fa-f]{32}"),
    ("age", ("age-secret-key-1",), 58, "", r"AGE-SECRET-KEY-1[0-9A-Z]{58,}+"),
    ("aiven", ("avns_",), 16, "", r"AVNS_[\w-]{16,24}+"),
    ("alibaba", ("ltai",), 12, "", r"LTAI[A-Za-z0-9]{12,}+"),
    ("anthropic", ("sk-ant-",), 20, "", r"sk-ant-[\w-]{20,}+"),
    ("airtable", ("pat",), 79, ".", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}" + _END),
    ("apify", ("apify_api_",), 30, "", r"apify_api_[A-Za-z0-9]{30,}+"),
    ("artifactory", ("akcp", "cmvmdgtu"), 56, "",
     r"(?:AKCp[A-Za-z0-9]{69}|cmVmdGtu[A-Za-z0-9]{56})"),
    ("atlassian", ("atatt3",), 60, "", r"ATATT3[\w=-]{60,}+"),
    ("authress", (".acc_", ".acc-"), 40, ".",
     (r"(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}+\.[a-z0-9]{4,6}+\.acc[_-][a-z0-9-]{10,32}+"
     r"\.[\w+/=-]{30,120}+")),
    ("aws-access-key-id", ("akia", "asia", "abia", "acca", "a3t"), 16, "",
     r"(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}" + _END),
    ("aws-bedrock", ("absk", "bedrock-api-key-"), 16, "",
     (r"(?:ABSK(?=[A-Za-z0-9+/]{0,200}?\d)[A-Za-z0-9+/]{80,}+={0,2}"
     r"|bedrock-api-key-[A-Za-z0-9+/]{16,}+={0,2})")),
    ("azure-client-secret", ("q~",), 31, "", r"[\w.~-]{3}\dQ~[\w.~-]{31,}+"),
    ("baidu", ("altak",), 20, "", r"(?:bce-v3/)?ALTAK-?[A-Za-z0-9]{20,}+(?:/[0-9a-f]{40})?"),
    ("bitbucket", ("atbb",), 28, "", r"ATBB[A-Za-z0-9]{28,}+"),
    ("buildkite", ("bkua_",), 40, "", r"bkua_[0-9a-f]{40}"),
    ("cerebras", ("csk-",), 40, "", r"csk-(?=[a-z]{0,40}\d)[A-Za-z0-9]{40,}+"),
    ("circleci", ("ccipat_", "cciprj_"), 50, "",
     r"CCIP(?:AT|RJ)_[A-Za-z0-9]{18,24}_[0-9a-f]{40}"),
    ("clickhouse", ("4b1d",), 38, "", r"4b1d[A-Za-z0-9]{38}"),
    ("clojars", ("clojars_",), 60, "", r"(?i:clojars)_[A-Za-z0-9]{60}"),
    ("cloudflare", ("v1.0-",), 170, "", r"v1\.0-[0-9a-f]{24}-[0-9a-f]{146}"),
    ("crates", ("cio",), 32, "", r"cio(?=[A-Za-z]{0,31}\d)[A-Za-z0-9]{32}" + _END),
    ("cursor", ("crsr_",), 40, "", r"crsr_[0-9a-f]{40,}+"),
    ("databricks", ("dapi",), 32, "", r"dapi[0-9a-f]{32}(?:-\d{1,2})?" + _END),
    ("digitalocean", ("_v1_",), 64, "", r"do[opr]_v1_[0-9a-f]{64,}+"),
    ("docker", ("dckr_pat_",), 20, "", r"dckr_pat_[\w-]{20,}+"),
    ("doppler", ("dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."), 40, "",
     r"dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,}+"),
    ("duffel", ("duffel_",), 43, "", r"duffel_(?:test|live)_[\w=-]{43}"),
    ("dynatrace", ("dt0c01.",), 89, ".", r"(?i:dt0c01\.[a-z0-9]{24}\.[a-z0-9]{64})"),
    ("e2b", ("e2b_",), 36, "", r"e2b_[0-9a-f]{36,}+"),
    ("easypost", ("ezak", "eztk"), 54, "", r"EZ[AT]K[A-Za-z0-9]{54}"),
    ("elevenlabs", ("sk_",), 48, "", r"sk_[0-9a-f]{48}"),
    ("facebook", ("eaam", "eaac"), 90, "", r"EAA[MC][A-Za-z0-9]{90,}+"),
    ("figma", ("figd_",), 36, "", r"figd_[\w-]{36,}+"),
    ("firecrawl", ("fc-",), 32, "", r"fc-[0-9a-f]{32}" + _END),
    ("fireworks", ("fw_",), 20, "",
     r"fw_(?=[A-Za-z]{0,32}\d)(?=[a-z\d]{0,32}[A-Z])[A-Za-z0-9]{20,32}+(?!\w)"),
    ("flutterwave", ("flwseck", "flwpubk"), 12, "",
     r"FLW(?:SEC|PUB)K_TEST-[0-9A-Ha-h]{12,32}+(?:-X)?"),
    ("fly", ("fo1_", "fm1a_", "fm1r_", "fm2_"), 43, "",
     r"(?:fo1_[\w-]{43}|(?:fm1[ar]|fm2)_[A-Za-z0-9+/]{80,}+={0,3})"),
    ("frameio", ("fio-u-",), 64, "", r"fio-u-[\w=-]{64}"),
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
    ("groq", ("gsk_",), 40, "", r"gsk_[A-Za-z0-9]{40,}+"),
    ("harness", ("pat.", "sat."), 60, ".",
     r"[ps]at\.[\w-]{22}\.[0-9A-Za-z]{24}\.[0-9A-Za-z]{20}"),
    ("heroku", ("hrku-",), 36, "", r"HRKU-[\w-]{36,60}+"),
    ("huawei", ("hpua",), 16, "", r"HPUA(?=[A-Z]{0,16}\d)[A-Z0-9]{16}"),
    ("hubspot", ("pat-na", "pat-eu"), 36, "",
     r"pat-(?:na|eu)\d-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"),
    ("huggingface", ("hf_", "api_org_"), 30, "", r"(?:hf|api_org)_[A-Za-z0-9]{30,}+"),
    ("infracost", ("ico-",), 32, "", r"ico-[A-Za-z0-9]{32}" + _END),
    ("intra42", ("s-s4t2",), 64, "", r"s-s4t2(?:ud|af)-[0-9a-f]{64,}+"),
    ("jina", ("jina_",), 50, "", r"jina_[A-Za-z0-9]{50,}+"),
    ("jwt", ("eyj",), 24, ".eyj",
     r"eyJ[\w-]{8,2048}+\.eyJ[\w-]{8,}+(?:\.[\w-]{4,}+)?"),
    ("langsmith", ("lsv2_",), 40, "", r"lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}"),
    ("linear", ("lin_api_", "lin_oauth_"), 32, "", r"lin_(?:api|oauth)_\w{32,}+"),
    ("lob", ("live_", "test_"), 31, "", r"(?<!_)(?:live|test)_(?:pub_[0-9a-f]{31}|[0-9a-f]{35})"),
    ("mailgun", ("key-",), 32, "", r"key-[0-9a-f]{32}" + _END),
    ("mailgun", ("pubkey-",), 32, "", r"pubkey-[0-9a-f]{32}"),
    ("mapbox", ("pk.", "sk."), 80, ".", r"[ps]k\.[\w-]{60,}+\.[\w-]{22,}+"),
    ("neon", ("napi_",), 40, "", r"napi_[a-z0-9]{40,}+"),
    ("netlify", ("nfp_",), 36, "", r"nfp_[A-Za-z0-9]{36,}+"),
    ("new-relic", ("nrak-", "nrjs-", "nrii-"), 19, "",
     r"(?i:nrak-[a-z0-9]{27}|nrjs-[a-f0-9]{19}|nrii-[a-z0-9-]{32})"),
    ("notion", ("ntn_", "secret_"), 40, "",
     r"(?:ntn_[A-Za-z0-9]{40,}+|secret_[A-Za-z0-9]{43}" + _END + ")"),
    ("npm", ("npm_",), 36, "", r"npm_[A-Za-z0-9]{36,}+"),
    ("nuget", ("oy2",), 43, "", r"oy2[a-z0-9]{43}"),
    ("nvidia", ("nvapi-",), 50, "", r"nvapi-[\w-]{50,}+"),
    ("octopus", ("api-",), 26, "", r"API-(?=[A-Z]{0,25}\d)[A-Z0-9]{26}"),
    ("openai", ("sk-",), 20, "",
     # Other vendors' keys begin alike; one without a digit is a CSS class, if it has hyphens.
     (r"sk-(?:(?=[A-Za-z_-]{0,100}+\d)[\w-]{20,}+|[a-z]{40,64}+(?![\w-]))")),
    ("openshift", ("sha256~",), 43, "", r"sha256~[\w-]{43}"),
    ("paddle", ("pdl_live_apikey_", "pdl_sdbx_apikey_"), 40, "",
     r"pdl_(?:live|sdbx)_apikey_\w{40,}+"),
    ("perplexity", ("pplx-",), 48, "", r"pplx-[A-Za-z0-9]{48}"),
    ("pinecone", ("pcsk_",), 50, "", r"pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{50,}+"),
    ("plaid", ("access-sandbox-", "access-development-", "access-production-"), 36, "",
     r"access-(?:sandbox|development|production)-[0-9a-f-]{36}"),
    ("planetscale", ("pscale_",), 32, "", r"pscale_(?:pw|tkn|oauth|api)_[\w=.-]{32,64}+"),
    ("posthog", ("phx_",), 40, "", r"phx_[A-Za-z0-9]{40,}+"),
    ("postman", ("pmak-",), 50, "", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    ("prefect", ("pnu_",), 36, "", r"pnu_[A-Za-z0-9]{36}"),
    ("pulumi", ("pul-",), 40, "", r"pul-[0-9a-f]{40}"),
    ("pypi", ("pypi-ag",), 50, "", r"pypi-Ag[\w-]{50,}+"),
    ("readme", ("rdme_",), 70, "", r"rdme_[a-z0-9]{70}"),
    ("render", ("rnd_",), 24, "", r"rnd_(?=[A-Za-z]{0,64}\d)[A-Za-z0-9]{24,}+"),
    ("replicate", ("r8_",), 37, "", r"r8_[A-Za-z0-9]{37}"),
    ("resend", ("re_",), 30, "", r"re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,28}+"),
    ("rubygems", ("rubygems_",), 48, "", r"rubygems_[0-9a-f]{48}"),
    ("runpod", ("rpa_",), 36, "", r"rpa_[A-Za-z0-9]{36,}+"),
    ("scalingo", ("tk-us-",), 48, "", r"tk-us-[\w-]{48}"),
    ("sendgrid", ("sg.",), 49, ".", r"SG\.[\w-]{16,64}+\.[\w-]{32,}+"),
    ("sendgrid", ("sg.",), 66, "", r"SG\.[\w=.-]{66}"),
    ("sendinblue", ("xkeysib-",), 81, "", r"xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}"),
    ("sentry", ("sntrys_", "sntryu_"), 40, "",
     r"(?:sntrys_eyJ[\w+/=-]{40,}+|sntryu_[0-9a-f]{64})"),
    ("settlemint", ("sm_pat_", "sm_aat_", "sm_sat_"), 16, "", r"sm_[pas]at_[A-Za-z0-9]{16}"),
    ("shippo", ("shippo_",), 40, "", r"shippo_(?:live|test)_[0-9A-Fa-f]{40}"),
    ("shopify", ("shpat_", "shpca_", "shppa_", "shpss_"), 32, "",
     r"shp(?:at|ca|pa|ss)_[0-9A-Fa-f]{32,}+"),
    ("slack", ("xoxa-", "xoxb-", "xoxe-", "xoxe.", "xoxo-", "xoxp-", "xoxr-", "xoxs-",
      "xoxc-", "xoxd-", "xapp-"), 10, "",
     r"(?:xox[a-eoprs](?:\.xox[bp])?-[\w%-]{10,}+|xapp-\d-[\w-]{10,}+)"),
    ("sonar", ("squ_", "sqp_", "sqa_"), 40, "", r"sq[upa]_[A-Za-z0-9]{40}"),
    ("serverchan", ("sct",), 20, "t", r"SCT\d{1,9}T[A-Za-z0-9]{20,}+"),
    ("sourcegraph", ("sgp_",), 40, "",
     r"sgp_(?:(?:[0-9A-Fa-f]{16}|local)_)?[0-9A-Fa-f]{40}"),
    ("square", ("sq0csp-", "sq0atp-", "eaaa"), 22, "",
     r"(?:sq0(?:csp|atp)-[\w\\^-]{22,60}+|EAAA(?=[\w+=-]{0,60}?\d)[\w+=-]{40,60}+)"),
    ("stripe", ("sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_"), 16, "",
     r"(?:[sr]k_(?:live|test)_[A-Za-z0-9]{16,}+|whsec_[A-Za-z0-9+/=]{24,}+)"),
    ("stripe", ("_prod_",), 16, "", r"[sr]k_prod_[A-Za-z0-9]{16,}+"),
    ("supabase", ("sbp_",), 40, "", r"sbp_[0-9a-f]{40}"),
    ("supabase", ("sb_secret_",), 26, "", r"sb_secret_[\w-]{26,}+"),
    ("tailscale", ("tskey-",), 30, "", r"tskey-[a-z]{2,12}-[A-Za-z0-9]{8,24}-[A-Za-z0-9]{20,}+"),
    ("tavily", ("tvly-",), 24, "", r"tvly-(?:[a-z]{2,8}-)?(?=[A-Za-z_-]{0,32}\d)[\w-]{24,}+"),
    ("tencent", ("akid",), 32, "", r"AKID[A-Za-z0-9]{32,}+"),
    ("terraform", (".atlasv1.",), 60, "", r"[A-Za-z0-9]{14}\.(?i:atlasv1)\.[\w=-]{60,70}+"),
    ("together", ("tgp_v1_",), 36, "", r"tgp_v1_[\w-]{36,}+"),
    ("twilio", ("sk",), 32, "", r"SK[0-9a-f]{32}" + _END),
    ("twitter", ("a" * 22,), 80, "", r"A{22}[A-Za-z0-9%]{80,100}+"),
    ("typeform", ("tfp_",), 59, "", r"tfp_[\w.=-]{59}"),
    ("vault", ("hvs.", "hvb.", "hvr."), 24, "", r"hv[sbr]\.[\w-]{24,}+"),
    ("vercel", ("vcp_", "vck_", "vca_", "vci_"), 40, "", r"vc[pkai]_[A-Za-z0-9]{40,}+"),
    ("volcengine", ("aklt",), 30, "", r"AKLT[A-Za-z0-9]{30,}+={0,2}"),
    ("voyage", ("pa-",), 40, "",
     r"pa-(?=[\w-]{0,43}[A-Z])(?=[A-Za-z_-]{0,43}\d)[\w-]{43}(?![\w-])"),
    ("wandb", ("wandb_v1_",), 40, "", r"wandb_v1_\w{40,}+"),
    ("xai", ("xai-",), 60, "", r"xai-[A-Za-z0-9]{60,}+"),
    ("yandex", ("aqvn", "t1."), 35, "",
     r"(?:AQVN[\w-]{35,38}+|t1\.[\w-]{1,40}={0,2}\.[\w-]{86}={0,2})"),
    # Of any issuer: behind a word that says what it is, what nobody reads.
    ("api-key", ("sk_", "sk-", "api_", "api-", "key_", "key-", "secret_", "secret-", "token_",
      "token-", "pat_", "pat-", "oat_", "oat-", "auth_", "auth-"), 20, "",
     (r"(?:sk|api|key|secret|token|[po]at|auth)[_-](?:v\d[_-])?(?=[A-Z\d]{0,19}[a-z])"
      r"(?=[a-z\d]{0,19}[A-Z])(?=[A-Za-z]{0,64}\d+[A-Za-z]{1,64}\d)"
      r"(?P<opaque>[A-Za-z0-9]{20,128}+)(?![\w-])")),
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

SHAPED = 49
"""Characters of the shortest word whose shape is looked at."""
SHAPED_PART, SHAPED_DIGITS = 20, 3  # of a part between signs, and of the word
# By shape alone: kind and pattern.
SHAPES = (
    ("dingtalk", redact_rules.EDGE + r"SEC[0-9a-f]{64}"),
    ("discord-token", redact_rules.EDGE + r"[MNO][TDjz][\w-]{21,26}\.[\w-]{6}\.[\w-]{27,40}+"),
    ("zhipu", redact_rules.EDGE + r"[0-9a-f]{32}\.(?=[A-Za-z]{0,15}\d)[A-Za-z0-9]{16}" + _END),
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
