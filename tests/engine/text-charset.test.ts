/**
 * Names from bytes to text and back, in every encoding, as the standards define and not as this Node's TextDecoder
 * does.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Core, info } from '../../engine/host/core'
import { upperHalfOf } from '../../engine/host/text/charset'
import { decodeString, encodeString } from '../support/charset'
import { type Encoding, encodings } from '../../engine/host/types'
import { charsetFiles } from '../../scripts/make-charset'
import { nameSets } from '../support/fixtures/channel-names'
import { standardUpperHalves } from '../support/fixtures/upper-halves'
import { root } from '../support/paths'
import { times } from '../support/runs'

const core = new Core(
  new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path.join(root, 'engine/build/engine.wasm'))), {}),
)
const singleByte = encodings.filter((encoding): encoding is Exclude<Encoding, 'utf-8'> => encoding !== 'utf-8')

/** What the engine reads from a name's bytes in a file of an encoding. */
const decode = (bytes: number[] | Uint8Array, encoding: Encoding): string => {
  const at = core.exports.begin(bytes.length)
  core.u8().set(bytes, at)
  return core.decode(0, bytes.length, encodings.indexOf(encoding))
}

const encode = (
  text: string,
  encoding: Encoding,
  capacity: number,
): { bytes: Uint8Array; units: number; lost: number } => {
  const at = core.exports.scratchAt(text.length * 2 + capacity + 64)
  const units = core.u16()
  for (let i = 0; i < text.length; i++) units[(at >> 1) + i] = text.charCodeAt(i)
  const to = at + text.length * 2 + 16
  const written = core.exports.encodeText(at, text.length, encodings.indexOf(encoding), to, capacity)
  return {
    bytes: core.u8().slice(to, to + written),
    units: core.exports.encodedUnitCount(),
    lost: core.exports.encodedLostCount(),
  }
}

