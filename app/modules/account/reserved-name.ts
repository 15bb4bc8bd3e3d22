/**
 * Detects user names that could be mistaken for the house: “support”, “Mango.Help”, “0perator_24”, “ꜱupport.anna”. Only
 * new names are checked; existing accounts keep theirs, and the operator can give such names to staff.
 */
import { brands } from '~/brand/brand'
import { normalForm } from '~/text/normal-form'

/** Offices of the house, in the portal's languages: as a separate word, each is reserved anywhere in a name. */
const offices = [
  'admin administrator billing customercare customerservice helpdesk moderator noreply official operator payment refund',
  'security servicedesk staff superuser support sysadmin techservice techsupport webmaster',
  'administrador facturacion operador reembolso seguridad soporte',
  'cobranca faturamento seguranca suporte',
  'administrateur facturation operateur remboursement securite',
  'администратор админ модератор оператор поддержка поддержки техподдержка техподдержки',
  'администраторы админы модераторы операторы',
  'адміністратор адмін підтримка підтримки техпідтримка техпідтримки',
  'адміністратори адміни модератори оператори',
  'الدعم دعم المشرف مشرف',
  'پشتیبانی اپراتور ادمین',
]
/**
 * Words that people also use for themselves or their trade: reserved only alone, with each other and fillers, or
 * together with a brand.
 */
const roles = [
  'abuse accounting assistance cashier compliance donotreply finance fraud help helpline hostmaster hotline livechat',
  'manager postmaster root service system treasury verification verify',
  'ayuda sistema ajuda aide systeme',
  'безопасность помощь служба система безпека допомога',
  'المدير مدير الإدارة المساعدة مساعدة الأمان النظام',
  'مدیر مدیریت امنیت سیستم',
  // In other languages of the customers' countries.
  'assistenza destek hilfe kundendienst kundenservice supporto サポート 客服 管理员 管理員 고객센터 고객지원',
]
/** Words that don't change the meaning of a role or brand name. */
const fillers = [
  'account accounts agent bank bot care center centre chat coin customer de desk director eu gift gifts hq it line',
  'live mail my official online owner pay points portal recharge reward rewards team tech technical the user wallet 窓口',
]

/** Letters that look like one of the Latin alphabet: Cyrillic, Greek, phonetic ones and small capitals. */
const lookAlikes: Readonly<Record<string, string>> = {
  ...{
    a: 'аαɑɐɒᴀ',
    b: 'вьβбʙɓƀꞵƃ',
    c: 'сϲᴄƈɕ',
    d: 'ԁđᴅɖɗꝺ',
    e: 'еεᴇɛəɘ',
    f: 'ꜰƒꝼ',
    g: 'ɡɢɠᵹ',
    h: 'һнħʜɦ',
    i: 'іιıɪɩɨ',
  },
  ...{ j: 'јᴊȷʝ', k: 'кκᴋƙ', l: 'ӏłʟɫɭƚ', m: 'мμᴍɱɯ', n: 'пηɴŋɲɳƞ', o: 'оοσøᴏɵօ', p: 'рρᴘƥ', q: 'ԛꞯɋ', r: 'гʀɾɽꞃ' },
  ...{ s: 'ѕꜱʂƽςꞅ', t: 'тτŧᴛʈƭꞇ', u: 'цυᴜʉʊ', v: 'ѵνᴠʋ', w: 'ԝωᴡ', x: 'хχꭓ', y: 'уγʏɣƴ', z: 'ᴢʐʑƶ' },
}
const alike = new Map(
  Object.entries(lookAlikes).flatMap(([latin, others]) => [...others].map((other): [string, string] => [other, latin])),
)
/** Other spellings of a letter: a digit, i for l and l for i, two letters that look like one. */
const written: Readonly<Record<string, readonly string[]>> = {
  ...{ a: ['4'], b: ['6', '8', 'ß'], e: ['3'], g: ['6', '9'], i: ['1', 'l', '١', '۱'], l: ['1', 'i', '١', '۱'] },
  ...{ m: ['rn', 'nn'], o: ['0', '٥', '۵'], s: ['5', 'ß'], t: ['7'], w: ['vv'], z: ['2'] },
}

