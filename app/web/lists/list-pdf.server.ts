/**
 * Draws a list as a PDF of A4 pages, one channel a line, in the receipts' fonts. Arabic and Persian are shaped and run
 * from the right. It is drawn on its own thread, because a list takes a second.
 */
import { PDFDocument, type SKRSContext2D } from 'canvas'
import type { Direction } from '~/i18n/languages'
import type { PrintedSection } from '~/ui/channel-list/printed-list'
import { begin, drawable, fontOf, ink, line, muted, readyFonts, type Sheets } from '~/web/order/receipt-pdf.server'

/** The words to draw. `labels`: the column heads. `digits`: the reader's own, from zero, for page numbers. */
export type ListWords = {
  title: string
  lead: string
  labels: { number: string; name: string; type: string; place: string; sid: string }
  unnamed: string
  digits: string
  /** The text in place of rows if there are none. */
  none: string | null
  /** The text below the last row. */
  note: string | null
  sections: readonly PrintedSection[]
}

/** A4, in points. */
const page = { width: 595, height: 842, margin: 40, foot: 36 } as const
const rowHeight = 13
const size = 8.5
/** Where a column begins, from the start of the line, and its width. */
const columns = {
  number: { at: 0, width: 32 },
  name: { at: 36, width: 215 },
  type: { at: 256, width: 52 },
  place: { at: 312, width: 148 },
  sid: { at: 465, width: 50 },
} as const
type Column = keyof typeof columns

type Pen = { document: Sheets; ctx: SKRSContext2D; y: number; direction: Direction; number: number }

const setFont = ({ ctx }: Pen, weight: 400 | 700, points: number, colour: string): void => {
  ctx.font = fontOf(weight, points)
  ctx.fillStyle = colour
}

/** The text, cut to a width if it is longer. */
const cut = ({ ctx }: Pen, text: string, width: number): string => {
  const whole = ctx.measureText(text).width
  if (whole <= width) return text
  const letters = [...text]
  let [low, high] = [0, letters.length]
  // Letters have similar widths, so the first guess is nearly right; each measuring takes long.
  let guess = Math.floor((high * width) / whole)
  while (low < high) {
    const middle = Math.min(high, Math.max(low + 1, guess))
    const isIn = ctx.measureText(`${letters.slice(0, middle).join('')}…`).width <= width
    if (isIn) low = middle
    else high = middle - 1
    guess = high - low > 16 ? middle + (isIn ? 4 : -4) : (low + high + 1) >> 1
  }
  return `${letters.slice(0, low).join('')}…`
}

const isLtr = (direction: Direction): boolean => direction === 'ltr'
/** Writes into a column; `code` always reads from the left. */
const write = (pen: Pen, column: Column, text: string, code = false): void => {
  const { at, width } = columns[column]
  const start = isLtr(pen.direction) ? page.margin + at : page.width - page.margin - at
  pen.ctx.textAlign = 'start'
  const shown = cut(pen, drawable(text), width)
  pen.ctx.fillText(code ? `\u2066${shown}\u2069` : `\u2068${shown}\u2069`, start, pen.y)
}

const rule = (pen: Pen, y: number, colour: string, height: number): void => {
  pen.ctx.fillStyle = colour
  pen.ctx.fillRect(page.margin, y, page.width - 2 * page.margin, height)
}

const writeFoot = (pen: Pen, { title, digits }: ListWords): void => {
  setFont(pen, 400, 8, muted)
  const [start, end] = isLtr(pen.direction)
    ? [page.margin, page.width - page.margin]
    : [page.width - page.margin, page.margin]
  const { y } = pen
  pen.y = page.height - 20
  pen.ctx.textAlign = 'start'
  pen.ctx.fillText(`\u2068${cut(pen, drawable(title), 380)}\u2069`, start, pen.y)
  pen.ctx.textAlign = 'end'
  pen.ctx.fillText(
    String(pen.number).replace(/\d/g, (digit) => digits.charAt(Number(digit))),
    end,
    pen.y,
  )
  pen.y = y
}

const writeLabels = (pen: Pen, { labels }: ListWords): void => {
  setFont(pen, 700, 8, muted)
  for (const column of Object.keys(columns) as Column[]) write(pen, column, labels[column])
  rule(pen, pen.y + 4, line, 0.75)
  pen.y += rowHeight + 3
}

const writeSentence = (pen: Pen, text: string): void => {
  setFont(pen, 400, 10, muted)
  pen.ctx.textAlign = 'start'
  const start = isLtr(pen.direction) ? page.margin : page.width - page.margin
  pen.ctx.fillText(`\u2068${cut(pen, text, 515)}\u2069`, start, pen.y)
}

/** Begins a new page if this height doesn't fit any more. */
const need = (pen: Pen, height: number, words: ListWords): void => {
  if (pen.y + height <= page.height - page.foot) return
  writeFoot(pen, words)
  pen.document.endPage()
  pen.ctx = begin(pen.document, pen.direction)
  pen.number++
  pen.y = page.margin
  writeLabels(pen, words)
}

export const drawListOn = (document: Sheets, words: ListWords, direction: Direction): void => {
  readyFonts()
  const pen: Pen = { document, ctx: begin(document, direction), y: page.margin + 8, direction, number: 1 }
  const start = isLtr(direction) ? page.margin : page.width - page.margin
  setFont(pen, 700, 18, ink)
  pen.ctx.textAlign = 'start'
  pen.ctx.fillText(`\u2068${cut(pen, drawable(words.title), 500)}\u2069`, start, pen.y)
  pen.y += 18
  setFont(pen, 400, 10, muted)
  pen.ctx.fillText(words.lead, start, pen.y)
  pen.y += 24
  if (words.none === null) writeLabels(pen, words)
  else writeSentence(pen, words.none)
  for (const { title, rows } of words.sections) {
    if (title !== null) {
      need(pen, 4 * rowHeight, words)
      pen.y += 12
      setFont(pen, 700, 11, ink)
      pen.ctx.textAlign = 'start'
      pen.ctx.fillText(`\u2068${cut(pen, drawable(title), 500)}\u2069`, start, pen.y)
      pen.y += rowHeight + 4
    }
    for (const row of rows) {
      need(pen, rowHeight, words)
      setFont(pen, 400, size, ink)
      write(pen, 'number', row.number, true)
      write(pen, 'name', row.name === '' ? words.unnamed : row.name)
      setFont(pen, 400, size, muted)
      write(pen, 'type', row.type)
      write(pen, 'place', row.place, true)
      write(pen, 'sid', row.sid === null ? '–' : String(row.sid), true)
      pen.y += rowHeight
    }
  }
  if (words.note !== null) {
    need(pen, 2 * rowHeight, words)
    pen.y += rowHeight
    writeSentence(pen, words.note)
  }
  writeFoot(pen, words)
  document.endPage()
}

/** The finished file. */
export const drawList = (words: ListWords, direction: Direction): Buffer => {
  const document = new PDFDocument({ title: words.title })
  drawListOn(document, words, direction)
  return document.close()
}
