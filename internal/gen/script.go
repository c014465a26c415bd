package gen

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Names are made of syllables: a consonant and a vowel each, and sometimes a
// consonant after the last. A syllable is a number, so that one name can be
// written in every script.
const (
	consonants = 20 // b d f g h j k l m n p r s t v w y z sh ch
	vowels     = 5  // a e i o u
	syllables  = consonants * vowels
	codas      = 8 // none n r s l k t ng
)

// A script holds the syllables as written in it.
type script struct {
	syllable [syllables]string
	initial  [syllables]string // at the start of a word
	coda     [codas]string
}

// A spelling tells how a script writes consonants, vowels and codas, each
// separated by blanks; a dot stands for nothing, a dash in a vowel for the place
// of the consonant, which else comes first.
type spelling struct{ consonants, vowels, codas string }

// The scripts in the order in which names are listed. The variants of Latin
// come first.
const (
	latin = iota
	romance
	nordic
	macron
	greek
	cyrillic
	armenian
	hebrew
	arabic
	devanagari
	bengali
	thai
	georgian
	numAlphabets
)

const (
	kana = numAlphabets + iota
	han
	hangul
	numScripts
)

const latinConsonants = "b d f g h j k l m n p r s t v w y z sh ch"
const latinCodas = ". n r s l k t ng"

func spellings() [numAlphabets]spelling {
	return [numAlphabets]spelling{
		latin:      {latinConsonants, "a e i o u", latinCodas},
		romance:    {latinConsonants, "á é í ó ú", latinCodas},
		nordic:     {latinConsonants, "å ä ï ö ü", latinCodas},
		macron:     {latinConsonants, "ā ē ī ō ū", latinCodas},
		greek:      {"μπ ντ φ γ χ τζ κ λ μ ν π ρ σ τ β ου γι ζ σ τσ", "α ε ι ο ου", ". ν ρ ς λ κ τ νγκ"},
		cyrillic:   {"б д ф г х дж к л м н п р с т в в й з ш ч", "а е и о у", ". н р с л к т нг"},
		armenian:   {"բ դ ֆ գ հ ջ կ լ մ ն պ ր ս տ վ վ յ զ շ չ", "ա ե ի ո ու", ". ն ր ս լ կ տ նգ"},
		hebrew:     {"ב ד פ ג ה ג׳ ק ל מ נ פ ר ס ט ו ו י ז ש צ׳", "א . י ו ו", ". ן ר ס ל ק ט נג"},
		arabic:     {"ب د ف غ ه ج ك ل م ن ب ر س ت ف و ي ز ش تش", "ا ي ي و و", ". ن ر س ل ك ت نغ"},
		devanagari: {"ब द फ ग ह ज क ल म न प र स त व व य ज़ श च", "ा े ि ो ु", ". न र स ल क त ंग"},
		bengali:    {"ব দ ফ গ হ জ ক ল ম ন প র স ত ভ ও য জ শ চ", "া ে ি ো ু", ". ন র স ল ক ত ং"},
		thai:       {"บ ด ฟ ก ห จ ค ล ม น ป ร ส ต ว ว ย ซ ช ฉ", "-า เ- -ี โ- -ุ", ". น ร ส ล ก ต ง"},
		georgian:   {"ბ დ ფ გ ჰ ჯ კ ლ მ ნ პ რ ს ტ ვ ვ ი ზ შ ჩ", "ა ე ი ო უ", ". ნ რ ს ლ კ ტ ნგ"},
	}
}

const kanaSyllables = "バ ベ ビ ボ ブ ダ デ ディ ド ドゥ ファ フェ フィ フォ フ ガ ゲ ギ ゴ グ ハ ヘ ヒ ホ フ " +
	"ジャ ジェ ジ ジョ ジュ カ ケ キ コ ク ラ レ リ ロ ル マ メ ミ モ ム ナ ネ ニ ノ ヌ " +
	"パ ペ ピ ポ プ ラ レ リ ロ ル サ セ シ ソ ス タ テ ティ ト トゥ ヴァ ヴェ ヴィ ヴォ ヴ " +
	"ワ ウェ ウィ ウォ ウ ヤ イェ イ ヨ ユ ザ ゼ ジ ゾ ズ シャ シェ シ ショ シュ チャ チェ チ チョ チュ"

const hanSyllables = "巴 贝 比 博 布 达 德 迪 多 杜 法 费 菲 福 富 加 格 吉 戈 古 哈 赫 希 霍 胡 " +
	"贾 杰 吉 乔 朱 卡 克 基 科 库 拉 勒 利 洛 卢 马 梅 米 莫 穆 纳 内 尼 诺 努 " +
	"帕 佩 皮 波 普 拉 雷 里 罗 鲁 萨 塞 西 索 苏 塔 特 蒂 托 图 瓦 韦 维 沃 武 " +
	"瓦 韦 威 沃 伍 亚 耶 伊 约 尤 扎 泽 齐 佐 祖 沙 谢 希 绍 舒 查 切 奇 乔 丘"

// newScripts spells all syllables in all scripts.
func newScripts() *[numScripts]script {
	s := new([numScripts]script)
	for i, sp := range spellings() {
		s[i].spell(sp)
	}
	s[kana].set(strings.Fields(kanaSyllables), ". ン ル ス ル ク ト ング")
	s[han].set(strings.Fields(hanSyllables), ". 恩 尔 斯 尔 克 特 恩")
	s[hangul].set(hangulSyllables(), ". 은 르 스 르 크 트 응")
	return s
}

func (s *script) spell(sp spelling) {
	var all []string
	for _, c := range strings.Fields(sp.consonants) {
		for _, v := range strings.Fields(sp.vowels) {
			switch {
			case v == ".":
				v = c
			case strings.Contains(v, "-"):
				v = strings.Replace(v, "-", c, 1)
			default:
				v = c + v
			}
			all = append(all, v)
		}
	}
	s.set(all, sp.codas)
}

// set takes the syllables in the order of their numbers.
func (s *script) set(all []string, codas string) {
	copy(s.syllable[:], all)
	for i, syl := range all {
		s.initial[i] = capital(syl)
	}
	for i, c := range strings.Fields(codas) {
		s.coda[i] = strings.TrimPrefix(c, ".")
	}
}

// capital returns s with a first letter as words start with in its script.
func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToTitle(r)) + s[n:]
}

// hangulSyllables composes them as the Unicode standard does, section 3.12:
// 0xAC00 + (initial*21 + vowel)*28.
func hangulSyllables() []string {
	initials := [consonants]rune{7, 3, 17, 0, 18, 12, 15, 5, 6, 2, 17, 5, 9, 16, 7, 11, 11, 12, 9, 14}
	var all []string
	for _, c := range initials {
		for _, v := range [vowels]rune{0, 5, 20, 8, 13} {
			all = append(all, string(0xAC00+(c*21+v)*28))
		}
	}
	return all
}
