/**
 * Draws a receipt as a PDF of A4 pages, with fonts that come with the portal, so that it looks the same on every
 * machine. Arabic and Persian are shaped and run from right to left. Text in letters that don't join can be copied, but
 * has no structure: the HTML page of the receipt is the accessible version.
 */
import { GlobalFonts, PDFDocument, type SKRSContext2D } from 'canvas'
import { resolve } from 'node:path'
import type { Direction } from '~/i18n/languages'
import { readOwnFile } from '~/platform/own-file.server'
import type { ReceiptContent, ReceiptSum } from '~/ui/order/receipt-content'

/** By script; a letter is drawn with the first font that has it. */
const scripts = ['latin', 'latin-ext', 'cyrillic', 'arabic'] as const
const families = scripts.map((script) => `Receipt ${script}`)
const folder = 'app/web/order/fonts'
let areFontsReady = false
/** Loads the fonts for the first receipt: 250 KB. */
export const readyFonts = (): void => {
  if (areFontsReady) return
  for (const weight of [400, 700])
    for (const script of scripts) {
      const file = script === 'arabic' ? `noto-sans-arabic-${weight}` : `noto-sans-${script}-${weight}`
      if (!GlobalFonts.register(readOwnFile(resolve(folder, `${file}-normal.woff2`)), `Receipt ${script}`))
        throw new Error(`the font ${file} can't be read`)
    }
  areFontsReady = true
}

/** A4, in points. */
const page = { width: 595, height: 842, margin: 56, foot: 48 } as const
export const ink = '#1b2130'
export const muted = '#5a6172'
export const line = '#d8d0c2'
const mango = '#f79a1e'

/** Left to right inside any text, so that codes keep their order. */
const isolate = (code: string): string => `\u2066${code}\u2069`

/**
 * Characters that none of the fonts has (a box may be named in any script, or by emoji) and invisible characters; the
 * HTML page shows the name unchanged. Signs such as "°", "½" and "№" belong to no script, and to classes of which the
 * fonts have few, so they are listed one by one.
 */
