"""Sentences as people and agents write them, in English and Chinese, from a seeded supply.

They serve to measure time, not what is found. Must not repeat often, and must not hold a secret.
"""

from __future__ import annotations

import random

_CHINESE_SHARE = 0.4

_WORDS = {
    "service": "billing gateway search ledger mailer scheduler crawler exporter ingest catalog "
    "checkout identity webhook archive preview router quota notifier replica sandbox",
    "thing": "timeout retry budget cache schema migration index queue token bucket flag lease "
    "snapshot cursor batch window shard topic digest certificate hook pool",
    "person": "Ada Bruno Chen Dilip Elena Farah Goran Hana Ivo Jun Karin Liu Maya Noor Otto Wei",
    "zh_service": "账单 网关 检索 台账 邮件 调度 采集 导出 目录 结账 身份 归档 预览 路由 配额",
    "zh_thing": "超时 重试 缓存 表结构 迁移 索引 队列 令牌 开关 租约 快照 游标 批次 窗口 分片",
    "zh_person": "王芳 李强 张伟 刘洋 陈静 杨磊 赵敏 周涛 吴倩 徐宁 孙悦 马超 朱琳 胡斌 郭鑫 何平",
}
_LISTS = {name: words.split() for name, words in _WORDS.items()}

_ENGLISH = (
    "The {service} service keeps its {thing} in conf/{service}-{number}.toml; {person} owns it",
    "{person} moved the {thing} of {service} to {number} ms after ERR_{number} in production",
    "We run {service} without a shared {thing} since the incident of build {number}",
    "Run make {service}-check before a change of the {thing}: issue {number} came without it",
)
_CHINESE = (
    "{zh_service}服务的{zh_thing}放在 conf/{number}.toml，由{zh_person}负责，改动前先看工单",
    "{zh_person}把{zh_service}的{zh_thing}改成了 {number} 毫秒，原因是线上出现 ERR_{number}",
    "{zh_service}不与其他租户共用{zh_thing}，见评审记录第 {number} 条，{zh_person}已经确认",
    "改{zh_service}的{zh_thing}之前要先跑一遍回归，第 {number} 次构建就是因为没跑才失败",
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


class Supply:
    """Choices and sentences, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def sentence(self) -> str:
        """A sentence worth saving: English, or two times of five Chinese; about 80 bytes."""
        chinese = self.random.random() < _CHINESE_SHARE
        return self._fill(self.random.choice(_CHINESE if chinese else _ENGLISH))

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
        chosen = {name: self.word(name) for name in _LISTS}
        return template.format(number=self.random.randrange(100_000), **chosen)
