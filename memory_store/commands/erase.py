"""Remove for good: the rows of these commands."""

from __future__ import annotations

from memory_store import model
from memory_store.cli import flags, table

TYPE_CHECKING = False

_SHOWN = 200

FAMILY = table.Family("Remove for good", "永久删除", "forgetting")


FAMILY.change(
    flags.Flag(
        "what", "a text that stands in it, or an id", "其中的一段文字，或 ID", metavar="QUERY|ID"
    ),
    flags.switch("--yes", "remove it without being asked", "不询问，直接删除"),
    table.SCOPE,
    name="forget",
    en="remove a text or record for good, with all derived of it",
    zh="永久删除一段文字或一条记录，连同所有衍生内容",
    help_en="Remove a text, or a record by its id, for good: from facts, summaries, "
    "journal and all derived.\n\n"
    "Shows what would go and takes a yes on a terminal; --yes says it at once. "
    "MEMORY.md, notes and settings are shown and left to you.",
    help_zh="彻底删除。先列出项目和用户两份记忆中含有这段文字（或这个 ID）的记录，确认后"
    "从事实、摘要、日志（提问连同回答）、索引、向量、副本和运行日志中永久删除，之"
    "后也不会再次收录。`MEMORY.md` 和笔记只列出，由你自己修改",
    works_off=True,
)


@FAMILY.change(
    flags.switch("--fix", "mend the records, for good", "修复记录，不可恢复"),
    table.SCOPE,
    en="look for secrets, invisible characters and damaged lines",
    zh="检查存储中的密钥、不可见字符和损坏的行",
    help_en="Look for secrets, invisible characters and damaged lines in what is stored; "
    "shows no secret.\n\n"
    "--fix takes secrets and invisible characters out of facts, summaries and "
    "journal, for good. MEMORY.md, notes, files of extra_paths and settings are "
    "told and left to you.",
    help_zh="检查项目和用户两份记忆，以及 `extra_paths` 指定的文件，找出密钥、不可见字符"
    "和损坏的行。只报告文件、行号和种类，不显示密钥内容；`--fix` 会从事实、摘要和"
    "日志中永久清除密钥和不可见字符",
    works_off=True,
)
def scan(call: table.Call) -> model.Answer:
    """Report the findings of the stores, and mend them with --fix.

    The exit status is 0 whatever is found: `status` in the answer says clean, found or fixed.

    Raises:
        UsageError: the project's store is not trusted.
        StoreError: a store can't be read or written.
    """
    from memory_store.forget import scan as findings_of

    stores = call.stores
    findings = [one for store in stores for one in findings_of.find(store)]
    mendable = {one[:3] for one in findings if one.is_mendable()}
    fixes = call.fix and bool(mendable)
    fixed = sum(map(findings_of.mend, stores)) if fixes else 0
    mended = mendable if fixes else set()
    record = {
        "status": "fixed" if fixes else "found" if findings else "clean",
        "findings": [
            {
                "store": one.store,
                "file": one.file,
                "line": one.line,
                "what": one.what,
                "kinds": list(one.kinds),
                "yours": one.is_yours,
                "mended": one[:3] in mended,
            }
            for one in findings
        ],
        "fixed": fixed,
    }
    lines = [] if findings else [call.say("clean")]
    for one in findings[:_SHOWN]:
        what = call.say(one.what, kind=", ".join(one.kinds))
        lines.append(
            f"{one.path}:{one.line}  {what}{call.say('mended') if one[:3] in mended else ''}"
        )
    if len(findings) > _SHOWN:
        lines.append(call.say("more", count=len(findings) - _SHOWN))
    if mendable:
        lines.append(call.say("fixed", count=fixed) if fixes else call.say("fix"))
    left = sum(one[:3] not in mendable for one in findings)
    lines += [call.say("left", count=left)] if left else []
    return model.Answer(record, "\n".join(lines))
