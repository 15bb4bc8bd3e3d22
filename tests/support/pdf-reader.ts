/**
 * The contents of a generated PDF: each glyph, with its text and whether the font has its outline. It reads only PDFs
 * like the portal's own receipts: subset fonts with two-byte codes.
 */
import { inflateSync } from 'node:zlib'

export type DrawnShape = { font: string; shape: number; text: string; hasOutline: boolean }

type FileObject = { head: string; stream: Buffer | null }
const objectsOf = (file: Buffer): Map<string, FileObject> => {
  const text = file.toString('latin1')
  return new Map(
    [...text.matchAll(/^(\d+) 0 obj\n/gm)].map((match): [string, FileObject] => {
      const begin = match.index + match[0].length
      const marker = text.indexOf('endobj', begin)
      const place = text.slice(begin, marker).search(/stream\r?\n/)
      if (place < 0) return [match[1] ?? '', { head: text.slice(begin, marker), stream: null }]
      const head = text.slice(begin, begin + place)
      const from = begin + place + (text[begin + place + 6] === '\r' ? 8 : 7)
      const bytes = file.subarray(from, from + Number(/\/Length (\d+)/.exec(head)?.[1]))
      return [match[1] ?? '', { head, stream: head.includes('/FlateDecode') ? inflateSync(bytes) : bytes }]
    }),
  )
}

/** The glyphs with an outline in a TrueType font. */
const outlinesOf = (font: Buffer): Set<number> => {
  const tables = new Map(
    Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
      const at = 12 + 16 * index
      return [font.toString('latin1', at, at + 4), font.readUInt32BE(at + 8)] as const
    }),
  )
  const table = (name: string): number => {
    const place = tables.get(name)
    if (place === undefined) throw new Error(`the font has no table ${name}`)
    return place
  }
  const isLong = font.readInt16BE(table('head') + 50) === 1
  const placeOf = (shape: number): number =>
    isLong ? font.readUInt32BE(table('loca') + 4 * shape) : 2 * font.readUInt16BE(table('loca') + 2 * shape)
  const shapes = font.readUInt16BE(table('maxp') + 4)
  return new Set(Array.from({ length: shapes }, (_, shape) => shape).filter((one) => placeOf(one + 1) > placeOf(one)))
}

/** The text of each glyph. */
const textsOf = (map: string): Map<number, string> => {
  const texts = new Map<number, string>()
  const letters = (hex: string): string =>
    (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(parseInt(unit, 16))).join('')
  for (const [, lines = ''] of map.matchAll(/beginbfchar\n([^]*?)endbfchar/g))
    for (const [, shape = '', text = ''] of lines.matchAll(/<(\w+)> <(\w+)>/g))
      texts.set(parseInt(shape, 16), letters(text))
  for (const [, lines = ''] of map.matchAll(/beginbfrange\n([^]*?)endbfrange/g))
    for (const [, from = '', to = '', text = ''] of lines.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let shape = parseInt(from, 16); shape <= parseInt(to, 16); shape++)
        texts.set(shape, String.fromCharCode(parseInt(text, 16) + shape - parseInt(from, 16)))
  return texts
}

/** In drawing order: each block is one draw call, or a part of it if its fonts differ. */
export const shapesOf = (file: Buffer): DrawnShape[][] => {
  const objects = objectsOf(file)
  const find = (number: string | undefined) => {
    const found = objects.get(number ?? '')
    if (found === undefined) throw new Error(`the file has no object ${number}`)
    return found
  }
  const fonts = new Map(
    [...objects].flatMap(([number, { head }]) => {
      if (!head.includes('/Subtype /Type0')) return []
      const descendant = find(/\/DescendantFonts \[(\d+)/.exec(head)?.[1]).head
      const descriptor = find(/\/FontDescriptor (\d+)/.exec(descendant)?.[1]).head
      const outlines = outlinesOf(find(/\/FontFile2 (\d+)/.exec(descriptor)?.[1]).stream ?? Buffer.alloc(0))
      const texts = textsOf(find(/\/ToUnicode (\d+)/.exec(head)?.[1]).stream?.toString('latin1') ?? '')
      return [[number, { name: /\/BaseFont \/(\S+)/.exec(head)?.[1] ?? '', outlines, texts }] as const]
    }),
  )
  return [...objects.values()].flatMap(({ head }) => {
    if (!head.includes('/Type /Page\n')) return []
    const drawn = find(/\/Contents (\d+)/.exec(head)?.[1]).stream?.toString('latin1') ?? ''
    return [...drawn.matchAll(/BT\n([^]*?)ET\n/g)].map(([, block = '']): DrawnShape[] => {
      let font = fonts.get('')
      return [...block.matchAll(/\/F(\d+) [\d.]+ Tf|<([0-9A-F]+)> Tj/g)].flatMap(([, chosen, codes = '']) => {
        if (chosen !== undefined) font = fonts.get(chosen)
        return (codes.match(/.{4}/g) ?? []).map((code) => {
          const shape = parseInt(code, 16)
          const { name, outlines, texts } = font ?? { name: '', outlines: new Set(), texts: new Map<number, string>() }
          return { font: name, shape, text: texts.get(shape) ?? '\0', hasOutline: outlines.has(shape) }
        })
      })
    })
  })
}
