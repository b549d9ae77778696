"""Sentences as people and agents write them, in English and Chinese, from a seeded supply.

They serve to measure time and nearness of vectors, not what is found. Must not hold a secret, nor
a word of the needles in `generated`.
"""

from __future__ import annotations

import random
import zlib

_CHINESE_SHARE = 0.4

_WORDS = {
    "service": "billing gateway search ledger mailer scheduler crawler exporter ingest catalog "
    "checkout identity webhook archive preview router quota notifier replica sandbox payroll "
    "inventory forecast translator recorder dashboard importer subscription loyalty shipping "
    "tracking survey playlist timeline bookmark compiler linter profiler migrator balancer",
    "thing": "timeout retry budget cache schema migration index queue token bucket flag lease "
    "snapshot cursor batch window shard topic digest certificate hook pool backlog checksum "
    "partition header payload session alias manifest template threshold heartbeat changelog "
    "rollback fixture mirror throttle watermark tombstone envelope",
    "person": "Ada Bruno Chen Dilip Elena Farah Goran Hana Ivo Jun Karin Liu Maya Noor Otto Wei "
    "Anika Boris Celia Dario Emre Freya Gustav Hamid Ines Jonas Kofi Leila Mirko Nadia Oskar "
    "Priya Quentin Rosa Sven Tariq Ulla Viktor Wanda Yusuf",
    "tool": "Terraform Ansible Grafana Prometheus Kafka Redis PostgreSQL SQLite Nginx Envoy Helm "
    "Docker Podman Jenkins Bazel pytest Playwright Webpack Vite Gradle Maven Cargo Poetry uv "
    "RabbitMQ Elasticsearch ClickHouse MinIO Vault Keycloak",
    "place": "staging production Frankfurt Singapore Oregon Dublin Osaka the_lab the_edge the_car "
    "the_warehouse the_branch_office the_test_bench the_backup_site the_mobile_app the_kiosk "
    "the_desktop_client the_public_API the_admin_console the_data_lake",
    "habit": "short_answers long_explanations tables diagrams tabs spaces dark_themes "
    "small_commits pair_reviews early_meetings late_deploys typed_code plain_SQL dry_runs "
    "feature_flags checklists screenshots unit_tests code_comments weekly_notes",
    "trouble": "memory_leak deadlock timeout race_condition slow_query broken_link wrong_rounding "
    "missing_translation duplicate_row lost_update stale_cache full_disk clock_skew bad_encoding "
    "flaky_test null_pointer expired_login double_charge empty_page wrong_currency",
    "when": "Monday Tuesday Wednesday Thursday Friday spring summer autumn winter the_release "
    "the_audit the_freeze the_outage the_migration the_holidays the_review the_training",
    "zh_service": "账单 网关 检索 台账 邮件 调度 采集 导出 目录 结账 身份 归档 预览 路由 配额 "
    "工资 库存 预测 翻译 录音 看板 导入 订阅 会员 物流 问卷 歌单 书签 编译 推荐 客服 签到 "
    "排班 报销 风控 对账",
    "zh_thing": "超时 重试 缓存 表结构 迁移 索引 队列 令牌 开关 租约 快照 游标 批次 窗口 分片 "
    "证书 阈值 心跳 日志 模板 水位 校验和 请求头 会话 别名 清单 回滚 镜像 限流 备份 权限 "
    "字段 告警 报表",
    "zh_person": "王芳 李强 张伟 刘洋 陈静 杨磊 赵敏 周涛 吴倩 徐宁 孙悦 马超 朱琳 胡斌 郭鑫 何平 "
    "高翔 林岚 罗杰 梁晨 宋佳 郑凯 谢婷 韩冰 唐宇 冯雪 董浩 萧然 程曦 曹阳 袁媛 邓超 许诺 傅恒",
    "zh_place": "测试环境 生产环境 法兰克福机房 新加坡机房 上海机房 边缘节点 仓库终端 手机客户端 "
    "桌面客户端 管理后台 开放接口 备份站点 实验台 门店收银机 车载终端 数据湖",
    "zh_habit": "简短的回答 详细的解释 表格 流程图 深色主题 小步提交 结对评审 早会 类型标注 "
    "原生语句 演练 功能开关 检查清单 截图 单元测试 注释 周报 中文文档 快捷键 命令行",
    "zh_trouble": "内存泄漏 死锁 请求超时 竞态 慢查询 链接失效 舍入错误 漏翻译 重复数据 更新丢失 "
    "缓存过期 磁盘写满 时钟偏差 编码错误 偶发失败 空指针 登录过期 重复扣款 页面空白 币种错误",
    "zh_when": "周一 周二 周三 周四 周五 春节前 暑假里 季末 发布前 审计前 封版后 故障后 迁移后 "
    "评审会上 培训时 月底 双十一前 值班交接时",
}
_LISTS = {name: [one.replace("_", " ") for one in words.split()] for name, words in _WORDS.items()}

