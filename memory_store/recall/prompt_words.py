"""Words that any prompt to a coding agent may have, and that therefore say nothing.

A plain table for recall. English words have no endings, as `bearing` compares them; Chinese ones
are pairs of characters.
"""

from __future__ import annotations

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
    这些 这样 这段 这里 进行 那个 里面 重写 重构 错误 问题 需要 项目 页面
    """.split()
)
