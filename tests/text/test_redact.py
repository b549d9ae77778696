"""Keys, tokens, passwords and private parts never pass; prose, code and placeholders do.

No secret stands in this file: each one is built at run time from a seeded generator.
"""

from __future__ import annotations

import base64
import random
import re
import string
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_store.text import clean, redact, redact_keys, redact_rules
from tests import growth
from tests.text import issuers

ROOT = Path(__file__).parents[2]
RANDOM = random.Random(4)
ALNUM = string.ascii_letters + string.digits
UPPER = string.ascii_uppercase + "234567"
HEX = "0123456789abcdef"
BASE64 = ALNUM + "+/"
URL64 = ALNUM + "-_"
DIGITS = "123456789"


LETTERS = string.ascii_letters


def some(count: int, alphabet: str = ALNUM) -> str:
    """Random characters; letters and digits alike where the alphabet has both."""
    found = "".join(RANDOM.choices(alphabet, k=count))
    return "aZ7"[:count] + found[3:] if alphabet == ALNUM else found


def basic(count: int) -> str:
    """A name and a password as HTTP's Basic scheme writes them (RFC 7617)."""
    return base64.b64encode(f"{some(count)}:{some(12)}".encode()).decode()


def pem(name: str, lines: int, end: bool = True) -> str:  # noqa: FBT001, FBT002
    body = "\n".join(some(64, BASE64) for _ in range(lines))
    return f"-----BEGIN {name}-----\n{body}" + (f"\n-----END {name}-----" if end else "")


def coded(text: str, wrapped: int = 0) -> str:
    """A text in base64, on one line or on several of a width."""
    found = base64.b64encode(text.encode()).decode()
    width = wrapped or len(found)
    return "\n".join(found[at : at + width] for at in range(0, len(found), width))


def drawn(count: int) -> str:
    """Words of a wallet's list, in an order of chance."""
    words = "abandon ability banner cactus dinner eagle fabric gadget hammer idea jacket kitchen"
    return " ".join(RANDOM.choices(words.split(), k=count))


def uuid() -> str:
    return "-".join(some(count, HEX) for count in (8, 4, 4, 4, 12))