_ENGLISH = (
    "The {service} service keeps its {thing} in conf/{service}-{number}.toml; {person} owns it",
    "{person} moved the {thing} of {service} to {number} ms after ERR_{number} in production",
    "We run {service} without a shared {thing} since the incident of build {number}",
    "Run make {service}-check before a change of the {thing}: issue {number} came without it",
    "{person} prefers {habit} when the {service} team reviews a {thing}",
    "In {place} the {service} service talks to {tool} and needs its own {thing}",
    "The {trouble} that customers saw in {service} came from a {thing} that nobody had renewed",
    "{person} and {person2} decided on {when} to replace {tool} with {tool2} for {service}",
    "Never delete a {thing} of {service} by hand; ask {person} or open ticket {number}",
    "After {when} every release of {service} goes to {place} first and waits for {person}",
    "The mobile team wants {habit} instead of {habit2} in the {service} handbook",
    "{tool} {number} broke the {thing} of {service}, so we stay one version behind until {when}",
    "Ask {person2} for access to {place}; {person} only looks after the {service} {thing}",
    "Our new colleague {person} speaks for {service} and likes {habit}",
    "The alarm about a {trouble} in {place} is real when the {thing} grows past {number}",
    "For {service} we write the {thing} first and the {tool} job afterwards",
)
_ENGLISH_MORE = (
    "",
    "",
    ", because a {trouble} cost us a day on {when}",
    ", as {person2} wrote in review {number}",
    ", which {tool} can't do yet",
    ", and {person2} checks it every {when}",
    ", except in {place}",
    "; the old {thing2} stays until {when}",
    "; see docs/{service}/{thing2}.md for the reasons",
    "; with {tool2} it took half as long",
)
_CHINESE = (
    "{zh_service}服务的{zh_thing}放在 conf/{number}.toml，由{zh_person}负责，改动前先看工单",
    "{zh_person}把{zh_service}的{zh_thing}改成了 {number} 毫秒，原因是线上出现 ERR_{number}",
    "{zh_service}不与其他租户共用{zh_thing}，见评审记录第 {number} 条，{zh_person}已经确认",
    "改{zh_service}的{zh_thing}之前要先跑一遍回归，第 {number} 次构建就是因为没跑才失败",
    "{zh_person}喜欢{zh_habit}，评审{zh_service}的{zh_thing}时尤其如此",
    "在{zh_place}，{zh_service}服务通过 {tool} 读写，{zh_thing}要单独配置",
    "用户反馈的{zh_trouble}来自{zh_service}里一个没有续期的{zh_thing}",
    "{zh_person}和{zh_person2}{zh_when}决定把{zh_service}从 {tool} 换到 {tool2}",
    "不要手工删除{zh_service}的{zh_thing}，先问{zh_person}或者提工单 {number}",
    "{zh_when}开始，{zh_service}每次发布先上{zh_place}，等{zh_person}点头再继续",
    "{zh_service}的手册里以后写{zh_habit}，不再要求{zh_habit2}",
    "{tool} 升级到 {number} 之后{zh_service}的{zh_thing}坏了，暂时停在上一个版本",
    "{zh_place}的权限找{zh_person2}申请，{zh_person}只管{zh_service}的{zh_thing}",
    "{zh_place}出现{zh_trouble}告警时，{zh_thing}超过 {number} 才需要半夜处理",
)
_CHINESE_MORE = (
    "",
    "",
    "，因为{zh_when}的{zh_trouble}耽误了一整天",
    "，{zh_person2}在评审 {number} 里写明了理由",
    "，目前 {tool2} 还做不到",
    "，{zh_person2}{zh_when}会再检查一遍",
    "，{zh_place}除外",
    "；旧的{zh_thing2}保留到{zh_when}",
    "；细节见 docs/{number}.md",
)
_ENGLISH_ANSWER = (
    "I looked at `{service}/config.py` and the tests around it. The {thing} is read once at the "
    "start, so a change needs a restart; {person} confirmed that in review {number}.\n\n"
    "```python\ndef load(path: str) -> dict[str, int]:\n    return {{'limit': {number}}}\n```\n\n"
    "The other callers of the {thing} stay as they are, and {service} needs no migration.\n\n"
) * 3
_CHINESE_ANSWER = (
    "我看了 `{service}/config.py` 和相关的测试。{zh_thing}只在启动时读取一次，所以改完要重启；"
    "{zh_person}在第 {number} 次评审里确认过。\n\n"
    "```python\ndef load(path: str) -> dict[str, int]:\n    return {{'limit': {number}}}\n```\n\n"
    "{zh_service}那边不受影响，发布之后就不再读旧文件了，也不需要迁移。\n\n"
) * 3

