"""Keys of many issuers, made at run time: for each kind what must go, and what is near it.

A table alone; test_redact.py asks of it what it asks of every kind. No key stands in this file.
"""

from __future__ import annotations

import random
import string
from collections.abc import Callable

RANDOM = random.Random(11)
ALNUM = string.ascii_letters + string.digits
LOWER = string.ascii_lowercase + string.digits
UPPER = string.ascii_uppercase + string.digits
HEX = "0123456789abcdef"
URL64 = ALNUM + "-_"
BASE64 = ALNUM + "+/"

Make = Callable[[], str]


def some(count: int, alphabet: str = ALNUM) -> str:
    """Random characters, with letters and digits among the first of them."""
    found = "".join(RANDOM.choices(alphabet, k=count))
    begins = "a7" if "a" in alphabet else "A7"
    return begins[:count] + found[2:]


def one_password() -> str:
    parts = [some(count, UPPER) for count in (6, 11, 5, 5, 5)]
    return "A3-" + "-".join(parts)


KINDS: dict[str, tuple[list[Make], list[Make]]] = {
    "1password": (
        [one_password, lambda: "ops_eyJ" + some(250, BASE64)],
        [lambda: "A3-paper and A4-paper-sizes-compared", lambda: "ops_eyJ" + some(9)],
    ),
    "adobe": ([lambda: "p8e-" + some(32, HEX)], [lambda: "p8e-" + some(8, HEX)]),
    "artifactory": (
        [lambda: "AKCp" + some(69), lambda: "cmVmdGtu" + some(56)],
        [lambda: "AKCp" + some(20)],
    ),
    "authress": (
        [lambda: f"sc_{some(9, LOWER)}.{some(4, LOWER)}.acc-{some(12, LOWER)}.{some(40)}"],
        [lambda: "sc_a.b.acc_count.is-not-a-key-of-that-issuer-at-all"],
    ),
    "aws-bedrock": (
        [lambda: "ABSK" + some(109), lambda: "bedrock-api-key-" + some(40)],
        [lambda: "absk" + "x" * 90, lambda: "bedrock-api-key-rotation"],
    ),
    "clickhouse": ([lambda: "4b1d" + some(38)], [lambda: "4b1d" + some(12)]),
    "clojars": ([lambda: "CLOJARS_" + some(60, LOWER)], [lambda: "CLOJARS_" + some(9)]),
    "cloudflare": (
        [lambda: f"v1.0-{some(24, HEX)}-{some(146, HEX)}"],
        [lambda: f"v1.0-{some(24, HEX)}"],
    ),
    "doppler": ([lambda: "dp.pt." + some(43)], [lambda: "dp.pt.x"]),
    "duffel": ([lambda: "duffel_test_" + some(43, URL64)], [lambda: "duffel_test_" + some(9)]),
    "dynatrace": (
        [lambda: f"dt0c01.{some(24, UPPER)}.{some(64, UPPER)}"],
        [lambda: f"dt0c01.{some(24, UPPER)}"],
    ),
    "easypost": ([lambda: "EZAK" + some(54), lambda: "EZTK" + some(54)], [lambda: "EZAK1"]),
    "facebook": ([lambda: "EAAM" + some(150)], [lambda: "EAAM" + some(30)]),
    "flutterwave": (
        [lambda: f"FLWSECK_TEST-{some(32, HEX)}-X"],
        [lambda: "FLWSECK_TEST-" + some(6, HEX)],
    ),
    "fly": (
        [lambda: "fo1_" + some(43), lambda: "fm2_" + some(120, BASE64)],
        [lambda: "fm2_" + some(20)],
    ),
    "frameio": ([lambda: "fio-u-" + some(64)], [lambda: "fio-u-turn"]),
    "gitlab": (
        [lambda: "glffct-" + some(20), lambda: "_gitlab_session=" + some(32, LOWER)],
        [lambda: "glffct-x", lambda: "_gitlab_session=expired"],
    ),
    "gocardless": (
        [lambda: "live_" + some(40)],
        [lambda: "live_reload_of_the_development_server_x"],
    ),
    "grafana": ([lambda: "eyJrIjoi" + some(80)], [lambda: "eyJrIjoi" + some(20)]),
    "harness": (
        [lambda: f"pat.{some(22)}.{some(24)}.{some(20)}"],
        [lambda: "pat.example.com/a-long-path-that-is-no-key-but-an-address-of-something"],
    ),
    "heroku": ([lambda: "HRKU-" + some(60)], [lambda: "HRKU-x"]),
    "infracost": ([lambda: "ico-" + some(32)], [lambda: "ico-" + some(64), lambda: "ico-svg"]),
    "intra42": ([lambda: "s-s4t2ud-" + some(64, HEX)], [lambda: "s-s4t2ud-x"]),
    "lob": (
        [lambda: "test_" + some(35, HEX), lambda: "live_pub_" + some(31, HEX)],
        [lambda: "test_that_a_long_name_of_a_test_case_stays_as_it_is"],
    ),
    "mailchimp": ([lambda: some(32, HEX) + "-us12"], [lambda: some(32, HEX) + "-user1"]),
    "mapbox": ([lambda: f"pk.{some(60)}.{some(22)}"], [lambda: "pk.example"]),
    "netlify": ([lambda: "nfp_" + some(40)], [lambda: "nfp_x"]),
    "new-relic": (
        [lambda: "NRAK-" + some(27, UPPER), lambda: "NRJS-" + some(19, HEX)],
        [lambda: "NRAK-x"],
    ),
    "nuget": ([lambda: "oy2" + some(43, LOWER)], [lambda: "oy2" + some(20, LOWER)]),
    "octopus": ([lambda: "API-" + some(26, UPPER)], [lambda: "API-DOCUMENTATIONOFTHEINTERFACES"]),
    "openshift": ([lambda: "sha256~" + some(43)], [lambda: "sha256:" + some(64, HEX)]),
    "perplexity": ([lambda: "pplx-" + some(48)], [lambda: "pplx-7b-online"]),
    "plaid": (
        [
            lambda: (
                f"access-sandbox-{some(8, HEX)}-{some(4, HEX)}-{some(4, HEX)}-1234-{some(12, HEX)}"
            )
        ],
        [lambda: "access-sandbox-x"],
    ),
    "planetscale": ([lambda: "pscale_tkn_" + some(43)], [lambda: "pscale_tkn_x"]),
    "prefect": ([lambda: "pnu_" + some(36)], [lambda: "pnu_x"]),
    "pulumi": ([lambda: "pul-" + some(40, HEX)], [lambda: "pul-x"]),
    "readme": ([lambda: "rdme_" + some(70, LOWER)], [lambda: "rdme_x"]),
    "replicate": ([lambda: "r8_" + some(37)], [lambda: "r8_x"]),
    "rubygems": ([lambda: "rubygems_" + some(48, HEX)], [lambda: "rubygems_mirror"]),
    "scalingo": ([lambda: "tk-us-" + some(48)], [lambda: "tk-us-east"]),
    "sendinblue": (
        [lambda: f"xkeysib-{some(64, HEX)}-{some(16)}"],
        [lambda: "xkeysib-" + some(64, HEX)],
    ),
    "sentry": (
        [lambda: "sntryu_" + some(64, HEX), lambda: "sntrys_eyJ" + some(80)],
        [lambda: "sntryu_x"],
    ),
    "settlemint": ([lambda: "sm_pat_" + some(16)], [lambda: "sm_pat_x"]),
    "shippo": ([lambda: "shippo_test_" + some(40, HEX)], [lambda: "shippo_test_x"]),
    "sidekiq": (
        [lambda: f"BUNDLE_GEMS__CONTRIBSYS__COM={some(8, HEX)}:{some(8, HEX)}"],
        [lambda: "BUNDLE_GEMS__CONTRIBSYS__COM is set"],
    ),
    "sonar": ([lambda: "squ_" + some(40)], [lambda: "squ_x"]),
    "sourcegraph": (
        [lambda: f"sgp_{some(16, HEX)}_{some(40, HEX)}", lambda: "sgp_local_" + some(40, HEX)],
        [lambda: "sgp_x"],
    ),
    "square": (
        [lambda: "sq0csp-" + some(43, URL64), lambda: "EAAA" + some(60)],
        [lambda: "sq0csp-x", lambda: "EAAA" + "B" * 60],
    ),
    "stripe": ([lambda: "sk_prod_" + some(24)], [lambda: "task_prod_" + some(24)]),
    "supabase": ([lambda: "sbp_" + some(40, HEX)], [lambda: "sbp_x"]),
    "terraform": (
        [lambda: f"{some(14)}.atlasv1.{some(64)}"],
        [lambda: f"{some(14)}.atlasv1.x"],
    ),
    "twitter": ([lambda: "A" * 22 + some(85)], [lambda: "A" * 22 + some(20)]),
    "typeform": ([lambda: "tfp_" + some(59)], [lambda: "tfp_x"]),
    "yandex": (
        [lambda: "AQVN" + some(38), lambda: f"t1.{some(8)}.{some(86)}"],
        [lambda: "AQVN" + some(9)],
    ),
}
