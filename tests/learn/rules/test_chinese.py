"""What Chinese speakers say that lasts, and what they say besides."""

from __future__ import annotations

import pytest

from memory_store.language import script
from memory_store.learn import extract, retain

TRADITIONAL = dict(zip(*reversed(script.PAIRS), strict=True))


def traditional(text: str) -> str:
    """A text in traditional characters, as far as the table goes."""
    return "".join(TRADITIONAL.get(sign, sign) for sign in text)


LASTING = [
    ("O", "从现在开始，提交前都跑一下 lint", "lint"),
    ("O", "如果测试挂了，必须先看日志", "日志"),
    ("O", "今后遇到不确定的需求先问我，不要自己猜", "先问我"),
    ("O", "尽量别引入新的依赖", "依赖"),
    ("O", "尽量不要用第三方库", "第三方"),
    ("O", "不确定就问我，别自己猜", "问我"),
    ("W", "会议结论：订单服务先拆，用户服务明年再说", "订单服务先拆"),
    ("W", "你搞错了，我们的主分支叫 master", "master"),
    ("W", "我们打算把用户服务拆成独立仓库，已经跟架构组确认了", "独立仓库"),
    ("O", "统一一下：错误码用 5 位数字，前两位是模块", "5 位"),
    ("W", "架构评审通过了：拆成 5 个微服务", "5 个微服务"),
    ("W", "不对，函数最多 50 行，不是 80 行", "50 行"),
    ("W", "默认分支还是 master", "master"),
    ("W", "记一下发布窗口是每周二", "每周二"),
    ("W", "记住怎么部署：先 make build，再 make push", "make push"),
    ("O", "我看代码喜欢自上而下，公共方法放前面", "自上而下"),
    ("O", "我比较在意性能，能少一次查询就少一次", "性能"),
    ("O", "列表推导式超过一行我就看不下去", "一行"),
    ("O", "能用标准库解决的就别引第三方", "标准库"),
    ("O", "报错信息写中文，我们用户看不懂英文", "中文"),
    ("O", "周五下午三点以后不发版", "三点"),
    ("O", "error code 统一 6 位", "6 位"),
    ("W", "会上拍了板，支付走聚合通道，不直连银行", "聚合通道"),
    ("B", "CI 换到 GitHub Actions 了，Jenkins 的机器已经还了", "github actions"),
    ("B", "鉴权从 session 改 JWT 了，上周合的", "jwt"),
    ("B", "灰度结束了，新结算逻辑全量了", "全量"),
    ("W", "帮我存一下，预发环境的数据库是 pre-db-02", "pre-db-02"),
    ("W", "这个你记下来，合同编号是 HT-2291", "ht-2291"),
    ("W", "备忘一下，短信通道用的是腾讯云", "腾讯云"),
    ("O", "个人偏好函数式写法，少用 class", "函数式"),
    ("O", "我受不了嵌套三层以上的 if", "三层"),
    ("O", "我不爱用 lombok", "lombok"),
    ("O", "数据库变更必须先过 DBA 评审", "dba"),
    ("O", "团队约定：分支从 develop 拉", "develop"),
    ("O", "按公司规定，客户数据不能出境", "出境"),
    ("W", "讨论下来消息队列用 RocketMQ，Kafka 运维成本太高", "rocketmq"),
    ("W", "方案定下来了：读写分离用 ShardingSphere", "shardingsphere"),
    ("W", "最后还是采用了乐观锁，改动最小", "乐观锁"),
    ("W", "测试环境的地址是 test.haiyan.cn，账号找运维要", "test.haiyan.cn"),
    ("W", "支付回调有 5 秒超时限制，微信那边定的", "5 秒"),
    ("W", "代码里的 biz_type=7 表示团购订单", "团购"),
    ("W", "这边的服务器都在内网，装包只能走 Nexus 私服", "nexus"),
    ("W", "我叫陈一鸣，是这个项目的架构师", "陈一鸣"),
    ("W", "产品经理是小孟，需求问题找她", "小孟"),
    ("W", "不是 3306，是 3307", "3307"),
    ("W", "你搞错了，负责人不是老李，是老周", "老周"),
    ("B", "仓库从 GitLab 搬到了 Gitea，地址也变了", "gitea"),
    ("B", "去年年底我们已经弃用了 Dubbo，全部走 gRPC", "grpc"),
    ("W", "存到记忆里：我们的 Sentry 项目叫 halyard-web", "halyard-web"),
    ("O", "我更喜欢小函数，而不是注释。把这个拆一下", "小函数"),
    ("O", "跟我解释的时候，就当我很懂 C++ 但几乎不会 JavaScript", "c++"),
    ("O", "别跟我客套，直接说结论", "结论"),
    ("O", "测试一律不许访问外网，没有例外", "外网"),
    ("O", "异常不能吞，要么处理要么往上抛", "异常"),
    ("O", "对外接口改字段要走版本号，不能直接改", "版本号"),
    ("O", "新代码都要带类型注解", "类型注解"),
    ("W", "我们跟平台组说好了，下个季度鉴权挪到 API 网关后面", "api 网关"),
    ("W", "评审会上定的，主键用雪花 id，不用自增", "雪花"),
    ("W", "权衡之后不做微服务了，保持单体", "单体"),
    ("W", "这个仓库用的是 pnpm workspaces，应用在 apps/，公共代码在 packages/。", "pnpm"),
    ("W", "对了，user.status == 3 的意思是被合规冻结，哪都没写", "合规"),
    ("W", "短信每天限额 10 万条，超了要找运营商加", "10 万"),
    ("W", "打包机只有一台，在办公室机房，IP 是 192.168.10.8", "192.168.10.8"),
    ("W", "我是支付这块的技术负责人，出事了会打我电话，所以谨慎点", "支付"),
    ("W", "我们组四个人，两个前端两个后端", "四个人"),
    ("W", "等等，限流不是每分钟 100，他们提到 600 了，客户端改一下", "600"),
    ("O", "说了多少遍，提交信息用英文，不要中文", "英文"),
    ("B", "我这个月转到基础架构组了，原来的服务交给法里德", "基础架构组"),
    (
        "O",
        "这个 project 里所有面向用户的文案都要有 zh-CN 和 en-US 两个版本，不要 hard-code",
        "zh-cn",
    ),
    ("W", "不不，报税导出的截止日是 10 号，不是 15 号", "10 号"),
    ("O", "又来了，我们这里只用具名导出，不用默认导出", "具名导出"),
    ("W", "等下，维护人不是安娜，是马瑞克", "马瑞克"),
    ("O", "怎么又是 npm，这个项目用的是 bun，都用 bun", "bun"),
    ("O", "线上别开 debug 日志", "debug"),
    ("O", "生产环境里别用 latest 镜像", "latest"),
    ("O", "注意别把 .env 提交了", ".env"),
    ("O", "小心别把 token 打印到日志里", "token"),
    ("O", "别把密码写进代码", "密码"),
    ("O", "分支命名规则：feature/xxx", "feature/xxx"),
    ("O", "表名规范：小写加下划线", "下划线"),
    ("W", "算了，就用 SQLite 吧", "sqlite"),
    ("W", "我们用 Kafka。还是算了，Kafka 太重，就用 Redis Streams", "redis streams"),
    ("B", "我们取消了月度发版，现在是持续发布", "持续发布"),
    ("B", "审计之后会话有效期从 8 小时改成了 30 分钟", "30 分钟"),
    ("B", "网关端口改成 9090 了", "9090"),
    ("B", "跳板机已经换成 jump02 了", "jump02"),
    ("B", "公测 3 月 3 号开始的，200 个用户", "公测"),
    ("W", "我主要写前端，CSS 在行，SQL 不太行", "前端"),
    ("W", "我隔周值班", "值班"),
    ("O", "对我来说可读性比炫技重要", "可读性"),
    ("O", "我对命名比较挑剔，不要缩写", "缩写"),
    ("O", "我是看图的人，一张 mermaid 图顶一千字", "mermaid"),
    ("W", "你可以跟我说粤语，那是我母语", "粤语"),
    ("W", "这个项目就两个人，我和阿涛", "阿涛"),
    ("O", "短变量名我能接受，长的看着晕", "短变量名"),
    ("O", "拿不准就选成熟的技术，这是我的信条", "成熟"),
    ("B", "二月份我们砍了 iOS 端，没人维护", "ios"),
    ("W", "队列我们用 NATS，RabbitMQ 落选", "nats"),
    ("W", "现在默认是 UTC，不是本地时间", "utc"),
    ("O", "Kotlin 里别用 !!，看着就害怕", "kotlin 里别用 !!，看着就害怕"),
    (
        "O",
        "动了 proto 文件就要同步升 buf.yaml 里的版本号",
        "动了 proto 文件就要同步升 buf.yaml 里的版本号",
    ),
    ("O", "代码和提交信息里都不要出现 emoji", "代码和提交信息里都不要出现 emoji"),
    (
        "W",
        "QA 环境每天凌晨两点清库，所以冒烟测试要自己造数据",
        "qa 环境每天凌晨两点清库，所以冒烟测试要自己造数据",
    ),
    (
        "W",
        "跟小孙对过了：webhook 重试 24 小时，之后进死信队列",
        "跟小孙对过了：webhook 重试 24 小时，之后进死信队列",
    ),
    ("O", "TypeScript 里不要用 enum", "typescript 里不要用 enum"),
    ("O", "tooltip 任何时候都不能超出视口", "tooltip 任何时候都不能超出视口"),
    ("O", "我们系统里从不物理删除数据", "我们系统里从不物理删除数据"),
    ("W", "风控规则引擎归老赵管", "风控规则引擎归老赵管"),
    ("O", "别再加分号了", "别再加分号了"),
    ("W", "计费相关的都问苏菲，系统是她搭的", "计费相关的都问苏菲，系统是她搭的"),
    ("B", "lodash 已经全部去掉了，用原生方法", "lodash 已经全部去掉了，用原生方法"),
    ("O", "JSX 嵌套不超过三层，超了就拆组件", "jsx 嵌套不超过三层，超了就拆组件"),
    (
        "O",
        "贴图必须是 2 的幂，不然老的 Adreno 会退到软件渲染",
        "贴图必须是 2 的幂，不然老的 adreno 会退到软件渲染",
    ),
    ("O", "日期统一显示成“2025年3月4日”，不要用斜杠", "日期统一显示成“2025年3月4日”，不要用斜杠"),
    ("W", "访问令牌有效期 15 分钟，刷新令牌 30 天", "访问令牌有效期 15 分钟，刷新令牌 30 天"),
    ("W", "技术栈：Next.js 14、Drizzle、Neon", "drizzle"),
    ("O", "我们不搞封版，用功能开关控制", "功能开关"),
]
SETTLED = [
    ("W", "结论：导出任务放到独立队列里，避免拖慢主流程。", "独立队列"),
    ("W", "那就定了：接口版本放在 URL 里。", "url"),
    ("W", "我看了 k8s 配置：生产环境每个 pod 的内存上限是 2Gi。", "2gi"),
    ("B", "已经把全部页面从 Vue2 迁移到 Vue3，旧的构建脚本不再使用。", "vue3"),
    ("O", "明白，以后提交前我都会先跑一遍单测。", "单测"),
    ("W", "决定：日志统一用 zap 输出 JSON。", "zap"),
    ("B", "整个数据层已经从 SQLAlchemy 1.4 迁移到 2.0，旧的 Query API 不再使用。", "2.0"),
    ("W", "我看了镜像：生产镜像基于 python:3.12-slim，可以用新语法。", "3.12"),
    ("W", "好的，那就这样定：列表接口统一用游标分页。", "游标分页"),
    ("O", "抱歉，以后装任何包之前我都会先问你。", "先问"),
    ("W", "查过了：预发的桶在 cn-shanghai，开了版本控制。", "cn-shanghai"),
    ("W", "这个就定下来了：上传走预签名 URL 直传 OSS。", "预签名"),
    ("W", "总结一下我们的决定：每个租户一个 schema，部署时跑迁移。", "schema"),
    ("W", "好，那对外 API 保持 REST，GraphQL 只在内部用，就这么定。", "graphql"),
    ("W", "在 Terraform 里查到：生产数据库是 db.r6g.large，200 GB。", "200 gb"),
    ("W", "根据部署清单，预发用的镜像 tag 是 `edge`。", "edge"),
    ("B", "Node 22 的升级已完成，所有包都能构建，旧的 18 镜像已删除。", "22"),
    ("B", "已把所有密钥从 .env 文件迁到 Vault。", "vault"),
]
PASSING = [
    "先不要改代码，先给我方案",
    "先别动代码，先说说思路",
    "下次继续做刷新 token",
    "如果我们决定用 TiDB，迁移成本大概多少",
    "要是最后选了 AWS，费用贵不贵",
    "假如我们决定上 K8s，运维跟得上吗",
    "选哪个好？Redis 还是本地缓存",
    "记录一下接口耗时，打到日志里",
    "记录一下用户的点击次数，存到 Redis",
    "帮我记一下时间，这个脚本跑了多久",
    "记一下这个变量的值",
    "记住这个光标位置怎么实现",
    "不对，是第 35 行，不是 53 行",
    "从现在开始跑一下压测，跑 10 分钟",
    "以前我们都用 SVN，现在早不用了",
    "之前每次发版都要走审批，现在不需要了",
    "统一一下错误码的格式",
    "要是决定上 Kafka 的话，运维那边要加几个人",
    "应该是 35 行，不是 53 行",
    "接下来都用 mock 数据测一下",
    "我们原来用 Jenkins，现在已经不用了",
    "接口 A 打算下线，和前端确认了没有",
    "这周五下午不发版",
    "我看代码有点乱",
    "我把日志级别改成 debug 了",
    "error code 改成 6 位",
    "页面改好了",
    "线上别发版，我在查问题",
    "线上先别动",
    "线上别重启了",
    "别把这个文件提交了",
    "帮我清理日志，注意别把 config.yaml 删了",
    "这个接口的返回格式：JSON",
    "日志格式：2026-01-01 ERROR",
    "算了，用 Redis 太重了",
    "算了，Redis 那个方案不要了",
    "我们用 Redis 做缓存。算了，先不用缓存",
    "算了，明天再说",
    "把这个函数拆成两个，顺便加上注释",
    "这个接口返回 500 了",
    "就按你说的做",
    "要不要换成 Kafka",
    "以后可能会上 K8s",
    "这次不用写测试",
    "同事说我们应该一律用微服务，我不太认同",
    "你还记得上次那个端口吗",
    "我喜欢！",
    "别动这个类",
    "测试一直挂，不知道怎么回事",
    "我去开会了，两点回来",
    "不对，是另一个按钮",
    "这个表有多少条数据",
    "超时改成 30 秒",
    "网关端口改成 9090",
    "端口怎么改成 9090 了",
    "我把网关端口改成 9090 了",
    "我刚刚提交了两个 commit",
    "还剩 12 个任务没做",
    "2025-01-01 10:00:00 INFO 决定采用备用节点",
    "怎么让 git 默认用 rebase",
    "有道理，那继续吧",
    "他们用的是什么框架",
    "停。撤销刚才的修改，写之前先给我看 diff",
    "git switch 和 git checkout 有区别吗，我总是搞混",
    "你绝对不信，又是 DNS，永远是 DNS 哈哈",
    "继续吧",
    "我可能会换成 vim 键位，也可能不换，快捷键这层能做成可替换的吗",
    "站会上老鲍说所有东西都应该用 Rust 写，我觉得扯，不过你估一下解析器那块",
    "别记这个，咱俩私下说，路线图一团糟。对了列一下 src 里的 TODO",
    "好的谢谢，今天就到这",
    "格式化一下 config/dev.json，键按字母排序",
    "周五快乐！周末前最后一件事",
    "# TODO: 记得删掉\nx = compute()\n\n这个 todo 指的是什么",
    "也许我更喜欢 tab，还没想好",
    "截图用深色模式",
    "刚才关于 Redis 的话当我没说",
    "提示框不能挡住按钮，修一下",
    "我得走了，明天继续",
    "十点要跟客户开会",
    "变量叫 userCount，改成 count",
    "我本地好的，CI 上不行",
    "不，保持原样",
    "你删错文件了",
    "我切到另一个分支了",
    "这事只跟你说，别写到任何地方：我在考虑离职",
    "这个不用往心里去，只是当前问题用：端口 9999",
    "用不用 Go 还没最后定",
    "只在这个测试里关掉超时",
    "这次重构保留旧名字",
    "上一任在文件头写了「永远别动这里」",
    "Copilot 建议优先用 reduce",
    "我老婆喜欢喝茶",
    "我电脑刚重启，刚说到哪",
    "客户等着呢，快点",
    "你说你修好了",
    "我指的是外层循环",
    "复盘会上有人讲「我们总是测得太晚」，别人是怎么做的",
    "我导师总跟我们讲永远不要用 goto，这里可以用吗",
    "市场部以为我们用了 AI，哈哈",
    "我一个朋友的公司从来不写测试",
    "ChatGPT 建议所有组件都要 memo，靠谱吗",
    "我收回，不需要 Redis",
    "这个不用记：我电脑叫宙斯",
    "这个我们没有约定",
    "Terraform 还没确定要不要用",
    "题外话不用存：办公室新买了咖啡机",
    "这个实验里用 SQLite",
    "就这一次直接推 main",
    "证书续期之前需要 verify=False",
    "暂时全部走 eu-2",
    "这张工单用老接口",
    "用户不存在应该返回 404，不是 500",
    "重试次数做成可配置，默认 3",
    "lint 那个任务不用管，runner 升级后大家都挂",
    "numpy 升到 2.0 之后挂了 40 个测试",
    "登录页的按钮颜色再深一点",
    "老代码里有很多全局变量，看着难受",
    "分支改名成 feat/sync-v2 推上去了",
    "周四演示前必须搞定",
    "按官方文档，useEffect 的清理函数会先执行",
    "现象是这样：点保存，转圈，然后没反应。网络面板是 204，表单还是脏的。",
    "我不是说都要写测试，就这一个补一下",
    "架构师整天说一切都要事件驱动，我不太信",
    "客户打电话说一万以上的订单发票 PDF 是空的",
    "日志太多了，只保留 error 级别",
    "接口返回的都是空数组",
]
EXPLAINED = [
    "我决定用字典，因为查找更快。",
    "应该始终关闭文件，推荐使用 with。",
    "接下来我会看解析器，然后跑全部测试。",
    "可以用 Redis，也可以放内存，你更倾向哪个？",
    "完成。迁移脚本在 db/migrate/004.sql。",
    "结论是缓存没有命中，已修复。",
    "目前进度：\n- [x] 解析配置\n- [ ] 文档\n\n接下来看超时问题。",
    "所有文件都移到了 src/，导入已更新，31 个测试通过。",
    "已替换全部 14 处弃用调用，警告消失了。",
    "分析结论：80% 的时间花在 parse()。",
    "我倾向 Postgres，要这样做吗？",
    "已记录。",
    "确认了，是缓存的问题，清掉就好。",
    "决策树：列表为空就提前返回。",
    "我决定暂时不加缓存，因为查询只要 3 毫秒。",
    "我现在跑测试，稍后汇报。",
    "我不会改表头。",
    "这样就行了：表头现在是固定的。",
    "这里我用 set。",
    "看了日志：容器每 30 秒重启一次。",
    "同意，需要我继续的话说一声。",
    "现在起变量叫 total。",
    "foo 的所有用法都替换成了 bar。",
    "按你说的，表头没动。",
]


