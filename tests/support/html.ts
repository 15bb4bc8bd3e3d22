/** Reads a page as the server wrote it: its elements in order, with attributes, ancestors and texts. */

export type Element = { name: string; attributes: ReadonlyMap<string, string>; parent: Element | null }
type Text = { text: string; parent: Element }
/** A page in document order: elements as they begin and end, and the texts between. */
export type Step = { begins: Element } | { ends: Element } | Text
export type Document = { elements: Element[]; texts: Text[]; steps: Step[] }

const empty = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
])
/** These contain no elements up to their end tag. */
const raw = new Set(['script', 'style', 'textarea', 'title'])
const characters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}
const decode = (text: string): string =>
  text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) =>
    name === undefined
      ? String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
      : (characters[name] ?? whole),
  )

const token =
  /<!--[^]*?-->|<!doctype[^>]*>|<\/([a-z][\w-]*)\s*>|<([a-z][\w-]*)((?:\s+[^\s=>"/]+(?:="[^"]*")?)*)\s*\/?>|[^<]+|</gi
const readAttributes = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      decode(value),
    ]),
  )

const parseHtml = (html: string): Document => {
  const found: Document = { elements: [], texts: [], steps: [] }
  const lower = html.toLowerCase()
  let inside: Element | null = null
  const say = (text: string, parent: Element): void => {
    const one = { text: decode(text), parent }
    found.texts.push(one)
    found.steps.push(one)
  }
  token.lastIndex = 0
  for (let match = token.exec(html); match !== null; match = token.exec(html)) {
    const [text, closed, opened, attributes = ''] = match
    if (closed !== undefined) {
      if (inside?.name !== closed.toLowerCase())
        throw new Error(
          `</${closed}> closes <${inside?.name ?? ''}>, before ${html.slice(token.lastIndex, token.lastIndex + 80)}`,
        )
      found.steps.push({ ends: inside })
      inside = inside.parent
    } else if (opened !== undefined) {
      const element: Element = { name: opened.toLowerCase(), attributes: readAttributes(attributes), parent: inside }
      found.elements.push(element)
      found.steps.push({ begins: element })
      if (empty.has(element.name) || text.endsWith('/>')) continue
      inside = element
      if (!raw.has(element.name)) continue
      const end = lower.indexOf(`</${element.name}`, token.lastIndex)
      if (end < 0) throw new Error(`<${element.name}> has no end`)
      say(html.slice(token.lastIndex, end), element)
      token.lastIndex = end
    } else if (inside !== null && !text.startsWith('<!')) say(text, inside)
  }
  if (inside !== null) throw new Error(`<${inside.name}> has no end`)
  return found
}

let last: { html: string; document: Document } | null = null
/**
 * Throws if a tag is left open or closes another: the portal closes every non-void element. The last parsed page is
 * cached, as several checks read the same one.
 */
export const readHtml = (html: string): Document => {
  if (last?.html !== html) last = { html, document: parseHtml(html) }
  return last.document
}

/** True when the element or one of its ancestors matches. */
export const isWithin = (element: Element | null, fits: (one: Element) => boolean): boolean =>
  element !== null && (fits(element) || isWithin(element.parent, fits))

/** A page without Undo in its message, whose form has the same hidden fields as the page's own. */
export const withoutUndo = (page: string): string =>
  page.replaceAll(/<form[^>]*class="toast-undo"[\s\S]*?<\/form>/g, '')
