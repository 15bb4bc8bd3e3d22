/**
 * Names that a customer could pass for the house with: “support”, “Mango.Help”, “0perator_24”. Only new names are
 * asked; accounts of before keep theirs, and the operator may give such names to the house's own people.
 */
import { brands } from '~/brand/brand'

/** Who speaks for the house, in the portal's languages. */
const roles = [
  'abuse admin administrator billing help helpdesk hostmaster moderator noreply official operator postmaster root',
  'security staff superuser support sysadmin system webmaster',
  'administrador ayuda facturacion operador seguridad sistema soporte',
  'ajuda cobranca faturamento seguranca suporte',
  'administrateur aide assistance facturation operateur securite systeme',
  'администратор админ безопасность модератор оператор поддержка помощь служба система техподдержка',
  'адміністратор адмін безпека допомога підтримка техпідтримка',
  'الدعم دعم المدير مدير الإدارة المساعدة مساعدة الأمان المشرف مشرف النظام',
  'پشتیبانی مدیر مدیریت امنیت سیستم اپراتور ادمین',
]
/** Words that change nothing about what a role or the brand's name says. */
const fillers =
  'account accounts bank bot care center centre chat coin customer desk hq mail my official online portal team the user wallet'

/** Letters of Cyrillic and Greek that look like Latin ones. */
const alike: Readonly<Record<string, string>> = {
  ...{ а: 'a', в: 'b', с: 'c', ԁ: 'd', е: 'e', һ: 'h', і: 'i', ј: 'j', к: 'k', ӏ: 'l', м: 'm', п: 'n', о: 'o', р: 'p' },
  ...{ ԛ: 'q', г: 'r', ѕ: 's', т: 't', ц: 'u', ѵ: 'v', ԝ: 'w', х: 'x', у: 'y', ь: 'b', н: 'h' },
  ...{ α: 'a', β: 'b', ϲ: 'c', ε: 'e', η: 'n', ι: 'i', κ: 'k', μ: 'm', ν: 'v', ο: 'o', ρ: 'p', σ: 's', τ: 't' },
  ...{ υ: 'u', χ: 'x', γ: 'y', ω: 'w', ı: 'i', ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ŧ: 't' },
}
/** Letters that a digit stands for; i and l look alike in one case or the other. */
const written: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'il', '2': 'z', '3': 'e', '4': 'a', '5': 's', '6': 'bg', '7': 't', '8': 'b', '9': 'g' },
  ...{ i: 'l', l: 'i' },
}

/** Without marks, case and separators, in Latin letters where others look like them. */
const fold = (name: string): string =>
  [...name.normalize('NFKD').toLowerCase()]
    .filter((letter) => /[\p{L}\p{Nd}]/u.test(letter))
    .map((letter) => alike[letter] ?? letter)
    .join('')

const wordsOf = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split(' ')).map(fold)
const roleWords = wordsOf(roles)
const fillerWords = wordsOf([fillers])
/** “mangoportal”, and “mango”: what a brand is called whole and by its first word. */
const brandWords = [...new Set(brands.flatMap(({ name }) => [fold(name), fold(name.split(' ')[0] ?? name)]))]

const isAt = (text: string, word: string, at: number): boolean =>
  at + word.length <= text.length &&
  [...word].every((letter, index) => {
    const typed = text[at + index] ?? ''
    return typed === letter || (written[typed] ?? '').includes(letter)
  })

/** True when the text is made of nothing but roles, brands, fillers and digits, and not of the last two alone. */
const isMadeOfThem = (text: string): boolean => {
  // For each place: whether it can be reached with fillers alone, and with a role or brand.
  const plain = new Set([0])
  const named = new Set<number>()
  for (let at = 0; at < text.length; at++) {
    if (!plain.has(at) && !named.has(at)) continue
    const go = (length: number, isName: boolean): void => {
      if (isName || named.has(at)) named.add(at + length)
      if (!isName && plain.has(at)) plain.add(at + length)
    }
    if (/\p{Nd}/u.test(text[at] ?? '')) go(1, false)
    for (const word of fillerWords) if (isAt(text, word, at)) go(word.length, false)
    for (const word of [...roleWords, ...brandWords]) if (isAt(text, word, at)) go(word.length, true)
  }
  return named.has(text.length)
}

const has = (text: string, words: readonly string[]): boolean =>
  words.some((word) => [...text].some((_, at) => isAt(text, word, at)))

/** True for a name that speaks for the house: by a role, by the brand, or by both anywhere in it. */
export const isReservedName = (userName: string): boolean => {
  const text = fold(userName)
  // Two letters that look like one.
  const seen = text.replaceAll('rn', 'm').replaceAll('vv', 'w')
  return [text, seen].some((one) => isMadeOfThem(one) || (has(one, brandWords) && has(one, roleWords)))
}
