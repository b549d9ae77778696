"""Traditional Chinese characters as the simplified ones that the tables of phrases are written in.

Of the characters of those tables alone, one for one, so that a text keeps its length. Must not
change what is kept of a text.
"""

from __future__ import annotations

_TRADITIONAL = (
    "丟並乾亂佈併來係倆倉個們倫備傚傢傳傾僅價儘優儲兒內兩冪別刪則剋剛創劃動務匯區協厭厲參員問啟喫單嗎噹嚮嚴囉囌國圖團堅報塊壇壓壘壞奧妳媽學實寧審寫將專對導屆層屬島崗師帶幣幫幹幾庫廈廠廢廣張"
    "強彆彈彙後徑從復徹愛態慣慮慶憑憶應懷戶拋掃掛採換揹搆摺擋據擬擴攝敗數斂於昇時暈暫曆書會朮東條棄棧業榦構槍標樣機檔檢檯櫃權歡歷歸氣決沒沖況洩測準溝溫滾滿漢潤瀏為無煩營爾牆牠狀猶現環產甦畢"
    "畫異當發盡監盤瞭確碼礎禮稅種稱筆箇節範簡糰糾約紅紐級細終組結絕絡給統經綜維網綴緊緒線編緩練緻縮總繙繫繼續纔罈義習聯聲職聽脩腦腳臨臺與舉舊華萬蒐蓋薦蘇蘭處虛號術衝補裝裡製複見規視覺覽觸訂"
    "計討訓託記設許訴註証評試話該詳誇誌認語誤說誰課調談請論講謝謹證識譜譯議護讀變讓負財責買費貼賣賬賴購趕趙踫車較輩輪輯輸轉轍辦迴這連週進運過達遠遷選遺還邊邏郵鄭醜醫釋針鈕銀銷錄錢錯錶鍵鍾鎖"
    "鎗鏡鐘鐵鑰長門閃閉開間閤闆關陞陣隊隨隱隻離難電韆頁項順須預領頭題額顏願類顯風颱飄馬駐駝騎騰驅體髮鬚麵麼點齊齣著"
)
_SIMPLIFIED = (
    "丢并干乱布并来系俩仓个们伦备效家传倾仅价尽优储儿内两幂别删则克刚创划动务汇区协厌厉参员问启吃单吗当向严啰苏国图团坚报块坛压垒坏奥你妈学实宁审写将专对导届层属岛岗师带币帮干几库厦厂废广张"
    "强别弹汇后径从复彻爱态惯虑庆凭忆应怀户抛扫挂采换背构折挡据拟扩摄败数敛于升时晕暂历书会术东条弃栈业干构枪标样机档检台柜权欢历归气决没冲况泄测准沟温滚满汉润浏为无烦营尔墙它状犹现环产苏毕"
    "画异当发尽监盘了确码础礼税种称笔个节范简团纠约红纽级细终组结绝络给统经综维网缀紧绪线编缓练致缩总翻系继续才坛义习联声职听修脑脚临台与举旧华万搜盖荐苏兰处虚号术冲补装里制复见规视觉览触订"
    "计讨训托记设许诉注证评试话该详夸志认语误说谁课调谈请论讲谢谨证识谱译议护读变让负财责买费贴卖账赖购赶赵碰车较辈轮辑输转辙办回这连周进运过达远迁选遗还边逻邮郑丑医释针钮银销录钱错表键钟锁"
    "枪镜钟铁钥长门闪闭开间合板关升阵队随隐只离难电千页项顺须预领头题额颜愿类显风台飘马驻驼骑腾驱体发须面么点齐出着"
)
PAIRS = (_TRADITIONAL, _SIMPLIFIED)
"""The traditional characters, and in the same order the simplified ones."""

_FOLDED = str.maketrans(*PAIRS)


def simplified(text: str) -> str:
    """A text with each of those characters in its simplified form."""
    return text if text.isascii() else text.translate(_FOLDED)


def as_written(content: str, simple: str, text: str) -> str:
    """What was found in a simplified text, in the characters of the text itself.

    Args:
        content: it, as a run of the simplified text or put together of clauses of it.
        simple: the simplified text.
        text: the text as it was written.
    """
    if simple == text:
        return content
    at = simple.find(content)
    if at >= 0:
        return text[at : at + len(content)]
    own = {ord(plain): sign for plain, sign in zip(simple, text, strict=True)}
    return content.translate(own)