const undrawable =
  /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Mn}\p{Nd}\p{P}\p{Sc}\p{Sm}\p{Zs}^`¡-¬®-ÿ\u02b0-\u02ff\u0640№™\u200c-\u200f\u2066-\u2069]+/gu
/**
 * Draws a minus as a hyphen: the PDF library drops the last glyph of a font, which is the minus, so that a discount
 * would read as an addition.
 */
export const drawable = (text: string): string => text.replaceAll(undrawable, '…').replaceAll('−', '-')
/**
 * An invisible amount: any spacing prevents the "ff" ligature. A ligature glyph maps to no letter, so the letters would
 * be missing when text is copied or searched.
 */
const letterByLetter = '0.001px'

/** Where pages are drawn: a PDF, or a picture in tests. */
export type Sheets = { beginPage(width: number, height: number): unknown; endPage(): void }

type Pen = { document: Sheets; ctx: SKRSContext2D; y: number; direction: Direction }
type Style = { size: number; weight?: 400 | 700; colour?: string; at?: 'start' | 'end' }

/** Begins a page. */
export const begin = (document: Sheets, direction: Direction): SKRSContext2D => {
  const ctx = document.beginPage(page.width, page.height) as SKRSContext2D
  ctx.direction = direction
  ctx.textBaseline = 'alphabetic'
  ctx.letterSpacing = letterByLetter
  return ctx
}
/** Starts a new page if this height doesn't fit any more. */
const need = (pen: Pen, height: number): void => {
  if (pen.y + height <= page.height - page.foot) return
  pen.document.endPage()
  pen.ctx = begin(pen.document, pen.direction)
  pen.y = page.margin
}
const familyList = families.map((family) => `"${family}"`).join(', ')
/** The CSS font at a weight and a size in points. */
export const fontOf = (weight: 400 | 700, size: number): string => `${weight} ${size}px ${familyList}, sans-serif`
const setFont = ({ ctx }: Pen, { size, weight = 400, colour = ink }: Style): void => {
  ctx.font = fontOf(weight, size)
  ctx.fillStyle = colour
}
/** The x position of a line's start or end, in reading direction. */
const edge = (pen: Pen, at: 'start' | 'end', inset = 0): number =>
  (at === 'start') === (pen.direction === 'ltr') ? page.margin + inset : page.width - page.margin - inset
const write = (pen: Pen, text: string, style: Style, inset = 0): void => {
  setFont(pen, style)
  pen.ctx.textAlign = style.at ?? 'start'
  pen.ctx.fillText(drawable(text), edge(pen, style.at ?? 'start', inset), pen.y)
}
/** Splits a text into lines of at most this width; a longer word is cut between letters. */
const wrap = (pen: Pen, text: string, style: Style, width: number): string[] => {
  setFont(pen, style)
  const fits = (words: string): boolean => pen.ctx.measureText(words).width <= width
  const lines: string[] = []
  let current = ''
  for (const word of drawable(text)
    .split(/(?<=\s)/)
    .flatMap((one) => (fits(one) ? [one] : [...one])))
    if (current === '' || fits(current + word)) current += word
    else {
      lines.push(current.trimEnd())
      current = word
    }
  return [...lines, current.trimEnd()]
}
const writeLines = (pen: Pen, text: string, style: Style, width: number, inset = 0): void => {
  wrap(pen, text, style, width).forEach((one, index) => {
    if (index > 0) {
      pen.y += style.size * 1.5
      need(pen, 0)
    }
    write(pen, one, style, inset)
  })
}
const rule = (pen: Pen, colour = line, height = 0.75): void => {
  pen.ctx.fillStyle = colour
  pen.ctx.fillRect(page.margin, pen.y, page.width - 2 * page.margin, height)
}

const width = page.width - 2 * page.margin
const factLabel = 170
const amountWidth = 150

const drawHead = (pen: Pen, { title, issuer, facts }: ReceiptContent): void => {
  pen.y = page.margin + 10
  write(pen, issuer.name, { size: 13, weight: 700 })
  if (issuer.contact !== null) write(pen, isolate(issuer.contact), { size: 10, colour: muted, at: 'end' })
  pen.y += 10
  rule(pen, mango, 2)
  pen.y += 44
  write(pen, title, { size: 24, weight: 700 })
  pen.y += 34
  for (const { label, value, isCode } of facts) {
    need(pen, 20)
    const [top, ctx] = [pen.y, pen.ctx]
    write(pen, label, { size: 11, colour: muted })
    writeLines(pen, isCode ? isolate(value) : value, { size: 11 }, width - factLabel, factLabel)
    // A long value may have continued on a new page.
    if (ctx === pen.ctx) pen.y = Math.max(top, pen.y)
    pen.y += 19
  }
}

const drawItems = (pen: Pen, { itemLabels, items }: ReceiptContent): void => {
  pen.y += 18
  need(pen, 60)
  write(pen, itemLabels.item, { size: 10, weight: 700, colour: muted })
  write(pen, itemLabels.amount, { size: 10, weight: 700, colour: muted, at: 'end' })
  pen.y += 8
  rule(pen)
  for (const { name, detail, amount } of items) {
    pen.y += 20
    need(pen, 34)
    write(pen, amount, { size: 12, at: 'end' })
    writeLines(pen, name, { size: 12, weight: 700 }, width - amountWidth)
    pen.y += 16
    writeLines(pen, detail, { size: 10, colour: muted }, width - amountWidth)
    pen.y += 10
    rule(pen)
  }
}

const drawSums = (pen: Pen, sums: readonly ReceiptSum[]): void => {
  for (const { label, amount, isTotal } of sums) {
    const size = isTotal ? 16 : 11
    pen.y += isTotal ? 30 : 20
    need(pen, 4)
    write(pen, amount, { size, weight: isTotal ? 700 : 400, at: 'end' })
    writeLines(pen, label, { size, weight: isTotal ? 700 : 400, colour: isTotal ? ink : muted }, width - amountWidth)
  }
}

export const drawReceiptOn = (document: Sheets, words: ReceiptContent, direction: Direction): void => {
  readyFonts()
  const pen: Pen = { document, ctx: begin(document, direction), y: 0, direction }
  drawHead(pen, words)
  drawItems(pen, words)
  drawSums(pen, words.sums)
  if (words.paid.length > 0) {
    pen.y += 36
    need(pen, 40)
    write(pen, words.paidLabel, { size: 11, weight: 700 })
    drawSums(pen, words.paid)
  }
  pen.y += 44
  need(pen, 30)
  writeLines(pen, words.note, { size: 9.5, colour: muted }, width)
  document.endPage()
}

/** The finished file, 20 to 40 KB in a few milliseconds. */
export const drawReceipt = (words: ReceiptContent, direction: Direction): Buffer => {
  const document = new PDFDocument({ title: words.title, author: words.issuer.name })
  drawReceiptOn(document, words, direction)
  return document.close()
}