/** Removes marks, case and invisible characters; each separator becomes a space. */
const skeletonOf = (name: string): string[] =>
  [...normalForm(name, 'NFKD').toLowerCase()]
    .filter((letter) => !/[\p{M}\p{Cf}]/u.test(letter))
    .map((letter) => (/[\p{L}\p{Nd}]/u.test(letter) ? (alike.get(letter) ?? letter) : ' '))
const fold = (word: string): string => skeletonOf(word).join('').replaceAll(' ', '')

/** A name without separators, and the positions where a word can begin or end: both ends, separators and digits. */
type Read = { text: string; edges: ReadonlySet<number> }
const read = (name: string): Read => {
  let text = ''
  const edges = new Set([0])
  for (const letter of skeletonOf(name)) {
    if (letter === ' ') edges.add(text.length)
    else {
      if (/\p{Nd}/u.test(letter)) edges.add(text.length).add(text.length + letter.length)
      text += letter
    }
  }
  return { text, edges: edges.add(text.length) }
}

const wordsOf = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split(' ')).map(fold)
/** “billings” is skipped: people's names end in -s too. */
const withPlural = (word: string): string[] =>
  /^[a-z]+$/.test(word) && !['billing', 'staff'].includes(word) ? [word, `${word}s`, `${word}es`] : [word]
const officeWords = wordsOf(offices).flatMap(withPlural)
const roleWords = [...officeWords, ...wordsOf(roles)]
const fillerWords = wordsOf(fillers)
/** A brand's whole name and its first word: “mangoportal” and “mango”. */
const brandWords = [...new Set(brands.flatMap(({ name }) => [fold(name), fold(name.split(' ')[0] ?? name)]))]

/** The positions where a word starting at `at` can end: each of its letters may repeat or have another spelling. */
const endsOf = (text: string, word: string, at: number): ReadonlySet<number> => {
  let ends = new Set([at])
  for (const letter of word) {
    const typed = [letter, ...(written[letter] ?? [])]
    const next = new Set<number>()
    const waiting = [...ends]
    for (let from = waiting.pop(); from !== undefined; from = waiting.pop())
      for (const one of typed) {
        const end = from + one.length
        if (!text.startsWith(one, from) || next.has(end)) continue
        next.add(end)
        waiting.push(end)
      }
    if (next.size === 0) return next
    ends = next
  }
  return ends
}

/** True if the text consists only of roles, brands, fillers and digits, and not only of the last two. */
const isMadeOfThem = (text: string): boolean => {
  // Positions reachable with fillers alone, and positions reachable with a role or brand.
  const plain = new Set([0])
  const named = new Set<number>()
  for (let at = 0; at < text.length; at++) {
    if (!plain.has(at) && !named.has(at)) continue
    const go = (end: number, isName: boolean): void => {
      if (isName || named.has(at)) named.add(end)
      if (!isName && plain.has(at)) plain.add(end)
    }
    if (/\p{Nd}/u.test(text[at] ?? '')) go(at + 1, false)
    for (const word of fillerWords) for (const end of endsOf(text, word, at)) go(end, false)
    for (const word of [...roleWords, ...brandWords]) for (const end of endsOf(text, word, at)) go(end, true)
  }
  return named.has(text.length)
}

const has = (text: string, words: readonly string[]): boolean =>
  words.some((word) => [...text].some((_, at) => endsOf(text, word, at).size > 0))

/** True if an office stands between word boundaries: “admin.anna”, “support-de”, “sup.port24”. */
const hasOffice = ({ text, edges }: Read): boolean =>
  [...edges].some((from) => officeWords.some((word) => [...endsOf(text, word, from)].some((end) => edges.has(end))))

/**
 * True if the name could be the house's: it contains an office, consists only of roles or brands, or contains both a
 * role and a brand.
 */
export const isReservedName = (userName: string): boolean => {
  const name = read(userName)
  const { text } = name
  return isMadeOfThem(text) || hasOffice(name) || (has(text, brandWords) && has(text, roleWords))
}
