"""Scores how many of a prompt's rare words an earlier request and its answer have.

Pure arithmetic on texts, and the words that any prompt to a coding agent may have, which therefore
say nothing: English ones without endings, pairs of Chinese characters. Must not decide which words
count.
"""

from __future__ import annotations

from memory_store.index import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_REQUEST, _ANSWER = 1_000, 2_000  # characters that are looked at
_REQUEST_WORDS, _ANSWER_WORDS = 30, 200  # as many as they usually have
_BOTH = 1.5
_WEIGHTY, _LEAST = 10, 10.0
_OPENING = 12.0  # so that the usual floor is met where chance ends (docs/recall.md)
_LEAST_LEAD, _LEAD = 8.0, 10.0
_BY_CHANCE = 2  # the place of the session that has what chance gives
_ALIKE, _ALIKE_WORDS, _TEMPLATE = 0.5, 6, 2  # of the words of both; words, requests
_OF_A_SESSION = 3
_TOGETHER = 0.3
_PAIR = 0.67  # of a word: three characters in a row are two pairs
_ENDINGS = ("ing", "ed", "es", "s", "e")
_STEM = 3
_BLANKS = {code: " " for code in range(128) if not chr(code).isalnum()}
_KEPT = 128
_spread: dict[str, str] = {}  # a prompt's hook asks of the same texts three times


def worths(weights: Mapping[str, float], said: list[tuple[str, str]]) -> list[float]:
    """How much requests with their answers have of a prompt, 0 or more each.

    BM25, where a word that both have counts half as much again. Times the weight of the words that
    the answer has, as a share of the prompt's ten rarest: people ask for different things in the
    same words, and a request tells nothing. One word alone is worth nothing, two are half of it:
    any store has some text with one of a prompt's words.

    Args:
        weights: how rare each of the prompt's words is in the store.
        said: requests and answers; what is a Chinese word is judged by all of them.
    """
    texts = [(spread(asked[:_REQUEST]), spread(told[:_ANSWER])) for asked, told in said]
    whole = "".join(text for pair in texts for text in pair)
    known = {word: weight for word, weight in weights.items() if _is_word(word, whole)}
    most = sum(sorted(known.values(), reverse=True)[:_WEIGHTY]) + _LEAST
    return [_evidence(known, *pair) / most for pair in texts]


def standing_out(worths: list[float], sessions: list[str], *, opens: bool) -> list[float]:
    """The worths of exchanges, 0 to 1, by how far each session stands out from the third best.

    To the best exchange of each session its next two are added: a session about a prompt's subject
    has several that share words with it, by chance one does. What the third best session has,
    chance gives in this store: its words are as rare, and the prompt as long. What a session's
    first prompt, which tells what it is about, shares with three sessions is no chance.

    Args:
        worths: what `worths` gives.
        sessions: whose.
        opens: whether the prompt is the first one of its session.
    """
    ranked: dict[str, list[int]] = {}
    for at in sorted(range(len(worths)), key=lambda at: -worths[at]):
        ranked.setdefault(sessions[at], []).append(at)
    joined = list(worths)
    for places in ranked.values():
        joined[places[0]] = sum(worths[at] for at in places[:_OF_A_SESSION])
    best = sorted((joined[places[0]] for places in ranked.values()), reverse=True)
    chance = best[_BY_CHANCE] if len(best) > _BY_CHANCE else 0.0
    least = _OPENING if opens else _LEAST_LEAD + _LEAD * chance
    return [min(1.0, one / least) for one in joined]


def is_template(prompt: str, requests: list[str]) -> bool:
    """Whether several requests have the words of a prompt but for a few: a tool wrote them."""
    own = _words(prompt)
    alike = 0
    for words in map(_words, requests):
        alike += len(own & words) >= max(_ALIKE_WORDS, _ALIKE * len(own | words))
    return alike >= _TEMPLATE


def _words(request: str) -> set[str]:
    return set(map(stem, spread(request[:_REQUEST]).split()))


def spread(text: str) -> str:
    """A text with a blank around each of its words, and pairs of Chinese characters as words."""
    if text not in _spread:
        if len(_spread) >= _KEPT:
            _spread.clear()
        _spread[text] = f" {tokens.segment(text).casefold().translate(_BLANKS)} "
    return _spread[text]