ALL_RULES = redact_keys.RULES + redact_rules.PLACES
# kind: (what must go, what is near it and must stay)
Make = Callable[[], str]
KINDS: dict[str, tuple[list[Make], list[Make]]] = {
    "private-key": (
        [
            lambda: pem("RSA PRIVATE KEY", 6),
            lambda: pem("OPENSSH PRIVATE KEY", 5),
            lambda: pem("PGP PRIVATE KEY BLOCK", 3),
            lambda: pem("PRIVATE KEY", 2, end=False),
            lambda: pem("EC PRIVATE KEY", 3).replace("\n", "\\n"),
            lambda: "client-key-data: " + coded(pem("RSA PRIVATE KEY", 6)),
            lambda: "key: " + coded(pem("EC PRIVATE KEY", 3), wrapped=76),
            lambda: coded("K=" + pem("OPENSSH PRIVATE KEY", 3)),
            lambda: coded("\n" + pem("PRIVATE KEY", 3)),
            lambda: coded(coded(pem("RSA PRIVATE KEY", 6))),
            lambda: coded("a" + coded(pem("EC PRIVATE KEY", 3), wrapped=76)),
            lambda: f"Private-Lines: 2\n{some(64, BASE64)}\n{some(40, BASE64)}==\nPrivate-MAC: 1",
        ],
        [
            lambda: pem("CERTIFICATE", 2),
            lambda: pem("PUBLIC KEY", 2),
            lambda: "client-certificate-data: " + coded(pem("CERTIFICATE", 6)),
            lambda: coded("\n" + pem("PUBLIC KEY", 2)),
            lambda: coded(coded(pem("CERTIFICATE", 6))),
            lambda: "Public-Lines: 1\n" + some(64, BASE64),
        ],
    ),
    "aws-access-key-id": (
        [lambda: "AKIA" + some(16, UPPER), lambda: "ASIA" + some(16, UPPER)],
        [lambda: "AKIA prefix means long-term", lambda: "ASIA" + some(10, UPPER)],
    ),
    "aws-secret": (
        [
            lambda: "aws_secret_access_key = " + some(40, BASE64),
            lambda: 'AWS_SECRET_ACCESS_KEY="' + some(40, BASE64) + '"',
            lambda: "aws configure set aws_secret_access_key " + some(40, BASE64),
            lambda: "AWS Secret Access Key [None]: " + some(40, BASE64),
        ],
        [
            lambda: "aws_secret_access_key is rotated",
            lambda: "aws_secret_arn = arn:aws:x:1",
            lambda: "aws_key " + some(40, HEX),
        ],
    ),
    "github": (
        [
            lambda: "ghp_" + some(36),
            lambda: "gho_" + some(36),
            lambda: "ghu_" + some(36),
            lambda: "ghs_" + some(36),
            lambda: "ghr_" + some(36),
            lambda: "github_pat_" + some(22) + "_" + some(59),
        ],
        [lambda: "ghp_short", lambda: "github_pattern_matching_for_everything_and_all"],
    ),
    "gitlab": ([lambda: "glpat-" + some(20)], [lambda: "glpat-" + some(8)]),
    "anthropic": (
        [lambda: "sk-ant-api03-" + some(93, URL64) + "AA"],
        [lambda: "sk-ant-api03"],
    ),
    "openai": (
        [
            lambda: "sk-proj-" + some(74, URL64) + "T3BlbkFJ" + some(74, URL64),
            lambda: "sk-" + some(20) + "T3BlbkFJ" + some(20),
            lambda: "sk-or-v1-" + some(64, HEX),
        ],
        [lambda: "sk-learn", lambda: "sk-circle-fade-dot-container-x", lambda: "task-" + some(30)],
    ),
    "google-api-key": ([lambda: "AIza" + some(35, URL64)], [lambda: "AIza" + some(12)]),
    "google-oauth": (
        [
            lambda: "GOCSPX-" + some(28, URL64),
            lambda: "ya29." + some(60, URL64),
            lambda: "1//0" + some(60, URL64),
        ],
        [lambda: "GOCSPX-prefix", lambda: "1//0 is a floor division by zero"],
    ),
    "slack": (
        [
            lambda: f"xoxb-{some(12, DIGITS)}-{some(13, DIGITS)}-{some(24)}",
            lambda: "xapp-1-" + some(40),
        ],
        [lambda: "xoxb-token", lambda: "xapp-x"],
    ),
    "webhook": (
        [
            lambda: f"https://hooks.slack.com/services/T{some(8)}/B{some(10)}/{some(24)}",
            lambda: "https://hooks.slack.com/services/TPYZSOGXM/BRSQFSNKDUN/" + some(24, LETTERS),
            lambda: f"https://discord.com/api/webhooks/{some(18, DIGITS)}/{some(68, URL64)}",
            lambda: (
                "https://a.webhook.office.com/webhookb2/"
                f"{some(36)}@{some(36)}/IncomingWebhook/{some(32, HEX)}"
            ),
            lambda: "https://open.feishu.cn/open-apis/bot/v2/hook/" + uuid(),
            lambda: "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=" + uuid(),
            lambda: f"https://hooks.zapier.com/hooks/catch/123456/{some(24)}",
        ],
        [
            lambda: "https://hooks.slack.com/services",
            lambda: "https://discord.com/api/webhooks/123",
            lambda: "https://a.webhook.office.com/webhookb2/docs",
            lambda: "https://api.github.com/repos/o/r/hooks/12345678",
            lambda: "https://docs.example.com/webhooks/2024-10-28-how-we-scaled-our-queue",
            lambda: "src/hooks/use-local-storage-v2/index.test.tsx",
        ],
    ),
    "stripe": (
        [
            lambda: "sk_live_" + some(24),
            lambda: "rk_test_" + some(24),
            lambda: "whsec_" + some(32),
        ],
        [lambda: "sk_live_ keys", lambda: "task_live_" + some(24)],
    ),
    "npm": ([lambda: "npm_" + some(36)], [lambda: "npm_config_registry"]),
    "pypi": ([lambda: "pypi-AgEIcHlwaS5vcmc" + some(70, URL64)], [lambda: "pypi-agent"]),
    "huggingface": ([lambda: "hf_" + some(34)], [lambda: "hf_hub_download(repo)"]),
    "jwt": (
        [
            lambda: f"eyJhbGciOiJIUzI1NiJ9.eyJ{some(40, URL64)}.{some(43, URL64)}",
            lambda: f"eyJhbGciOiJIUzI1NiJ9.eyJ{some(40, URL64)}",
        ],
        [lambda: "eyJhbGciOiJIUzI1NiJ9"],
    ),
    "sendgrid": (
        [lambda: f"SG.{some(22, URL64)}.{some(43, URL64)}"],
        [lambda: "SG.x.y", lambda: "msg." + some(60)],
    ),
    "azure": (
        [
            lambda: "AccountKey=" + some(86, BASE64) + "==",
            lambda: "SharedAccessKey=" + some(43, BASE64) + "=",
        ],
        [lambda: "AccountKey=short"],
    ),
    "azure-client-secret": (
        [lambda: f"{some(3)}8Q~{some(34)}"],
        [lambda: "8Q~ is the middle"],
    ),
    "signed-url": (
        [
            lambda: "?sv=1&sig=" + some(43) + "%3D",
            lambda: "https://b.example.com/k?X-Amz-Date=1&X-Amz-Signature=" + some(64, HEX),
            lambda: "?OSSAccessKeyId=x&Signature=" + some(27) + "%3D",
        ],
        [
            lambda: "?sig=1",
            lambda: "?X-Amz-Signature=${SIGNATURE_OF_THE_REQUEST_1}",
            lambda: "&signature=the-signature-of-the-request",
        ],
    ),
    "twilio": ([lambda: "SK" + some(32, HEX)], [lambda: "SK" + some(40, HEX)]),
    "telegram": (
        [
            lambda: some(9, DIGITS) + ":AA" + some(33, URL64),
            lambda: f"https://api.telegram.org/bot{some(10, DIGITS)}:{some(35)}/sendMessage",
            lambda: some(10, DIGITS) + "%3AAA" + some(33, URL64),
        ],
        [lambda: "10:AA", lambda: "12:AA" + some(33)],
    ),
    "digitalocean": ([lambda: "dop_v1_" + some(64, HEX)], [lambda: "app_v1_" + some(64, HEX)]),
    "age": (
        [lambda: "AGE-SECRET-KEY-1" + some(58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L")],
        [lambda: "AGE-SECRET-KEY-1 lines"],
    ),
    "shopify": ([lambda: "shpat_" + some(32, HEX)], [lambda: "shpat_abc"]),
    "linear": ([lambda: "lin_api_" + some(40)], [lambda: "lin_api_v2"]),
    "notion": (
        [lambda: "ntn_" + some(46), lambda: "secret_" + some(43)],
        [lambda: "ntn_x", lambda: "secret_manager_client"],
    ),
    "vault": ([lambda: "hvs." + some(90, URL64)], [lambda: "hvs.x"]),
    "databricks": ([lambda: "dapi" + some(32, HEX)], [lambda: "dapi" + some(40, HEX)]),
    "mailgun": ([lambda: "key-" + some(32, HEX)], [lambda: "key-value", lambda: "monkey-1"]),
    "alibaba": ([lambda: "LTAI" + some(20)], [lambda: "LTAI5t"]),
    "tencent": ([lambda: "AKID" + some(32)], [lambda: "AKID" + some(12)]),
    "groq": ([lambda: "gsk_" + some(52)], [lambda: "gsk_x"]),
    "xai": ([lambda: "xai-" + some(80)], [lambda: "xai-sdk"]),
    "docker": ([lambda: "dckr_pat_" + some(27, URL64)], [lambda: "dckr_pat_x"]),
    "grafana": ([lambda: f"glsa_{some(32)}_{some(8, HEX)}"], [lambda: "glsa_x"]),
    "postman": ([lambda: f"PMAK-{some(24, HEX)}-{some(34, HEX)}"], [lambda: "PMAK-x"]),
    "atlassian": ([lambda: "ATATT3" + some(180, URL64)], [lambda: "ATATT3 tokens"]),
    "url-password": (
        [
            lambda: f"postgres://app:{some(14)}@db.internal:5432/x",
            lambda: f"https://bob:{some(16)}@git.corp/x.git",
            lambda: f"redis://:{some(12)}@cache:6379",
            lambda: f"amqp://app:{some(5)}@{some(5)}@mq",
            lambda: f"amqp:\\/\\/app:{some(24)}@mq",
            lambda: f"postgres://app:{some(900)}@db.internal/x",
            lambda: f"postgres://app:{some(6)}/{some(24)}@db.internal:5432/x",
            lambda: f"mysql://alice@example.com:{some(24)}@db.internal/x",
            lambda: f"https://{'u' * 80}:{some(24)}@git.corp",
            lambda: f"redis://:{some(24)}@主机:6379/0",
            lambda: f"app:{some(24)}@tcp(127.0.0.1:3306)/shop?parseTime=true",
            lambda: f"app:{some(4)}@/{some(24)}@unix(/tmp/mysql.sock)/shop",
            lambda: f'sql.Open("mysql", "root:{some(24)}@/shop?parseTime=true")',
            lambda: f"jdbc:oracle:thin:scott/{some(24)}@//db:1521/svc",
            lambda: f"sqlplus -S scott/{some(24)}@orcl",
            lambda: f"https://{some(40, HEX)}@github.com/o/r.git",
            lambda: f"https://{some(40, HEX)}:x-oauth-basic@github.com/o/r.git",
            lambda: f"https://{some(32, HEX)}@o12345.ingest.sentry.io/67890",
        ],
        [
            lambda: "postgres://localhost:5432/app",
            lambda: "git@github.com:org/repo.git",
            lambda: "https://user:password@host/x",
            lambda: "https://$USER:${PASS}@host/x",
            lambda: "http://localhost:8080/a@b",
            lambda: "http://localhost:3000,mail@example.com",
            lambda: "https://a.example:8080，联系b@c.example",
            lambda: "https://cdn.example/npm/@scope/vue@3.2.47/dist",
            lambda: "kafka://broker1:9092/topic1@part2",
            lambda: "docker://r.example:443/o/r@sha256:" + some(64, HEX),
            lambda: "oci://host:tag1/x2@sha256:" + some(64, HEX),
            lambda: "ssh://deploy-user-2024-07-18@h.example",
            lambda: "https://my-very-long-user-name-2024@h.example/x",
            lambda: "https://alice@sentry.example.com/3",
            lambda: "user:password@tcp(localhost:5555)/dbname",
            lambda: "root:%s@tcp(%s:3306)/x",
            lambda: 'import a from "vite:vue@/components"',
            lambda: "https://cdn.example:8443/app2@/x",
            lambda: "jdbc:oracle:thin:@//db:1521/svc",
            lambda: "jdbc:oracle:thin:scott/<password>@db",
        ],
    ),
    "authorization": (
        [
            lambda: "Authorization: Bearer " + some(40),
            lambda: "-H 'authorization: Basic " + some(24) + "=='",
            lambda: '"Authorization": "token ' + some(40) + '"',
        ],
        [
            lambda: "Authorization: Bearer <your-token>",
            lambda: "authorization uses Bearer tokens via header",
            lambda: "Authorization: Bearer ${TOKEN1}",
        ],
    ),
    "bearer": (
        [lambda: "bearer " + some(24), lambda: "Bearer  " + some(24) + "=="],
        [lambda: "bearer authentication-is-required-here", lambda: "Bearer " + some(8)],
    ),
    "password": (
        [
            lambda: f"new PDO('mysql:host=db;dbname=x', 'root', '{some(24)}')",
            lambda: f'mysqli_connect("localhost", "root", "{some(24)}", "db")',
            lambda: f'DriverManager.getConnection(url, "sa", "{some(24)}")',
            lambda: f'new NetworkCredential("bob", "{some(24)}", "CORP")',
            lambda: f'pymysql.connect("localhost", "root", "{some(24)}", "shop")',
            lambda: f"MySQLdb.connect('localhost','root','{some(24)}')",
            lambda: f'cx_Oracle.connect("scott", "{some(24)}", "db/orcl")',
            lambda: f"requests.get(url, auth=('bob', '{some(24)}'))",
            lambda: f'smtp.login("bob@example.com", "{some(24)}")',
            lambda: "requirepass " + some(24),
            lambda: f'CONFIG SET requirepass "{some(24)}"',
            lambda: f"snmp-server community {some(24)} RO",
            lambda: f"login: admin / {some(24)}",
            lambda: f"后台登录账号 admin/{some(24)}",
            lambda: f"password: |\n  {some(24)}",
            lambda: f"db:\n  password: >-\n    {some(24)}\n  user: x",
            lambda: f"QQ 邮箱的授权码是 {some(24)}",
        ],
        [
            lambda: "pymysql.connect(host, user, pw)",
            lambda: 'new NetworkCredential("user", "password")',
            lambda: 'form.login("bob", "the second step")',
            lambda: "sqlite3.connect('a.db')",
            lambda: "requirepass is not set, requirepass <password>",
            lambda: "rocommunity public",
            lambda: "the login / logout pages and /admin/users2",
            lambda: "admin / user2024 have pages of their own",
            lambda: "登录/注册2 页面",
            lambda: "授权码模式 grant_type=authorization_code2",
            lambda: "password: |\n  must be at least 8 characters",
            lambda: "password: >-\n  ${DB_PASSWORD1}",
            lambda: "new PDO($dsn, $user, $pass)",
            lambda: "new PDO('sqlite:x.db')",
            lambda: "mysqli_connect($host, $user, 'password')",
        ],
    ),
    "password-hash": (
        [
            lambda: f"admin:$apr1$abc12345${some(22)}",
            lambda: f"root:$6$abc12345${some(86)}:19000:0",
            lambda: f"$2y$10${some(53)}",
            lambda: f"$argon2id$v=19$m=65536,t=3,p=4${some(22)}${some(43)}",
        ],
        [lambda: "costs $2y and $5$ a month", lambda: "awk '{print $1$2}'"],
    ),
    "netrc": (
        [
            lambda: f"machine github.com login bob password {some(24)}",
            lambda: f"machine ftp.example.com\n  login bob\n  password {some(24)}",
        ],
        [lambda: "machine learning. The login page asks for a password twice"],
    ),
    "cookie": (
        [
            lambda: f"Cookie: sessionid={some(32)}9",
            lambda: f"Set-Cookie: theme=dark; sid={some(40)}9; csrf={some(32)}1; Path=/",
            lambda: f"'Cookie': 'sessionid={some(32)}9'",
            lambda: "Cookie: " + "; ".join(f"s{at}={some(32)}" for at in range(40)),
            lambda: f"curl -b 'sid={some(32)}; theme=dark' https://x.example",
            lambda: f'curl https://x.example --cookie "sid={some(32)}"',
        ],
        [
            lambda: "Cookie: theme=dark; lang=zh-CN",
            lambda: "a cookie: sessionid=${SESSION_ID_1}",
            lambda: "curl -b cookies.txt https://x.example",
            lambda: 'curl -b "theme=dark; lang=en" https://x.example',
        ],
    ),
    "docker-auth": (
        [
            lambda: f'{{"auths":{{"r.io":{{"auth":"{basic(12)}"}}}}}}',
            lambda: f'{{\\"auth\\": \\"{basic(13)}\\"}}',
        ],
        [lambda: '{"auth":"required"}', lambda: '{"auth": "oauth2-client-v2-enabled"}'],
    ),
    "discord-token": (
        [lambda: f"discord token M{some(25)}.{some(6)}.{some(38)}"],
        [lambda: "discord token M.x.y", lambda: f"the module N{some(25)}.{some(6)}.{some(38)}"],
    ),
    "basic": (
        [
            lambda: "X-Auth: Basic " + basic(9),
            lambda: "Basic " + basic(10),
            lambda: "basic " + basic(11),
        ],
        [lambda: "basic TypeScriptCompilerOptions4", lambda: "basic understanding-of-the-code"],
    ),
    "pgpass": (
        [lambda: "db.internal:5432:shop:app:" + some(24), lambda: "*:*:*:app:" + some(24)],
        [lambda: "a:b:c:d:e1", lambda: "std::vector::iterator::type", lambda: "10:5432:12:99"],
    ),
    "mnemonic": (
        [
            lambda: "seed phrase: " + drawn(12),
            lambda: 'MNEMONIC="' + drawn(24) + '"',
            lambda: "助记词：" + drawn(15),
            lambda: "my wallet: " + ", ".join(drawn(12).split()),
        ],
        [
            lambda: "seed phrase: twelve words",
            lambda: "the wallet is a service of its own that we deploy to the cluster each day",
        ],
    ),
    "user-password": (
        [
            lambda: "curl -u admin:" + some(24),
            lambda: "curl -sS https://x.example/a?b=1&c=2 --user 'admin:" + some(24) + "'",
            lambda: "curl -uadmin:" + some(20, string.ascii_lowercase) + "7",
            lambda: "http --user admin:" + some(24),
        ],
        [
            lambda: "curl -u user:password https://x.example",
            lambda: 'curl -u "$USER:$PASS1" https://x.example',
            lambda: "docker run -u 1000:1000 app1",
            lambda: "curl -u https://x1.example",
            lambda: "git push -u origin HEAD:x",
        ],
    ),
    "command-password": (
        [
            lambda: "mysql -p" + some(24),
            lambda: "mysqldump -u root -p'" + some(24) + "' shop",
            lambda: "sshpass -p '" + some(24) + "' ssh x",
            lambda: "docker login -u bob -p " + some(24),
            lambda: "docker login registry.example \\\n  -p " + some(24),
            lambda: "helm registry login -u bob -p " + some(24),
            lambda: "redis-cli -h cache -a " + some(24),
            lambda: "mongosh --host db -p " + some(24),
            lambda: "sqlcmd -S db -P " + some(24),
            lambda: "ldapsearch -x -w " + some(24),
            lambda: 'bash -c \\"mysql -p' + some(24) + '\\"',
            lambda: "openssl enc -aes-256-cbc -salt -in a1 -out b -k " + some(24),
            lambda: f"smbclient //server/share -U 'CORP\\bob%{some(24)}'",
            lambda: f"net use Z: \\\\server\\share {some(24)} /user:bob",
            lambda: f"net use \\\\server\\share /user:CORP\\bob {some(24)}",
            lambda: f"useradd -m -p '{some(24)}' bob",
            lambda: f"snmpwalk -v2c -c {some(24)} 10.0.0.1",
            lambda: f'expect "password:"\nsend "{some(24)}\\r"',
            lambda: f"echo 'root:{some(24)}' | chpasswd",
            lambda: f'echo "deploy:{some(24)}" | sudo chpasswd -e',
            lambda: f"chpasswd <<< 'root:{some(24)}'",
            lambda: f"htpasswd -nb admin {some(24)}",
            lambda: f"htpasswd -bc /etc/nginx/.htpasswd admin '{some(24)}'",
            lambda: f"echo {some(24)} | sudo -S apt update",
            lambda: f"sudo -S ls <<< '{some(24)}'",
            lambda: f'printf "%s" "{some(24)}" | docker login -u x --password-stdin r.example',
            lambda: f"docker login --password-stdin <<< {some(24)}",
            lambda: f"echo {some(24)} | passwd --stdin bob",
            lambda: f"echo {some(24)} | gh auth login --with-token",
            lambda: f"ConvertTo-SecureString '{some(24)}' -AsPlainText -Force",
            lambda: f'$p = ConvertTo-SecureString -AsPlainText -Force "{some(24)}"',
        ],
        [
            lambda: "openssl s_client -connect a1:443, its -k option",
            lambda: "smbclient //server/share -U bob1",
            lambda: "net use Z: \\\\server1\\share /user:bob",
            lambda: "useradd -m bob1",
            lambda: "snmpwalk -v2c -c public 10.0.0.1",
            lambda: 'expect "password:"\nsend "$pw1\\r"',
            lambda: 'expect "$ "\nsend "ls -la\\r"',
            lambda: "mysql -u root -p shop1",
            lambda: "mysql -P 3306 -p$DB_PASS1",
            lambda: "mkdir -p src1/app && docker login && docker run -p 8080:80 app1",
            lambda: "docker login takes the -p flag",
            lambda: 'sshpass -p "$SSH_PASS1" ssh x',
            lambda: "redis-cli -p 6379",
            lambda: 'echo "$PW" | sudo -S ls',
            lambda: "cat pw.txt | docker login --password-stdin",
            lambda: 'echo "done" | npx prettier --stdin-filepath x.ts',
            lambda: "htpasswd -c .htpasswd admin",
            lambda: "ConvertTo-SecureString $pw -AsPlainText -Force",
            lambda: "echo 'root:$PW' | chpasswd",
        ],
    ),
}
for _kind, (_secret, _near) in issuers.KINDS.items():
    _known = KINDS.setdefault(_kind, ([], []))
    _known[0].extend(_secret)
    _known[1].extend(_near)
# Each with the part that must be gone in braces.
PASSWORDS = [
    "DB_PASSWORD={Kq7vTzp2LmXw9Rb4}",
    "MYSQL_ROOT_PASSWORD={correcthorse}",
    "password = '{Kq7vTzp2}'",
    'config["password"] = "{Kq7vTzp2}"',
    '{"password": "{ab\\"cd1234}"}',
    '{\\"password\\": \\"{Kq7vTzp2}\\"}',
    "password: str = '{Kq7vTzp2}'",
    "<password>{Kq7vTzp2}</password>",
    "mysql --password={Kq7vTzp2} -h db",
    "tool --db-password {Kq7vTzp2} run",
    "f(password={Kq7vTzp2}, user=x)",
    "Server=x;Password={Kq7vTzp2};Database=y",
    "https://x/?user=a&password={Kq7vTzp2}&z=1",
    '"DB_PASSWORD={Kq7vTzp2}\\nFOO=bar"',
    'password = "{Kq7vTzp2} and no closing quote',
    "password={" + "aB1" * 50 + "(x}",
    "password={" + "aB1" * 50 + "[x}",
    "**Password:** {Kq7vTzp2}",
    "password: {12345678}",
    "pass: {S3cure!x}",
    "the pwd is {hunter2}",
    "Password: {Summer!time}",
    "the root password is {Kq7vTzp2}.",
    "the password for the staging db is now {Kq7vTzp2}.",
    "change the password to {Kq7vTzp2}",
    "passphrase => {Kq7vTzp2}",
    "数据库密码：{Kq7vTzp2}",
    "密码：{kQvTzpLmXwRbJd}",
    "密码是“{Kq7vTzp2}”",
    "密码（测试环境）：{Kq7vTzp2}，请保密",
    "密码已经改为{Kq7vTzp2}。",
    "root 的口令为 {Zx12cv34}",
    "密碼：\n{Kq7vTzp2}",
    "the password is {Todo4ever!Sync}",
    "DB_PASSWORD={nullByte99!x}",
    "password={examplePw77!x}",
    "password={env.Kq7v!Tzp2}",
    'password: "{trueLove42}"',
    "password={<Kq7v!Tzp2}",
    'password="{my secret pass 99}"',
    "password: '{Correct Horse Battery}'",
    "ADMIN_PASSWORD='{correct horse battery}'",
    '{\\"password\\": \\"{my secret pass 99}\\"}',
    "--password {S3cretPw99}",
    "tool -password {S3cretPw99}",
    "-db-password {S3cretPw99}",
    "tool --password={letmeinnow} -v",
    '["--password", "{S3cretPw99}"]',
    "POSTGRES_PASSWORD=${PGPW:-{Kq7vTzp2}}",
    "a\\npass={Kq7vTzp2}",
    "?x=password%3D{Kq7vTzp2}",
    "password\\u0022:\\u0022{Kq7vTzp2}\\u0022",
    '"password":{12345678},"x":1',
    # Letters alone, where nothing but a value can stand.
    "DB_PASSWORD={letmein}",
    "DB_PASSWORD={+wrong-horse}",
    "DB_PASSWORD: {letmein}",
    "DB_USER_PASSWORD: {letmein}",
    "NODE_PASSWORD: {letmein}",
    "export PGPASSWORD={letmein}",
    "url=x\nspring.datasource.password={letmein}",
    "密码是{letmein}，记得改",
    "密码：{letmein}",
    "密码叫{dragon}。",
    # Words that were drawn.
    "password: {correct-horse-battery-staple}",
    'password: "{correct horse battery staple}"',
    # Nothing between name and value, or a blank.
    "账号admin，密码{Walrus@123}",
    "用户名root密码{Walrus@123}",
    "口令{Walrus123}",
    "登录密码“{Walrus@123}”",
    "root password {Walrus@123} on staging",
    "login with password {Walrus@123}.",
    "the password {Kq7vTzp2} works",
    'WiFi password "{Walrus@123}"',
    # SQL and code.
    "CREATE USER app IDENTIFIED BY '{letmein}';",
    "IDENTIFIED WITH mysql_native_password BY '{Walrus@123}'",
    'alter user app identified with caching_sha2_password by "{Walrus@123}"',
    "ALTER USER app PASSWORD '{Walrus@123}'",
    "SET PASSWORD FOR 'app'@'%' = PASSWORD('{Walrus@123}')",
    "user.setPassword('{Walrus@123}')",
    'user.set_password("{Walrus@123}")',
    'os.getenv("DB_PASSWORD") or "{Walrus@123}"',
]
FORMS = [
    "acmeToken=…",
    'acme_TOKEN := "…"',
    'acme_TOKEN ::= "…"',
    'acme_TOKEN :::= "…"',
    'acme_TOKEN ?= "…"',
    'var acmeToken string = "…"',
    '$acmeToken .= "…"',
    'System.setProperty("ACME_TOKEN", "…")',
    "os.environ.get('ACME_TOKEN', '…')",
    '"acmeToken" => "…"',
    "creds = …",
    '"user_auth": "…"',
    'const HUBSPOT_KEY = "…"',
    "- name: ACME_TOKEN\n  value: …",
]
TOKENS = [
    'export API_TOKEN="{Kq7vTzp2LmXw9Rb4}"',
    "client_secret: {9f8e7d6c5b4a3210ffee}",
    "api key: {9f8e7d6c5b4a3210ffee}",
    "_auth={Kq7vTzp2LmXw9Rb4}",
    "encryption_key = {9f8e7d6c5b4a3210ffee}",
    "SECRET_KEY_BASE={9f8e7d6c5b4a3210ffee}",
    "token=" + "{" + "Kq7vTzp2" * 80 + "}",
    "令牌是 {9f8e7d6c5b4a3210ffee}",
    "密钥: {9f8e7d6c5b4a3210ffee}",
    "token=os.environ, secret={9f8e7d6c5b4a3210ffee}",
    "token={your9f8e7d6c5b4a3210ffee}",
    "tool --token {9f8e7d6c5b4a3210ffee}",
    "tool --token={9f8e7d6c5b4a3210ffee}",
    "密钥{k9Z2q7Lm4Xw8Rb3Tv6Np}，别外传",
    "令牌 {k9Z2q7Lm4Xw8Rb3Tv6Np}",
    "use token {k9Z2q7Lm4Xw8Rb3Tv6Np1Sd5} for staging",
    'process.env.TOKEN || "{k9Z2q7Lm4Xw8Rb3T}"',
    "const key = process.env.API_KEY ?? '{k9Z2q7Lm4Xw8Rb3T}'",
    'setToken("{k9Z2q7Lm4Xw8Rb3T}")',
    'secret: "{correct horse battery staple}"',
]
ORDINARY = """\
password=os.environ['DB_PASSWORD1']
password=get_the_password_of_the_user_of_the_day1(x)
password = request.form['password1']
password: ${DB_PASSWORD1}
password=$DB_PASS1
password=%DB_PASS1%
password: op://vault/item1/pw
api_key=<your-api-key-1>
api_key=settings.API_KEY2
password = getUserToken
secret: changeme
secret: changeme123
password: ********
token = getToken2()
token=auth.create_access_token2(user)
token: ${{ secrets.GITHUB_TOKEN1 }}
password: user.password2
tokenizer=cl100k_base
token: gpt-4o-mini-2024
TOKEN_TYPE=Bearer1234x
tokenUrl: https://a.example/b1
secretKeyRef: db-secret1
secret: arn:aws:secretsmanager:eu-1:1:x
secret: prod-database-credentials-v2
password_hash column is bcrypt
password_hash=9f8e7d6c5b4a3210
password_file=/run/secrets/db1
secret=/run/secrets/db1x
password is base64-encoded
password is argon2id hashed
password: sha256
password: required
password: at least 12 characters
password must have 8-64 characters
password: 8-64chars
password: z.string().min(8)
"password": "must have 8 characters"
token: 'Invalid token (401)'
max_tokens=4096
tokens: 128000
the token is 32 bytes
token is in src/auth/token2.ts
tests pass: 120 of 121
passport: AB1234567
bypass=a1b2c3d4
the secret_key_base is rotated monthly
key=value1234 pairs
cache key: user:12345678
密码：请从 1Password 获取
密码：至少 12 位
密码 sha256 加密后存库
密码 bcrypt 加盐, 12 轮
重置密码 API v2 已上线
校验密码 check_pwd2() 的返回值
密码 min8chars/max64 的规则
登录密码 页面 login2.html
记住密码 功能在 3.2 里
密钥长度是2048bit
密码错误次数是5次
用户偏好：禁止提交密码到仓库
if len(password) > 12 then
password: "must not be empty"
password: "is required, see section 4"
"password": "Your password was changed 3 days ago: see the mail"
"password": "Forgot your Password?"
"confirm_password": "Repeat Password"
print("password: " + user1 + " is 9")
"password=" + pw1 + " done"
{"password":null,"id":12}
password=your_password_here
DB_PASSWORD=YOUR_PASSWORD_2
password=todo-set-me-1
POSTGRES_PASSWORD=${PGPW:-changeme}
password: "${{ secrets.DB_PASS1 }}"
password: "{{ vault_pw1 }}"
password: "$(cat /run/secrets/db1)"
token=process.env.API_TOKEN1
password: vault:secret/db1#pw
parser.add_argument("--password", help="the DB password of step 2")
use --password instead of the variable
the --token flag2 option
- the token: 12 of them
password = getpass()
密码是必填项
密码是string类型
密码是required。
密码：见 README
the password must be long
token: string
password: string
password field
password field1 is hidden
password login2
密码长度
密码8位以上
密码md5加密
密码PBKDF2WithHmacSHA256加密
密钥AES256加密
密钥RSA2048
secret: true
secret: "my-secret"
secret: "the name of the secret"
secret: "database connection string template"
password: must-not-be-left-empty
password: "please choose something longer here"
DB_PASSWORD=required
DB_PASSWORD: required
DB_PASSWORD: Database password for staging
use token authentication with OAuth2
the token expires in 3600s
token gpt-4o-mini-2024-07-18-preview
secret kube-system-default-token-x2
setPassword(password1)
getPassword("service12")
process.env.TOKEN || "missing-token"
IDENTIFIED BY '${DB_PASS12}'
identified by 'password'
was identified by "the second reviewer of 12"
they were identified by 'CD45RA' staining
RESET_PASSWORD: resetpw
[redacted:password]
password=[redacted:password]""".split("\n")


@pytest.mark.parametrize("kind", sorted({rule[0] for rule in ALL_RULES}))
def test_each_kind_of_key_is_replaced_and_what_looks_like_it_is_not(kind: str) -> None:
    secret, near = KINDS[kind]
    for make in secret:
        for around in ("{}", "uses {} for staging", "值是{}，完", '{{"x":"{}"}}', "a={}\nb"):
            given = around.format(key := make())
            text, kinds = redact.secrets(given)
            assert kinds == [kind], given
            for part in re.split(r"[\s:=@/\"'.]+|\\n", key):
                if len(part) >= 20 and any(char.isdigit() for char in part):
                    assert part not in text, given
    for make in near:
        text, kinds = redact.secrets(f"uses {(plain := make())} for staging")
        assert (text, kinds) == (f"uses {plain} for staging", [])


def test_every_rule_of_the_table_has_its_cases() -> None:
    assert set(KINDS) == {rule[0] for rule in ALL_RULES}


def test_no_key_is_shorter_than_the_words_that_are_looked_at() -> None:
    for _, literals, least, _, _ in redact_keys.RULES:
        assert all(len(literal) + least >= redact_keys.SHORTEST for literal in literals)


@pytest.mark.parametrize("line", FORMS)
def test_a_token_is_found_in_every_way_to_assign_it(line: str) -> None:
    given = line.replace("…", token := some(32))

    assert redact.secrets(given) == (line.replace("…", "[redacted:secret]"), ["secret"]), token


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ('<add key="ClearTextPassword" value="…" />', "password"),
        ("- name: DB_PASSWORD\n  value: …", "password"),
        ('os.environ.get("ADMIN_PASSWORD", "…")', "password"),
        ("curl -X POST https://x.example \\\n  -H 'a: b' \\\n  -u developer:…", "user-password"),
        ('curl -u ":…" https://x.example', "user-password"),
        ("curl --user kevin:'…' https://x.example", "user-password"),
        ("curl https://x.example -u …:", "user-password"),
        ("curl -H 'Authorization: …'", "authorization"),
        ("curl -H 'X-Auth: Bearer …'", "bearer"),
    ],
)
def test_a_secret_is_found_where_commands_and_files_have_it(line: str, kind: str) -> None:
    given = line.replace("…", "k7Q2z9X4" * 3)

    assert redact.secrets(given) == (line.replace("…", f"[redacted:{kind}]"), [kind])


