/** Receipts and their PDF: every letter from the portal's own fonts, in each language's direction. */
import { createCanvas } from 'canvas'
import { describe, expect, it } from 'vitest'
import { instanceFor } from '~/i18n/i18n.server'
import { formatsOf } from '~/i18n/format'
import { directionOf, languages, type Language } from '~/i18n/languages'
import { receiptContent } from '~/ui/order/receipt-content'
import { drawReceipt, drawReceiptOn } from '~/web/order/receipt-pdf.server'
import { shapesOf } from '../../support/pdf-reader'
import { sampleOrder } from '../../support/sample-order'

const contentIn = (language: Language, over: Parameters<typeof sampleOrder>[0] = {}) =>
  receiptContent(sampleOrder(over), {
    t: instanceFor(language).getFixedT(language, 'order'),
    format: formatsOf(language),
    issuer: { name: 'Mango Portal', contact: 'help@mango.example' },
    customer: 'amira.k',
  })

/** Where the ink is: the outermost columns that are not white, and a row's share of them. */
const inkOf = (language: Language, over: Parameters<typeof sampleOrder>[0] = {}) => {
  const canvas = createCanvas(595, 842)
  const ctx = canvas.getContext('2d')
  ctx.fillStyle = '#fff'
  ctx.fillRect(0, 0, 595, 842)
  let pages = 0
  drawReceiptOn(
    { beginPage: () => (pages++, ctx), endPage: () => undefined },
    contentIn(language, over),
    directionOf(language),
  )
  const { data } = ctx.getImageData(0, 0, 595, 842)
  const isInk = (x: number, y: number): boolean => (data[4 * (595 * y + x)] ?? 255) < 200
  let [left, right] = [595, 0]
  for (let y = 0; y < 842; y++)
    for (let x = 0; x < 595; x++)
      if (isInk(x, y)) {
        left = Math.min(left, x)
        right = Math.max(right, x)
      }
  /** Ink in the title's line, in each half of the page. */
  const title = { left: 0, right: 0 }
  for (let y = 90; y < 120; y++) for (let x = 0; x < 595; x++) if (isInk(x, y)) title[x < 297 ? 'left' : 'right']++
  return { left, right, pages, title }
}

describe('a receipt', () => {
  it('adds up: prices, discount, total, and the payments', () => {
    const { items, sums, paid } = contentIn('en')
    expect(items.map(({ name, detail, amount }) => [name, detail, amount])).toEqual([
      ['TV Service', '12 months, 26 Nov 2026 to 26 Nov 2027', '16.50 USD'],
      ['CHMax', '1 month, 30 Nov 2026 to 30 Dec 2026', '1.50 USD'],
    ])
    expect(sums.map(({ label, amount }) => [label, amount])).toEqual([
      ['Offer', '−5.50 USD'],
      ['Total', '12.50 USD'],
    ])
    expect(paid.map(({ label, amount }) => [label, amount])).toEqual([
      ['400 points', '4.00 USD'],
      ['USDT', '8.50 USD'],
    ])
  })
  it('puts the minus sign before the digits in right-to-left lines', () => {
    expect(contentIn('ar').sums[0]?.amount).toMatch(/^\u200e−5/)
    expect(contentIn('fa').sums[0]?.amount).toMatch(/^\u200e−۵/)
  })
  it('shows what was paid above the price, and where it went', () => {
    expect(contentIn('en', { credited: '0.8000' }).note).toContain(
      '0.8000 Mango was more than the price and is credited to your wallet.',
    )
    expect(contentIn('en').note).not.toContain('credited')
  })
  it('shows refunds, but not those still under way', () => {
    const at = '2026-11-21T00:00:00.000Z'
    const { paid } = contentIn('en', {
      refunds: [
        { amount: '1.2345', to: 'wallet', state: 'done', at },
        { amount: '2.0000', to: 'provider', state: 'asked', at },
      ],
    })
    expect(paid.slice(2)).toEqual([{ label: 'Refunded, to your wallet', amount: '−1.2345 USD' }])
    const points = contentIn('en', { refunds: [{ amount: '4.0000', to: 'points', state: 'done', at }] })
    expect(points.paid.slice(2)).toEqual([{ label: 'Refunded, as points', amount: '−4.00 USD' }])
    const taken = contentIn('en', { refunds: [{ amount: '8.5000', to: 'bank', state: 'done', at }] })
    expect(taken.paid.slice(2)).toEqual([{ label: 'Refunded, by the card’s bank', amount: '−8.50 USD' }])
  })
})

