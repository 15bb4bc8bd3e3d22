/** A manual as a page to print: the texts of one language and model, with the portal's present labels. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { directionOf, languages, type Language } from '../../app/i18n/languages'
import { manualTexts } from './texts'

const root = path.resolve(import.meta.dirname, '../..')
/** Where the seed finds the files and their index. */
export const manualFolder = path.join(root, 'app/modules/instruction/seed/manuals')
export const indexFile = path.join(manualFolder, 'index.json')

/** The demo's models that have a manual; `dish`: whether it receives satellites. */
export const manualModels = [
  { name: 'Mango S1', slug: 'mango-s1', dish: true },
  { name: 'Mango IP 4K', slug: 'mango-ip-4k', dish: false },
] as const
export type ManualModel = (typeof manualModels)[number]
/** One file: `digest` covers everything that determines its look. */
export type IndexedManual = { model: string; language: Language; title: string; file: string; digest: string }

const labels = {
  terminal: ['common', 'nav', 'terminal'],
  bind: ['terminal', 'bind', 'link'],
  choose: ['terminal', 'list', 'choose'],
  help: ['common', 'nav', 'help'],
} as const
type Label = keyof typeof labels

const labelOf = (language: Language, label: Label): string => {
  const [namespace, ...keys] = labels[label]
  let found: unknown = JSON.parse(
    readFileSync(path.join(root, 'app/i18n/locales', language, `${namespace}.json`), 'utf8'),
  )
  for (const key of keys) found = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined
  if (typeof found !== 'string') throw new Error(`no text ${labels[label].join('.')} in ${language}`)
  return found
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const marked = (language: Language, text: string): string =>
  escaped(text).replaceAll(
    /\{(terminal|bind|choose|help)\}/g,
    (_, label: Label) => `<b>${escaped(labelOf(language, label))}</b>`,
  )

/** A drawing of the cables: from the dish or the router to the box, from the box to the television. */
const drawing = (
  dish: boolean,
): string => `<svg viewBox="0 0 560 110" fill="none" stroke="#1b2130" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">
${dish ? '<path d="M28 22c-4 34 20 58 54 54z" fill="#fff1db"/><path d="M55 49l22-24M80 22l1-1M52 72l-10 26h34"/>' : '<rect x="26" y="56" width="76" height="30" rx="6" fill="#fff1db"/><path d="M44 56V24M84 56V24M40 71h1M54 71h1M68 71h1"/>'}
<path d="M116 74h72" stroke="#f79a1e" stroke-width="4"/>
<rect x="196" y="54" width="128" height="40" rx="8" fill="#fff1db"/><path d="M214 74h1M230 74h40"/><circle cx="304" cy="74" r="5" fill="#f79a1e" stroke="none"/>
<path d="M332 74h60" stroke="#f79a1e" stroke-width="4"/>
<rect x="400" y="10" width="134" height="78" rx="8" fill="#fff1db"/><path d="M446 100h42M467 88v12"/><path d="M424 36h56M424 52h86M424 68h40" stroke="#f79a1e"/></svg>`

const style = `
@page { size: A4; margin: 16mm 17mm 14mm }
* { box-sizing: border-box; margin: 0 }
body { font: 11pt/1.5 'Noto Sans', sans-serif; color: #1b2130 }
[dir=rtl] body { font-family: 'Noto Sans Arabic', 'Noto Sans', sans-serif; line-height: 1.7 }
header { border-bottom: 2.5pt solid #f79a1e; padding-bottom: 8pt; margin-bottom: 10pt }
h1 { font-size: 24pt; line-height: 1.3 } h1 small { display: block; font-size: 11pt; font-weight: 400; color: #5a6072 }
h2 { font-size: 13.5pt; margin: 12pt 0 4pt }
svg { display: block; inline-size: 118mm; margin: 8pt auto 10pt }
[dir=rtl] svg { transform: scaleX(-1) }
ol { list-style: none; padding: 0; counter-reset: step }
ol li { counter-increment: step; position: relative; padding-inline-start: 26pt; margin-block-end: 6pt }
ol li::before { content: attr(data-number); position: absolute; inset-inline-start: 0; inset-block-start: .1em; inline-size: 17pt; block-size: 17pt; border-radius: 50%; background: #f79a1e; font-weight: 700; font-size: 10pt; line-height: 17pt; text-align: center }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 3pt 12pt } dt { font-weight: 700 }
footer { margin-top: 12pt; padding-top: 6pt; border-top: .75pt solid #d8d3c8; font-size: 9.5pt; color: #5a6072; display: flex; justify-content: space-between; gap: 12pt }`

/** The whole page. */
export const sheetOf = (language: Language, { name, dish }: ManualModel): string => {
  const text = manualTexts[language]
  const number = new Intl.NumberFormat(language)
  const steps = [
    dish ? text.connect.satellite : text.connect.network,
    dish ? text.start.satellite : text.start.network,
    ...text.steps,
  ]
  const rows = [
    text.trouble.picture,
    ...(dish ? [text.trouble.signal] : []),
    text.trouble.network,
    text.trouble.code,
    text.trouble.list,
  ]
  return `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><meta charset="utf-8"><title>${escaped(`${name}: ${text.title}`)}</title><style>${style}</style><body>
<header><h1>${escaped(text.title)}<small><bdi dir="ltr">${escaped(name)}</bdi></small></h1></header>
<p>${escaped(text.lead)}</p>${drawing(dish)}
<ol>${steps.map((step, index) => `<li data-number="${number.format(index + 1)}">${marked(language, step)}</li>`).join('')}</ol>
<h2>${escaped(text.serial.title)}</h2><p>${escaped(text.serial.text)}</p>
<h2>${escaped(text.trouble.title)}</h2><dl>${rows.map(([what, then]) => `<dt>${escaped(what)}</dt><dd>${escaped(then)}</dd>`).join('')}</dl>
<footer><span>${marked(language, text.more)}</span><span>${escaped(text.sample)}</span></footer></body></html>`
}

/** Every file that should exist, with the digest of its page. */
export const wantedManuals = (): IndexedManual[] =>
  manualModels.flatMap((model) =>
    languages.map(({ tag }) => ({
      model: model.name,
      language: tag,
      title: manualTexts[tag].title,
      file: `${model.slug}.${tag}.pdf`,
      digest: createHash('sha256').update(sheetOf(tag, model)).digest('hex').slice(0, 16),
    })),
  )

/** The index of the last run; empty if there was none. */
export const readIndex = (): IndexedManual[] => {
  try {
    return JSON.parse(readFileSync(indexFile, 'utf8')) as IndexedManual[]
  } catch {
    return []
  }
}