@pytest.mark.parametrize(
    "given",
    [
        "ghp_" + "x" * 36,
        "key = AKIA" + "X" * 16,
        "aws_access_key: AKIAIOSFODNN7EXAMPLE",
        "xoxb-xxxxxxxxx-xxxxxxxxxx-xxxxxxxxxxxx",
        'PRIMARY_KEY = "tenant:user2:eu"',
        '("password", "field1")',
        "('joe', 'password', 'proxy.example.com:3128')",
    ],
)
def test_what_documents_write_in_the_place_of_a_key_stays(given: str) -> None:
    assert redact.secrets(given) == (given, [])


@pytest.mark.parametrize(
    ("kind", "marked"),
    [("password", one) for one in PASSWORDS] + [("secret", one) for one in TOKENS],
)
def test_the_value_of_an_assignment_goes_and_its_name_stays(kind: str, marked: str) -> None:
    first, last = marked.rindex("{"), marked.rindex("}")
    if marked.startswith(('{"', "{\\")) or marked.endswith("}}"):
        last = marked.rindex("}", 0, last)
    before, value, after = marked[:first], marked[first + 1 : last], marked[last + 1 :]
    given = before + value + after
    assert redact.secrets(given) == (f"{before}[redacted:{kind}]{after}", [kind])