def times(word: str, text: str) -> int:
    """How often a word occurs in a spread text, an English word with any ending.

    Args:
        word: a pair of Chinese characters, or what `stem` gives.
        text: what `spread` gives.
    """
    if not word.isascii():
        return text.count(f" {word}")
    at = text.find(f" {word}")
    while at >= 0:
        if stem(text[at + 1 : text.find(" ", at + 1)]) == word:
            return text.count(f" {word}", at)
        at = text.find(f" {word}", at + 1)
    return 0


def stem(word: str) -> str:
    """A word without its English ending."""
    if word.isascii() and word.isalpha():
        for ending in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= _STEM:
                return word[: -len(ending)]
    return word


def _is_word(word: str, text: str) -> bool:
    """Whether two Chinese characters are a word in a spread text, as anything else is.

    The end of one word and the beginning of the next stand together by chance: then each of both
    is mostly seen without the other.
    """
    if word.isascii():
        return True
    fewest = min(text.count(f" {sign}") for sign in word)
    return text.count(f" {word}") >= _TOGETHER * fewest


def _evidence(weights: Mapping[str, float], request: str, answer: str) -> float:
    score = answered = 0.0
    shared = 0.0
    for word, weight in weights.items():
        asked, told = _often(word, request, _REQUEST_WORDS), _often(word, answer, _ANSWER_WORDS)
        score += weight * max(asked, told) * (_BOTH if asked and told else 1.0)
        answered += weight if told else 0.0
        if asked or told:
            shared += 1.0 if word.isascii() else _PAIR
    return score * answered * (1 - 1 / max(shared, 1.0))


def _often(word: str, text: str, usual: int) -> float:
    """The factor of BM25 (k1 1.2, b .75) for a word; `usual`: words of such a text."""
    count = times(word, text)
    length = 0.25 + 0.75 * text.count(" ") / usual
    return 2.2 * count / (count + 1.2 * length)


ENGLISH = frozenset(
    """
    add answer ask build call chang check clean cod com compar complain convert count creat day
    defin delet describ differenc do doc document error exampl exist explain fail fast fil find
    first fix full function generat get giv go good great happen help idea implement import
    insid issu job keep kind know languag last let lin list long look mak mean mor mov nam need
    new next number old open output pag paragraph part piec plain pleas point problem project
    put question read refactor remov renam result return review rewrit right run sam say second
    see sentenc set short show simpl slow small solv sort start step still stop styl suggest sur
    tak talk task tell test text thing think tim today try turn two typ understand updat usag
    nil null const void
    use user valu want way week word work writ wrong year
    proce continu implementation
    arent cant couldnt didnt doesnt dont hadnt hasnt havent im isnt ive shouldnt thats theyr theyv
    wasnt werent whats wont wouldnt youre
    """.split()
)

CHINESE = frozenset(
    """
    一下 一个 一段 一点 一些 一行 一次 下面 不了 不到 不同 为什 什么 么办 么样 么用 么写 么这
    之前 之后 代码 介绍 以及 使用 例子 修改 修一 修复 做什 做的 做一 写一 写个 写出 内容 函数
    分析 创建 删除 区别 原因 参数 变量 可以 告诉 哪个 哪些 哪里 回答 增加 处理 多少 如何 字段
    它的 完成 定义 实现 对吗 导入 帮我 应该 建议 开始 怎么 怎样 总结 意思 我们 我想 所有 打印
    执行 找到 报错 接口 推荐 支持 改成 改一 数据 整理 文件 方法 时候 是不 是什 更新 有什 有没
    服务 来的 检查 样写 步骤 比较 添加 现在 生成 用户 的是 看一 看看 知道 示例 程序 类型 给我
    结果 继续 翻译 能不 行吗 解决 解释 设置 试试 评审 语言 说明 调用 输出 运行 返回 这个 这么
    不用 东西 为啥 也是 好像 就是 已经 很多 感觉 想要 明显 显示 有点 比如 正常 没有 然后 现象 直接
    自己 还是 重新 默认 效果 发现 情况 出现 奇怪
    立即 即执 即进 请立 马上 这些 这样 这段 这里 进行 那个 里面 重写 重构 错误 问题 需要 项目 页面
    """.split()
)