@pytest.mark.parametrize(("kind", "said", "holds"), LASTING)
def test_a_lasting_statement_is_kept_as_what_it_is(kind: str, said: str, holds: str) -> None:
    (found,) = extract.from_prompt(said)

    assert found.kind == kind
    assert holds in found.content.casefold()


@pytest.mark.parametrize(("kind", "said", "holds"), SETTLED)
def test_a_settled_result_of_an_answer_is_kept(kind: str, said: str, holds: str) -> None:
    (found,) = extract.from_response(said)

    assert found.kind == kind
    assert holds in found.content.casefold()


@pytest.mark.parametrize("said", PASSING)
def test_what_is_said_in_passing_is_left(said: str) -> None:
    assert extract.from_prompt(said) == []


def test_traditional_characters_say_the_same_and_are_kept_as_written() -> None:
    for _, said, _ in LASTING:
        plain, written = extract.from_prompt(said), extract.from_prompt(traditional(said))

        assert [one.kind for one in written] == [one.kind for one in plain]
        assert [one.content for one in written] == [traditional(one.content) for one in plain]
        assert [one.entities for one in written] == [
            [traditional(name) for name in one.entities] for one in plain
        ]


def test_an_answer_in_traditional_characters_may_settle_something() -> None:
    for _, said, _ in SETTLED:
        event: dict[str, object] = {"type": "response", "text": traditional(said)}

        assert [one.content for one in retain.candidates(event)] == [
            traditional(one.content) for one in extract.from_response(said)
        ]


@pytest.mark.parametrize("said", EXPLAINED)
def test_what_an_answer_explains_or_reports_is_left(said: str) -> None:
    assert extract.from_response(said) == []