@pytest.mark.parametrize("given", ORDINARY)
def test_prose_code_and_placeholders_stay(given: str) -> None:
    assert redact.secrets(given) == (given, [])


ESCAPES = (
    "foo\\n", "\\r", "\\t", "\\b", "\\f", "x\\u0022", "\\u003d", "\\x1b", "\\x1b[31m",
    "\\033[1;31m", "?x=a%3D", "%22", "%20", "\\\\n",
)  # fmt: skip


@pytest.mark.parametrize("before", ESCAPES)
def test_an_escape_written_out_before_a_key_does_not_hide_it(before: str) -> None:
    for kind, (secret, _) in KINDS.items():
        text, kinds = redact.secrets(clean.text(before + (key := secret[0]())))
        assert kinds == [kind], (before, kind)
        assert text.startswith(before), text
        assert key not in text


def test_a_letter_that_is_no_escape_still_hides_what_looks_like_a_key() -> None:
    for before in ("n", "foon", "u0022", "x3D", "3D", "31m"):
        given = f"{before}AKIA{some(16, UPPER)}"
        assert redact.secrets(given) == (given, [])


@pytest.mark.parametrize(
    "word",
    "your example changeme change_me placeholder xxx none null true false undefined dummy sample "
    "todo replace os. env. process. getenv vault: arn: redacted: ${ $( { %( *** ... <".split(),
)
def test_a_placeholder_must_be_the_whole_value(word: str) -> None:
    for given in (f"{word}{some(6)}!{some(6)}@9", f"{word.title()}4ever!{some(5)}"):
        for line in (f"password is '{given}'", f'DB_PASSWORD="{given}"', f"PASSWORD={given}"):
            text, kinds = redact.secrets(line)
            assert (given in text, kinds) == (False, ["password"]), line