describe('the PDF of a receipt', () => {
  it.each(languages.map(({ tag }) => tag))('is a one-page file with its own fonts in %s', (language) => {
    const file = drawReceipt(contentIn(language), directionOf(language))
    const text = file.toString('latin1')
    expect(text.slice(0, 5)).toBe('%PDF-')
    expect(text.trimEnd().endsWith('%%EOF')).toBe(true)
    expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1)
    const fonts = new Set([...text.matchAll(/\/BaseFont \/[A-Z]{6}\+([\w-]+)/g)].map(([, name]) => name))
    // No font of the machine is used.
    expect([...fonts].filter((font) => !/^NotoSans(?:Arabic)?-(?:Regular|Bold)$/.test(font ?? ''))).toEqual([])
    expect(fonts.has('NotoSansArabic-Regular')).toBe(directionOf(language) === 'rtl')
    expect(file.length).toBeLessThan(60_000)
  })
  /** Everything that a receipt can contain, and every character in names of boxes and customers. */
  const everything = (language: Language) =>
    contentIn(language, {
      boxName: 'Office fi fl ffi ’ · – ₿ € £ № «x» 5\u00a0000 1\u202f000 ٫٬ ۱۲ ١٢ −1',
      originalPrice: '123456.0000',
      credited: '0.8000',
      refunds: [{ amount: '1234.5678', to: 'wallet', state: 'done', at: '2026-11-21T00:00:00.000Z' }],
    })
  it.each(languages.map(({ tag }) => tag))('draws every character with a glyph of the file, in %s', (language) => {
    const drawn = shapesOf(drawReceipt(everything(language), directionOf(language))).flat()
    expect(drawn.length).toBeGreaterThan(300)
    const missing = drawn.filter(({ shape, text, hasOutline }) => shape === 0 || (!hasOutline && !/^\s$/u.test(text)))
    expect(missing.map(({ font, shape, text }) => [font, shape, text])).toEqual([])
    // Letters that don't join can be copied and searched: each glyph stands for its letter.
    const latin = drawn.filter(({ font }) => !font.includes('NotoSansArabic'))
    expect(latin.filter(({ text }) => text === '\0')).toEqual([])
  })
  it.each(['en', 'ar', 'fa'] as const)('shows a discount with its sign next to the digits in %s', (language) => {
    const lines = shapesOf(drawReceipt(contentIn(language), directionOf(language))).map((line) =>
      line.map(({ text }) => text).join(''),
    )
    const five = language === 'fa' ? '۵' : '5'
    // If the decimal separator is in another font, the line is drawn in parts.
    expect(lines.join('')).toMatch(new RegExp(`-\\s?${five}`))
    if (language !== 'en') return
    expect(lines).toContain('-5.50 USD')
    expect(lines).toContain('Offer')
  })
  it('keeps its margins and begins at the side where its language begins', () => {
    for (const language of ['en', 'ru', 'ar', 'fa'] as const) {
      const { left, right, title } = inkOf(language)
      expect([left >= 54, right <= 541], language).toEqual([true, true])
      const [full, empty] = directionOf(language) === 'rtl' ? [title.right, title.left] : [title.left, title.right]
      expect([full > 100, empty], language).toEqual([true, 0])
    }
  })
  it('draws any box name with its own fonts alone', () => {
    for (const boxName of ['\u0000abc', 'Küche 📺 客厅', 'ห้องนั่งเล่น', 'a\ud800b', '\u202egpj.exe']) {
      const text = drawReceipt(contentIn('en', { boxName }), 'ltr').toString('latin1')
      const fonts = [...text.matchAll(/\/BaseFont \/(?:[A-Z]{6}\+)?([\w-]+)/g)].map(([, name]) => name ?? '')
      expect([boxName, fonts.filter((font) => !font.startsWith('NotoSans'))]).toEqual([boxName, []])
    }
  })
  it('continues on more pages, and never cuts a long name', () => {
    const [line] = sampleOrder().lines
    const lines = Array.from({ length: 30 }, () => ({ ...line!, name: 'W'.repeat(120) }))
    const { pages, left, right } = inkOf('en', { lines, boxName: `Salon ${'x'.repeat(200)}` })
    expect(pages).toBeGreaterThan(2)
    expect([left >= 54, right <= 541]).toEqual([true, true])
  })
})
