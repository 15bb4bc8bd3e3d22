/**
 * A page as text browsers show it, without styles. They know the blocks of HTML 4, and show every text where it is,
 * even hidden ones. So the markup itself must separate neighbouring words. Drawings must contain no words, nothing may
 * need a script, and no search may name a fragment of its result page.
 */
import { isWithin, readHtml, type Element } from './html'

/** Elements that begin a new line or a cell without styles; newer blocks (`nav`, `section`) do not. */
const blocks = new Set([
  'html',
  'body',
  'address',
  'blockquote',
  'br',
  'center',
  'dir',
  'div',
  'dl',
  'dt',
  'dd',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'li',
  'menu',
  'ol',
  'p',
  'pre',
  'table',
  'caption',
  'thead',
  'tbody',
  'tr',
  'td',
  'th',
  'ul',
])
/** Fields are drawn with their own borders, which separate them from words. */
const edged = new Set(['input', 'select', 'textarea', 'option', 'optgroup'])
const unread = new Set(['head', 'script', 'style', 'textarea', 'datalist', 'select'])
const isUnread = ({ name }: Element): boolean => unread.has(name)
/** The digits of one code are one word, however they are drawn. */
const codeAround = (element: Element | null): Element | null =>
  element === null || (element.attributes.get('class') ?? '').split(/\s+/).includes('code')
    ? element
    : codeAround(element.parent)

const marks = /[\u200e\u200f\u2066-\u2069]/g
/** Arabic joins “and”, “for”, “with” and “so” to the next word, whichever element that is in. */
const joining = /(?:^|[^\p{L}])[وفبلك]$/u
const inWord = /[\p{L}\p{N}\p{M}]/u
/** A word, or the end of a sentence: the next word needs a space. */
const wantsSpace = /[\p{L}\p{N}\p{M}.!?؟:;]/u

/** Where the words of two elements run together, as “one|other”. */
export const findRunTogether = (html: string): string[] => {
  const faults: string[] = []
  let last: { text: string; parent: Element } | null = null
  let crossed = false
  const say = (text: string, parent: Element): void => {
    const plain = text.replaceAll(marks, '')
    if (plain === '') return
    const code = codeAround(parent)
    if (
      last !== null &&
      crossed &&
      !joining.test(last.text) &&
      wantsSpace.test([...last.text].at(-1) ?? '') &&
      inWord.test([...plain][0] ?? '') &&
      (code === null || code !== codeAround(last.parent))
    )
      faults.push(`${last.text.trim().slice(-30)}|${plain.trim().slice(0, 30)}`)
    last = { text: plain, parent }
    crossed = false
  }
  for (const step of readHtml(html).steps) {
    if ('text' in step) {
      if (!isWithin(step.parent, isUnread)) say(step.text, step.parent)
      continue
    }
    const element = 'begins' in step ? step.begins : step.ends
    crossed = true
    if (blocks.has(element.name) || edged.has(element.name)) last = null
    else if ('begins' in step && element.name === 'img') say(element.attributes.get('alt') ?? '', element)
  }
  return faults
}

/** Entries of numbered lists that begin with a number of their own: without styles both numbers are shown. */
export const findNumberedTwice = (html: string): string[] => {
  const { elements, texts } = readHtml(html)
  return elements
    .filter(({ name, parent }) => name === 'li' && parent?.name === 'ol')
    .map((item) => texts.find(({ text, parent }) => text.trim() !== '' && isWithin(parent, (one) => one === item)))
    .flatMap((first) => (first !== undefined && /^\p{Nd}+\.?$/u.test(first.text.trim()) ? [first.text.trim()] : []))
}

/** Words inside drawings: they would be read without order, once for each screen size. */
export const findDrawnWords = (html: string): string[] =>
  readHtml(html)
    .texts.filter(({ text, parent }) => text.trim() !== '' && isWithin(parent, ({ name }) => name === 'svg'))
    .map(({ text }) => text.trim())

/**
 * Forms with GET and a fragment in their action: text browsers append the fields after the fragment, where they are
 * lost.
 */
export const findLostFields = (html: string): string[] =>
  readHtml(html).elements.flatMap(({ name, attributes }) => {
    const action = attributes.get('action') ?? ''
    const asks = name === 'form' && (attributes.get('method') ?? 'get').toLowerCase() === 'get'
    return asks && action.includes('#') ? [action] : []
  })

/** Buttons that submit no form: they need a script, or a browser with popovers, which text browsers are not. */
export const findDeadButtons = (html: string): string[] => {
  const { elements, texts } = readHtml(html)
  const dead = elements.filter(({ name, attributes }) => name === 'button' && attributes.get('type') === 'button')
  return dead.map((button) =>
    texts
      .filter(({ parent }) => isWithin(parent, (one) => one === button))
      .map(({ text }) => text)
      .join('')
      .trim(),
  )
}