def test_scheme_user_and_host_of_an_address_stay_readable() -> None:
    given = f"postgres://app:{some(14)}@db.internal:5432/x"
    assert redact.secrets(given)[0] == "postgres://app:[redacted:url-password]@db.internal:5432/x"


def test_text_on_both_sides_of_a_private_key_stays() -> None:
    given = f"before {pem('PRIVATE KEY', 3)} after"
    assert redact.secrets(given)[0] == "before [redacted:private-key] after"


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("a <private>x</private> b", "a [redacted:private] b"),
        ("a <PRIVATE>x\ny</Private> b", "a [redacted:private] b"),
        ("a <private>x<private>y</private>z</private> b", "a [redacted:private] b"),
        ("a <private>x</private> b <private>y", "a [redacted:private] b [redacted:private]"),
        ("a <private>x<private>y</private> b", "a [redacted:private]"),
        ("a < private reason='x' >x</ private > b", "a [redacted:private] b"),
        ("记 ＜private＞事＜/private＞ 了", "记 [redacted:private] 了"),
        ("记 ＜ｐｒｉｖａｔｅ＞事＜／private＞ 了", "记 [redacted:private] 了"),
        ("记 ﹤private﹥事</private> 了，好：是", "记 [redacted:private] 了，好：是"),
        ("a &lt;private&gt;x&lt;/private&gt; b", "a [redacted:private] b"),
        ("a &LT;private why='x'&GT;x</private> b", "a [redacted:private] b"),
        ('{"a": "\\u003cprivate\\u003ex\\u003c/private\\u003e"}', '{"a": "[redacted:private]"}'),
    ],
)
def test_a_private_part_goes_with_all_that_is_in_it(given: str, wanted: str) -> None:
    assert redact.secrets(given) == (wanted, ["private"])


