/**
 * What a page is to a reader without styles: text browsers know the blocks of HTML 4 and no attribute that hides, and
 * say every text where it stands. So neighbours' words must be apart in the markup itself, drawings must hold no words,
 * and nothing may stand there that only a script could do.
 */
import { isWithin, readHtml, type Element } from './html'

/** What begins a line of its own, or a cell, where no styles are read; younger blocks (`nav`, `section`) do not. */
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
/** Fields are drawn with edges of their own, which no word runs into. */
const edged = new Set(['input', 'select', 'textarea', 'option', 'optgroup'])
const unread = new Set(['head', 'script', 'style', 'textarea', 'datalist', 'select'])
const isUnread = ({ name }: Element): boolean => unread.has(name)
/** The digits of one code are one word, however it is drawn. */
const codeAround = (element: Element | null): Element | null =>
  element === null || (element.attributes.get('class') ?? '').split(/\s+/).includes('code')
    ? element
    : codeAround(element.parent)

const marks = /[\u200e\u200f\u2066-\u2069]/g
/** Arabic writes “and”, “for”, “with” and “so” together with the word behind them, whatever element that is in. */
const joining = /(?:^|[^\p{L}])[وفبلك]$/u
const inWord = /[\p{L}\p{N}\p{M}]/u

/** Where the words of two elements become one, as “one|other”. */
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
      inWord.test([...last.text].at(-1) ?? '') &&
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

/** Words inside of drawings: they would be read in no order, once for each size of the screen. */
export const findDrawnWords = (html: string): string[] =>
  readHtml(html)
    .texts.filter(({ text, parent }) => text.trim() !== '' && isWithin(parent, ({ name }) => name === 'svg'))
    .map(({ text }) => text.trim())

/** Buttons that send no form and open nothing by themselves: only a script could make them do something. */
export const findDeadButtons = (html: string): string[] => {
  const { elements, texts } = readHtml(html)
  const dead = elements.filter(
    ({ name, attributes }) =>
      name === 'button' && attributes.get('type') === 'button' && !attributes.has('popovertarget'),
  )
  return dead.map((button) =>
    texts
      .filter(({ parent }) => isWithin(parent, (one) => one === button))
      .map(({ text }) => text)
      .join('')
      .trim(),
  )
}
