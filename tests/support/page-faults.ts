/**
 * Faults in the markup that the server writes: language and direction, a single heading, a title that says the same,
 * unique ids, and texts that are missing or filled in wrongly.
 */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { directionOf, type Language } from '~/i18n/languages'
import { isWithin, readHtml, type Element } from './html'
import { root } from './paths'

const textFiles = readdirSync(path.join(root, 'app/i18n/locales/en')).map((file) => path.basename(file, '.json'))
// A missing text shows its key; a wrongly filled-in one contains what no person writes.
const isKey = /^(?:[\w-]+:)?[a-z][A-Za-z0-9]*(?:\.[A-Za-z][\w-]*)+$/
const hasKey = new RegExp(`(?:^|[\\s(“"])(?:${textFiles.join('|')}):[a-z]\\w*(?:\\.\\w+)*`)
const isRubbish = /\{\{|\}\}|\bundefined\b|\bNaN\b|\[object |Invalid Date|<\/?\d+>/
/** Patterns that no text of a page may match. */
export const wrongTexts: readonly RegExp[] = [isKey, hasKey, isRubbish]

/** Codes, addresses and what people wrote may look like anything. */
const asWritten = new Set(['script', 'style', 'code', 'bdi', 'pre', 'textarea', 'title'])
const classesOf = (element: Element): string => element.attributes.get('class') ?? ''
const isAsWritten = (element: Element): boolean =>
  asWritten.has(element.name) || classesOf(element).split(/\s+/).includes('code')
const isHidden = ({ name, attributes }: Element): boolean =>
  attributes.has('hidden') ||
  name === 'template' ||
  name === 'noscript' ||
  (name === 'dialog' && !attributes.has('open'))
const spoken = ['aria-label', 'title', 'alt', 'placeholder', 'aria-description']

/** Without marks of direction, which differ between a title and an element. */
const plain = (text: string): string =>
  text
    .replaceAll(/[\u2066-\u2069\u200e\u200f]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** As sentences; empty if there is no fault. */
export const findFaults = (html: string, language: Language): string[] => {
  const { elements, texts } = readHtml(html)
  const faults: string[] = []
  const top = elements.find(({ name }) => name === 'html')?.attributes
  if (top?.get('lang') !== language || top.get('dir') !== directionOf(language))
    faults.push(`the page is in “${top?.get('lang') ?? ''}”, from ${top?.get('dir') ?? ''}`)
  const headings = elements.filter((one) => one.name === 'h1' && !isWithin(one, isHidden))
  const textIn = (element: Element): string =>
    texts
      .filter(({ parent }) => isWithin(parent, (one) => one === element))
      .map(({ text }) => text)
      .join('')
  if (headings.length !== 1 || headings.some((one) => textIn(one).trim() === ''))
    faults.push(`${headings.length} headings of level 1: ${headings.map(textIn).join(' | ')}`)
  const whole = texts.find(({ parent }) => parent.name === 'title' && parent.parent?.name === 'head')?.text ?? ''
  const title = whole.split(' · ')
  if (title.some((part) => part.trim() === '') || title.length < 2) faults.push(`the title says only “${whole}”`)
  const spokenTitle = plain(title.slice(0, -1).join(' · '))
  const spokenHeading = plain(headings.map(textIn).join(''))
  // The home page greets; its title is its entry in the menu.
  const entry = elements.find(({ name, attributes }) => name === 'a' && attributes.get('aria-current') === 'page')
  const agrees = spokenTitle === spokenHeading || (entry !== undefined && spokenTitle === plain(textIn(entry)))
  if (spokenTitle !== '' && headings.length === 1 && spokenHeading !== '' && !agrees)
    faults.push(`the title says “${spokenTitle}”, the heading “${spokenHeading}”`)
  const ids = elements.flatMap(({ attributes }) => attributes.get('id') ?? [])
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
  if (twice.length > 0) faults.push(`ids given twice: ${twice.join(' ')}`)

  const judge = (text: string, where: string): void => {
    const trimmed = text.trim()
    if (trimmed !== '' && wrongTexts.some((pattern) => pattern.test(trimmed))) faults.push(`${where} says “${trimmed}”`)
  }
  judge(title[0] ?? '', 'the title')
  for (const { text, parent } of texts)
    if (!isWithin(parent, isAsWritten)) judge(text, `<${parent.name} class="${classesOf(parent)}">`)
  for (const element of elements)
    for (const name of spoken)
      judge(element.attributes.get(name) ?? '', `${name} of <${element.name} class="${classesOf(element)}">`)
  return faults
}