def test_a_private_part_may_go_over_lines_that_state_facts() -> None:
    given = "W @a: <private>one\nO(c=0.9) @b: two\nW @c: three</PRIVATE> four\nW @d: five"

    assert redact.secrets(given)[0] == "W @a: [redacted:private] four\nW @d: five"


@pytest.mark.parametrize(
    "given",
    [
        *("x</private> y", "a private <b>", "<privateer>", "private"),
        *("a private ＜b＞", "&lt;privateer&gt;", "x &lt; private", "ｐｒｉｖａｔｅ", "＜私＞"),
    ],
)
def test_the_word_private_alone_hides_nothing(given: str) -> None:
    assert redact.secrets(given) == (given, [])


@pytest.mark.parametrize(
    "said", ["登录密码 …", "记住密码 …", "口令　…，别外传", "数据库密码 … 不要改"]
)
def test_a_blank_is_enough_behind_a_password_in_chinese(said: str) -> None:
    for value in ("rtWT01NjUjpU7", "abc123", "Hunter2!x"):
        text, kinds = redact.secrets(said.replace("…", value))
        assert (text, kinds) == (said.replace("…", "[redacted:password]"), ["password"])


def test_a_key_in_full_width_characters_is_a_key() -> None:
    key = "ghp_" + some(36)
    wide = "".join(chr(ord(one) + 0xFEE0) for one in key)

    assert redact.secrets(f"用：{wide}，好") == ("用：[redacted:github]，好", ["github"])
    assert redact.secrets(f"ｇｈｐ＿{key[4:]}")[1] == ["github"]
    assert redact.secrets("密码：ｈｕｎｔｅｒ２２") == ("密码：[redacted:password]", ["password"])
    assert redact.secrets("ＡＢＣ１２３ ＝ 全角") == ("ＡＢＣ１２３ ＝ 全角", [])