describe('encodings', () => {
  it('has tables that agree with their source', () => {
    for (const [file, text] of Object.entries(charsetFiles()))
      expect(readFileSync(path.join(root, file), 'utf8') === text, file).toBe(true)
  })

  it('reads the upper half as the Encoding Standard defines, whatever tables this Node has', () => {
    expect(Object.keys(standardUpperHalves).sort()).toEqual([...singleByte].sort())
    for (const encoding of singleByte) {
      const letters = [...standardUpperHalves[encoding]]
      expect(letters, encoding).toHaveLength(0x60)
      // a byte in front keeps the reader from taking a single name for UTF-8
      for (const [i, letter] of letters.entries())
        expect(decode([0x41, 0xa0 + i], encoding), `${encoding} ${(0xa0 + i).toString(16)}`).toBe(`A${letter}`)
    }
  })

  it('keeps 0x80 to 0x9F as controls in ISO 8859 and as letters in windows-1252', () => {
    for (const encoding of singleByte.filter((one) => one.startsWith('iso')))
      expect(decode([0x41, 0x80, 0x9f], encoding)).toBe('A\u0080\u009f')
    expect(decode([0x80, 0x8a, 0x92, 0x9c, 0x9f], 'windows-1252')).toBe('€Š’œŸ')
    expect(decode([0x80], 'windows-1254')).toBe('€')
  })

  it('encodes each letter to its byte again', () => {
    for (const encoding of singleByte) {
      for (const [i, letter] of [...upperHalfOf(encoding)].entries()) {
        const byte = 0x80 + i
        if (letter === '\ufffd' || byte === 0x86 || byte === 0x87) continue
        expect([...encode(letter, encoding, 1).bytes], `${encoding} ${byte.toString(16)}`).toEqual([byte])
      }
    }
  })

  it('reads the encodings that EN 300 468 selectors declare, whatever the file’s encoding', () => {
    const cases: [number[], Encoding][] = [
      [[0x01], 'iso-8859-5'],
      [[0x02], 'iso-8859-6'],
      [[0x03], 'iso-8859-7'],
      [[0x04], 'iso-8859-8'],
      [[0x05], 'iso-8859-9'],
      [[0x06], 'iso-8859-10'],
      [[0x07], 'iso-8859-11'],
      [[0x09], 'iso-8859-13'],
      [[0x0b], 'iso-8859-15'],
      [[0x10, 0, 2], 'iso-8859-2'],
      [[0x10, 0, 14], 'iso-8859-14'],
      [[0x15], 'utf-8'],
    ]
    for (const [selector, encoding] of cases) {
      const half = encoding === 'utf-8' ? 'Łódź é' : upperHalfOf(encoding).slice(0x30, 0x60).replaceAll('\ufffd', '')
      expect(decode([...selector, ...(encodeString(half, encoding) ?? [])], 'windows-1251')).toBe(half)
    }
    expect(decode([0x11, 0x04, 0x1c, 0x04, 0x38, 0x04, 0x40], 'windows-1252')).toBe('Мир')
    expect(decode([0x05, 0x54, 0xdd], 'windows-1252')).toBe('Tİ')
  })

  it('drops emphasis and reads a DVB newline as a space', () => {
    expect(decode([0x86, 0x52, 0x54, 0x4c, 0x87, 0x32], 'iso-8859-9')).toBe('RTL2')
    expect(decode([0x86, 0x52, 0x54, 0x4c, 0x87, 0x32], 'windows-1252')).toBe('RTL2')
    expect(decode([0x41, 0x8a, 0x42], 'iso-8859-5')).toBe('A B')
    expect(decode([0x15, 0x41, 0xc2, 0x86, 0xee, 0x82, 0x87, 0xc2, 0x8a, 0x42], 'iso-8859-5')).toBe('A B')
  })

  it('reads UTF-8 by the standard, drops a letter cut at the end, and reads other bytes as windows-1252', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const clean = text.replace(/[\u0000-\u001f\u0080-\u009f\ue080-\ue09f]/g, 'x')
        expect(decode(new TextEncoder().encode(clean), 'utf-8')).toBe(clean)
      }),
      { numRuns: times(2000) },
    )
    expect(decode([...new TextEncoder().encode('Köln'), 0xc3], 'utf-8')).toBe('Köln')
    expect(decode([0x4b, 0xf6, 0x6c, 0x6e], 'utf-8')).toBe('Köln')
    for (const bad of [
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xe0, 0x80, 0x80],
      [0x80],
      [0xff],
    ]) {
      expect(decode([0x15, 0xc3, 0xa4, ...bad, 0x41], 'windows-1252').startsWith('ä'), String(bad)).toBe(true)
    }
  })

  it('reads a UTF-8 name in a file of another encoding, and never takes two capitals for a symbol', () => {
    for (const encoding of ['windows-1252', 'iso-8859-9', 'iso-8859-2', 'windows-1250'] as const) {
      for (const name of ['Köln', 'TÜRK', 'Первый канал', 'ΕΡΤ Κόσμος', 'القناة'])
        expect(decode(new TextEncoder().encode(name), encoding)).toBe(name)
    }
    for (const encoding of ['iso-8859-5', 'windows-1251', 'koi8-r'] as const) {
      expect(decode(new TextEncoder().encode('Первый канал'), encoding)).toBe('Первый канал')
      for (const name of ['ТВ', 'ТВ-3', 'СТВ', 'ТАБ', 'УАЗ ТВ'])
        expect(decode(encodeString(name, encoding) ?? [], encoding)).toBe(name)
    }
  })

  it('reads every name of every country in its encodings', () => {
    for (const set of nameSets) {
      for (const encoding of set.encodings) {
        for (const name of set.names) {
          const bytes = encodeString(name, encoding)
          expect(bytes, `${name} in ${encoding}`).not.toBeNull()
          expect(decode(bytes ?? [], encoding)).toBe(name)
          expect(decodeString(bytes ?? new Uint8Array(), encoding)).toBe(name)
        }
      }
    }
  })

  it('writes only whole letters, reports what did not fit, and puts ? for unavailable letters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 30 }),
        fc.constantFrom(...encodings),
        fc.integer({ min: 0, max: 40 }),
        (text, encoding, capacity) => {
          const { bytes, units, lost } = encode(text, encoding, capacity)
          expect(bytes.length).toBeLessThanOrEqual(capacity)
          if (encoding === 'utf-8')
            expect(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)).toBe(
              text
                .slice(0, units)
                .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd'),
            )
          else
            expect(bytes.filter((byte) => byte === 0x3f).length).toBe(
              lost + (text.slice(0, units).match(/\?/g)?.length ?? 0),
            )
        },
      ),
      { numRuns: times(3000) },
    )
    expect(encode('Łódź', 'iso-8859-9', 20)).toMatchObject({ units: 4, lost: 2 })
    expect(encode('Köln', 'utf-8', 2)).toMatchObject({ units: 1 })
  })

  it('survives any bytes in any encoding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.constantFrom(...encodings), (bytes, encoding) => {
        expect(decode(bytes, encoding).length).toBeLessThanOrEqual(bytes.length)
      }),
      { numRuns: times(3000) },
    )
    expect(core.get(info.textAt)).toBeGreaterThan(0)
  })
})