_QUESTIONS = (
    "who owns the {thing} of {service}?",
    "{service} {thing} {trouble}",
    "what did {person} say about {tool} in {place}",
    "why did we replace {tool} for {service}",
    "does {person} prefer {habit}?",
    "{service} release after {when}",
    "{zh_service}的{zh_thing}由谁负责",
    "{zh_person}喜欢{zh_habit}吗",
    "{zh_place} {zh_trouble} 怎么处理",
    "为什么把{zh_service}从 {tool} 换掉",
    "{zh_service} {zh_thing} 升级",
    "{zh_person} {zh_when} {zh_service}",
)

COMMON = {
    "en": (
        "the service and its thing",
        "of the team in the release",
        "we run it first and wait",
        "service review docs issue production",
        "change of the service before the build",
        "what did we decide about the service",
    ),
    "zh": (
        "服务的放在负责",
        "改动之前先看工单",
        "不要手工删除，先问再继续",
        "每次发布以后要检查",
        "服务 评审 告警 版本",
        "我们的服务是由谁负责的",
    ),
}
"""Questions of words that many sentences have, in each language."""


class Supply:
    """Choices and sentences, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self._given: set[int] = set()

    def sentence(self) -> str:
        """A sentence worth saving: English, or two times of five Chinese; about 100 bytes.

        None is given twice, also among millions.
        """
        while True:
            chinese = self.random.random() < _CHINESE_SHARE
            kinds = (_CHINESE, _CHINESE_MORE) if chinese else (_ENGLISH, _ENGLISH_MORE)
            made = self._fill("".join(self.random.choice(one) for one in kinds))
            if (mark := zlib.crc32(made.encode()) << 32 | len(made)) not in self._given:
                self._given.add(mark)
                return made

    def question(self) -> str:
        """A question, or keywords, as agents search for such sentences; half of them Chinese."""
        return self._fill(self.random.choice(_QUESTIONS))

    def answer(self, language: str) -> str:
        """An agent's answer of three paragraphs with code, in `en` or `zh`; 1 to 2 KB."""
        return self._fill(_CHINESE_ANSWER if language == "zh" else _ENGLISH_ANSWER)

    def word(self, kind: str = "service") -> str:
        """A word of one of the lists."""
        return self.random.choice(_LISTS[kind])

    def session_id(self) -> str:
        """A host's id of a session."""
        return f"{self.random.getrandbits(64):016x}"

    def _fill(self, template: str) -> str:
        return template.format_map(_Chosen(self))


class _Chosen(dict[str, object]):
    """A word for each slot of a template, chosen when it is asked for."""

    def __init__(self, supply: Supply) -> None:
        super().__init__()
        self._supply = supply

    def __missing__(self, slot: str) -> object:
        number = self._supply.random.randrange(100_000)
        made: object = number if slot == "number" else self._supply.word(slot.rstrip("2"))
        self[slot] = made
        return made