def test_kinds_are_told_once_and_sorted() -> None:
    given = f"npm_{some(36)} ghp_{some(36)} npm_{some(36)} <private>x</private>"
    assert redact.secrets(given)[1] == ["github", "npm", "private"]


def matrix() -> dict[str, Make]:
    """The 36 kinds of the reliability study's `sec.py`."""
    alphabet = string.ascii_letters
    return {
        "aws akid": lambda: "AKIA" + some(16, UPPER),
        "aws asia": lambda: "ASIA" + some(16, UPPER),
        "aws secret kv": lambda: "aws_secret_access_key = " + some(40, BASE64),
        "ghp": lambda: "ghp_" + some(36),
        "github_pat": lambda: "github_pat_" + some(22) + "_" + some(59),
        "gho": lambda: "gho_" + some(36),
        "glpat": lambda: "glpat-" + some(20, URL64),
        "openai": lambda: "sk-proj-" + some(74, URL64) + "T3BlbkFJ" + some(74, URL64),
        "openai old": lambda: "sk-" + some(20) + "T3BlbkFJ" + some(20),
        "anthropic": lambda: "sk-ant-api03-" + some(93, URL64) + "AA",
        "google": lambda: "AIza" + some(35, URL64),
        "slack bot": lambda: f"xoxb-{some(12, DIGITS)}-{some(13, DIGITS)}-{some(24)}",
        "slack hook": lambda: (
            f"https://hooks.slack.com/services/T{some(8, UPPER)}/B{some(10, UPPER)}/{some(24)}"
        ),
        "stripe": lambda: "sk_live_" + some(24),
        "npm": lambda: "npm_" + some(36),
        "pypi": lambda: "pypi-AgEIcHlwaS5vcmc" + some(70, URL64),
        "hf": lambda: "hf_" + some(34, alphabet),
        "jwt": lambda: f"eyJhbGciOiJIUzI1NiJ9.eyJ{some(40, URL64)}.{some(43, URL64)}",
        "pem": lambda: pem("RSA PRIVATE KEY", 6),
        "openssh": lambda: pem("OPENSSH PRIVATE KEY", 5),
        "pem cut": lambda: pem("PRIVATE KEY", 1, end=False),
        "db url": lambda: f"postgres://app:{some(14)}@db.internal:5432/x",
        "basic url": lambda: f"https://bob:{some(16)}@git.corp/x.git",
        "env line": lambda: "DB_PASSWORD=" + some(16),
        "env quoted": lambda: 'export API_TOKEN="' + some(32) + '"',
        "yaml secret": lambda: "client_secret: " + some(32, HEX),
        "bearer": lambda: "Authorization: Bearer " + some(40),
        "sendgrid": lambda: f"SG.{some(22, URL64)}.{some(43, URL64)}",
        "azure conn": lambda: "AccountKey=" + some(86, BASE64) + "==",
        "twilio": lambda: "SK" + some(32, HEX),
        "telegram": lambda: some(9, DIGITS) + ":AA" + some(33, URL64),
        "digitalocean": lambda: "dop_v1_" + some(64, HEX),
        "age": lambda: "AGE-SECRET-KEY-1" + some(58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"),
        "gcp sa": lambda: (
            '{"type":"service_account","private_key":"'
            + pem("PRIVATE KEY", 3).replace("\n", "\\n")
            + '\\n"}'
        ),
        "cn password": lambda: "数据库密码：" + some(14),
        "pw prose": lambda: "the root password is " + some(14),
    }


def benign() -> list[str]:
    """The 30 harmless lines of the same study."""
    return [
        "commit " + some(40, HEX),
        "uuid 550e8400-e29b-41d4-a716-446655440000",
        "sha256:" + some(64, HEX),
        "User prefers pnpm over npm, tests use vitest",
        "set DB_PASSWORD in the .env file (never commit it)",
        "the token limit is 8000 tokens",
        "password policy: at least 12 characters",
        "API_KEY must be set via environment variable API_KEY",
        "uses sk-learn for models; skip-links enabled",
        "const token = getToken()",
        "password=os.environ['DB_PASSWORD']",
        "password: ${DB_PASSWORD}",
        "api_key=<your-api-key>",
        "secret: changeme",
        "integrity sha512-" + some(86, BASE64) + "==",
        "https://github.com/org/repo/blob/main/a.py",
        "session_id log-143005123-a7x2",
        "用户偏好：禁止提交密码到仓库",
        "密码：请从 1Password 获取",
        "key=value pairs are parsed in config.py",
        "postgres://localhost:5432/app",
        "git@github.com:org/repo.git",
        "data:image/png;base64," + some(60, BASE64),
        "authorization uses Bearer tokens via header",
        "password_hash column is bcrypt",
        "the secret_key_base is rotated monthly",
        "tokenizer=cl100k_base",
        "AKIA prefix means long-term AWS keys",
        "token = auth.create_access_token(user)",
        "fix: token refresh loop in AuthService.refreshToken()",
    ]


def test_the_studys_secrets_go_and_its_harmless_lines_stay() -> None:
    """docs/reliability.md: 36 kinds, 30 lines."""
    missed = set()
    for name, make in matrix().items():
        for _ in range(20):
            given = make()
            body = max(re.split(r"[\s=:：\"\\]+", given), key=len)
            if body in redact.secrets(f"The deploy config uses {given} for staging.")[0]:
                missed.add(name)
    flagged = [one for one in benign() if redact.secrets(one)[1]]
    assert len(matrix()) == 36
    assert len(benign()) == 30
    assert missed == set()
    assert flagged == []


HOSTILE = [
    "echo a " * 1200 + "| sudo -S",
    "echo '" + "a" * 8000 + "' | chpasswd",
    "chpasswd <<< a:" * 550,
    "htpasswd -b " * 680,
    "sudo -S " * 1000 + "<<< a",
    "Cookie: " + "a=1; " * 1600,
    "cookie: a=1234567890123456; " * 300,
    "curl -b a=1 " * 680,
    "https://" + "a1" * 4000 + "@",
    "db://a:" + "1a/" * 2700,
    "db://a:1a/ " * 740,
    "a:" * 4000 + "@tcp(",
    "a:bcd@tcp(" * 800,
    "a:b1cdef@/" * 800,
    "a:1" * 4000 + "@/",
    "jdbc:oracle:thin:a/" * 430,
    "/hooks/" * 1170,
    "/hooks/" + "a1/" * 2700,
    "?sig=" * 1600 + "a1" * 40,
    "LS0tLS1CRUdJTi" * 580,
    "PDO('a', " * 900,
    "PDO(" + "'a', " * 1600,
    "Private-Lines: 1\n" * 480,
    "$2y$" * 2000,
    "a" * 8192,
    "1" * 8000 + ":aa" + "1" * 64,
    "password=" * 900,
    "password='" * 800,
    'secret: "' * 900,
    "password=a1" + ",a" * 4000,
    "password for " * 630,
    "password(" * 900,
    "pass " * 1600,
    "password" + " " * 8000,
    "token" * 1600,
    "token=" + "a1-" * 2700,
    "token=" + "a." * 4000,
    "token=" + "A" * 8000,
    "secret: " * 1000,
    "密码" * 4000,
    "密码是" * 2700,
    "://" * 2700,
    "://a:" + "b@" * 4000,
    ("://a:" + "b" * 100) * 76 + "@",
    "-----BEGIN PRIVATE KEY-----" * 300,
    "-----BEGIN " + "PRIVATE KEY" * 700,
    "-----BEGIN PRIVATE KEY-----" + "-" * 8000,
    "bearer " * 1150,
    "authorization: bearer " * 370,
    "authorization: " * 540,
    "sk-" * 2700,
    "sk-" + "a-" * 4000,
    "eyJ" * 2700,
    "eyJaaaaaaaaaaaa." * 500,
    "ghp_" * 2000,
    "aws_secret" * 800,
    "aws_" * 2000,
    "accountkey=" * 700,
    "accountkey " * 700 + "=",
    "https://hooks.slack.com/services/" * 240,
    "discord.com/api/webhooks/1" * 300,
    "8q~" * 2700,
    "sg." + "a." * 4000,
    "<private " * 900,
    "<private>" * 900,
    "<" + " " * 8000 + "private",
    "\ud800password=" * 800,
    "curl " * 1600 + "-u a:b1c2d3",
    "curl -u " * 1000,
    "-u " * 2700 + "a:b1c2d3",
    "-u" + "a" * 8000 + ":",
    "-u a:" * 1600,
    "curl -u 'a:" * 740,
    "mysql " * 1300 + " -p",
    "docker " * 1100 + " -p login",
    "docker login " * 600 + " -pxxx",
    "mysql -p" * 1000,
    "mysql -p'" * 900,
    "basic " * 1300,
    "basic " + "A" * 8000,
    "basic " + "OjpP" * 2000,
    "aws secret key " * 540,
    "aws key [" * 900,
    "password='a " * 680,
    'password="' + "a " * 4000,
    "password=your" + "-a" * 4000 + "!",
    "password='" + "yourkey" * 1100 + "1234'",
    "password=<" + "a" * 8000,
    "password={" + "a." * 4000 + "!",
    "${password:-" * 740,
    "password%3D" * 740,
    "\\npass" * 1300,
    "密码a1" * 2000,
    "密码 a1b2c3" * 900,
    "identified by 'a" * 550,
    "identified with " * 510,
    "password || 'a1b2c3" * 430,
    "password a1b2c3 " * 510,
    "token " + "k9Z2" * 2000,
    'password: "' + "abc " * 2000,
    "password: " + "abc-" * 2000,
    "setpassword('" * 630,
    "x_password: abcdef\n" * 430,
    "net use " * 1000 + "\\\\a b1",
    "net use \\\\a " * 680,
    "openssl " * 1000 + "-k",
    "expect password\nsend " * 380,
    "login(" * 1300,
    "auth=('a'," * 800,
    "requirepass " * 680,
    "account admin/" * 570,
    "account " + "a1 / " * 1600,
    "*:*:" * 2000,
    "a:5432:" * 1100,
    "wallet: " + "legal " * 1300,
    "mnemonic=" * 900,
    "password: |\n" * 680,
    "/bot12345678" * 700,
]


def stretched(given: str) -> Callable[[int], str]:
    """The first eighths of a text, and how it ends."""
    return lambda eighths: given[: len(given) * eighths // 8 - 80] + given[-80:]


@pytest.mark.parametrize("given", HOSTILE, ids=lambda given: ascii(given[:24]))
def test_twice_a_hostile_text_takes_at_most_twice_the_time(given: str) -> None:
    """The milliseconds are a matter of benchmarks/redaction.py."""
    assert growth.of(redact.secrets, stretched(given), 4) < growth.MOST


def test_no_single_pattern_takes_long_on_its_own_beginnings() -> None:
    """Each rule's literals, repeated and stretched, against its own pattern."""
    slow = []
    for _, literals, _, _, pattern in ALL_RULES:
        compiled = re.compile(pattern, re.ASCII)
        for literal in literals:
            for shape in (literal, f"{literal}a1", f" {literal}="):
                for given in (shape * 8192, shape + "a" * 8192, shape + "a1." * 8192):
                    if grows(compiled, given[:8192]):
                        slow.append((given[:40], pattern))
    assert slow == []


def test_a_pattern_that_looks_back_and_forth_is_found_out() -> None:
    """The control."""
    assert grows(re.compile(r"a\w*b"), "a" * 4096)


def grows(pattern: re.Pattern[str], given: str) -> bool:
    """Whether a pattern's work grows faster than the text; most are done in no time at all."""

    def search(text: str) -> None:
        for _ in pattern.finditer(text):
            pass

    begun = time.process_time()
    search(given)
    if time.process_time() - begun < 0.005:  # a quadratic pattern takes a hundred milliseconds
        return False
    half = len(given) // 2
    return growth.of(search, lambda size: given[:size], half) > growth.MOST


@pytest.mark.parametrize(
    ("given", "needed"),
    [
        ("The user prefers pnpm and asked to pass the basic tests; 用户偏好 tabs. " * 14, False),
        ("see https://example.org/x and ask @me about the task-list", False),
        ("fix the token refresh, the secret store and the bearer scheme", False),
        ("Fix the token refresh: it is lost when a session is closed", False),
        ("password: x1", True),
        ("the password field of the login page; we identified the token by its name", False),
        ("账号admin，密码letmein", True),
        ("DEPLOY_TOKEN=[redacted:github] and 'secret': '[redacted:npm]'", False),
    ],
)
def test_prose_does_not_load_regular_expressions(given: str, *, needed: bool) -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from memory_store.text import redact\n"
        "redact.secrets(sys.argv[2]); print('re' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-X", "utf8", "-c", program, str(ROOT), given],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == str(needed)
