"""Names of tools that developers write in small letters, so that a name is known for one.

A table alone; any list of them ages. Must not hold words that mean something else as well, but
for those that hardly do in such talk.
"""

from __future__ import annotations

TOOLS = frozenset(
    (
        "pnpm npm npx yarn bun deno uv pip pipx poetry conda pipenv pdm rye cargo maven gradle  "
        "sbt bazel make cmake ninja meson conan vcpkg composer bundler rake brew apt nix  "
        "turborepo lerna nx rush jest vitest mocha jasmine karma cypress playwright puppeteer  "
        "selenium pytest unittest nose tox nox junit testng rspec minitest phpunit xunit nunit  "
        "moto testcontainers hypothesis react vue svelte angular solid preact nextjs nuxt remix  "
        "astro gatsby ember backbone jquery htmx redux zustand mobx pinia vuex recoil jotai rxjs  "
        "webpack vite rollup esbuild parcel swc babel tailwind bootstrap sass less postcss antd  "
        "mui chakra shadcn storybook typescript javascript python golang rust java kotlin scala  "
        "swift ruby php perl elixir erlang haskell clojure ocaml lua django flask fastapi  "
        "starlette tornado aiohttp rails sinatra laravel symfony express koa nestjs fastify hapi  "
        "spring springboot quarkus micronaut dubbo mybatis hibernate sqlalchemy prisma typeorm  "
        "drizzle sequelize knex gorm ent sqlx diesel alembic flyway liquibase redis memcached  "
        "postgres postgresql mysql mariadb sqlite oracle mongodb mongo cassandra dynamodb  "
        "clickhouse elasticsearch opensearch solr neo4j influxdb duckdb bigquery snowflake  "
        "redshift cockroachdb tidb doris hive spark flink hadoop airflow dagster prefect dbt  "
        "kafka rabbitmq nats pulsar rocketmq activemq celery sidekiq temporal sqs kinesis mqtt  "
        "zeromq docker podman kubernetes k8s helm kustomize argocd flux istio envoy linkerd  "
        "nginx caddy traefik haproxy apache tomcat terraform pulumi ansible chef puppet vagrant  "
        "packer consul vault nomad jenkins gitlab github bitbucket gitea circleci travis drone  "
        "buildkite teamcity azure aws gcp aliyun oss s3 r2 ec2 lambda ecs eks gke heroku vercel  "
        "netlify cloudflare fly render prometheus grafana datadog sentry rollbar newrelic splunk  "
        "kibana logstash loki jaeger zipkin opentelemetry pagerduty opsgenie jira confluence  "
        "notion slack figma linear asana trello dingtalk feishu eslint prettier biome black ruff  "
        "flake8 pylint isort mypy pyright rubocop golangci-lint clippy rustfmt gofmt checkstyle  "
        "spotless sonarqube husky lint-staged commitlint git svn mercurial vim neovim emacs  "
        "vscode intellij pycharm webstorm xcode tmux zsh bash fish powershell linux ubuntu  "
        "debian fedora arch alpine centos macos windows wsl android ios flutter react-native  "
        "electron tauri graphql grpc rest soap openapi swagger protobuf avro thrift trpc oauth  "
        "oidc saml ldap jwt keycloak auth0 okta stripe paypal twilio sendgrid mailgun axios  "
        "fetch lodash moment dayjs date-fns luxon zod yup valibot joi numpy pandas polars scipy  "
        "sklearn pytorch tensorflow keras jax onnx huggingface langchain openai anthropic ollama  "
        "jackson fastjson gson lombok guava slf4j log4j logback zap logrus zerolog winston pino  "
        "loguru structlog jinja handlebars mustache nacos apollo zookeeper etcd eureka sentinel  "
        "seata shardingsphere snake_case camelcase kebab-case pascalcase snake-case tabs spaces  "
        "utf-8 utc gb18030 ulid uuid asyncio trio gevent gunicorn uvicorn uwsgi pm2 supervisor  "
        "systemd cron xxl-job quartz"
    ).split()
)
MAKERS = frozenset("apache aws azure gcp oracle arch alpine debian ubuntu cloudflare".split())
