/** Guesses a file's encoding by selectors, UTF-8, columns and letters, for lists of many countries. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { decodeString, encodeString } from '../support/charset'
import type { Encoding } from '../../engine/host/types'
import { freshNameSets, nameSets, plainNames } from '../support/fixtures/channel-names'
import { makeEngine, openList } from '../support/fixtures/engine'
import { makeRecord, plainFields, randomOf } from '../support/fixtures/satcodx'
import { hasSamples, samplesDir } from '../support/paths'

const engine = makeEngine()

type Columns = { country?: string; language?: string; coverage?: string; angle?: number }

/** A list of names as bytes in version 103, 20 bytes for each name. */
const listOf = (names: Uint8Array[], columns: Columns = {}): Uint8Array => {
  const fields = {
    ...plainFields,
    name: '',
    country: columns.country ?? '__',
    language: columns.language ?? '___',
    coverage: (columns.coverage ?? '___').padEnd(8),
    angle: columns.angle ?? 130,
  }
  const record = Uint8Array.from(makeRecord(fields, '103', 'latin1'))
  const bytes = new Uint8Array(record.length * names.length)
  names.forEach((name, i) => {
    const at = i * record.length
    bytes.set(record, at)
    bytes.set(name.subarray(0, 8), at + 43)
    bytes.set(name.subarray(8, 20), at + 115)
  })
  return bytes
}

const bytesOf = (name: string, encoding: Encoding): Uint8Array => encodeString(name, encoding) ?? new Uint8Array()
const ascii = plainNames.map((name) => bytesOf(name, 'utf-8'))

/** Lists of `count` telling names among ASCII ones: how many of them are read as they were written. */
const accuracy = (
  count: number,
  withColumns: boolean,
  sets = nameSets,
): { right: number; all: number; wrong: string[] } => {
  const random = randomOf(count * 7 + (withColumns ? 1 : 0))
  const wrong: string[] = []
  let all = 0
  for (const set of sets) {
    for (const encoding of [...set.encodings, 'utf-8' as const]) {
      for (let round = 0; round < 6; round++) {
        const names = Array.from(
          { length: count },
          () => set.names[Math.floor(random() * set.names.length)] ?? '',
        ).filter((name) => bytesOf(name, encoding).length > 0 && bytesOf(name, encoding).length <= 20)
        const written = names.map((name) => bytesOf(name, encoding))
        const list = openList(
          engine,
          listOf([...written, ...ascii], withColumns ? { country: set.country, language: set.language } : {}),
        )
        all++
        if (JSON.stringify(list.names().slice(0, names.length)) !== JSON.stringify(names))
          wrong.push(`${set.country} ${encoding} read as ${list.encoding}: ${list.names().slice(0, 4).join(' | ')}`)
      }
    }
  }
  return { right: all - wrong.length, all, wrong }
}

describe('guessing the encoding', () => {
  for (const [count, columns, least] of [
    [2, true, 0.98],
    [4, true, 0.995],
    [10, true, 1],
    [40, true, 1],
    [4, false, 0.94],
    [10, false, 0.98],
    [40, false, 0.995],
  ] as const) {
    it(`reads at least ${least * 100} % of lists with ${count} telling names ${columns ? 'with' : 'without'} country columns`, () => {
      const { right, all, wrong } = accuracy(count, columns)
      expect(right / all, wrong.slice(0, 12).join('\n')).toBeGreaterThanOrEqual(least)
    })
  }

  it('reads names of the same countries on which it was not tuned', () => {
    for (const [columns, least] of [
      [true, 1],
      [false, 0.97],
    ] as const) {
      const { right, all, wrong } = accuracy(9, columns, freshNameSets)
      expect(right / all, wrong.slice(0, 12).join('\n')).toBeGreaterThanOrEqual(least)
    }
  })

  it('calls Western lists windows-1252 and Turkish ones iso-8859-9, even if other labels read the same', () => {
    const western = listOf(
      ['WDR Köln', 'M. ACCIÓN', 'MTV ESPAÑA', 'BARÇA TV'].map((name) => bytesOf(name, 'windows-1252')),
      { angle: 192 },
    )
    expect(openList(engine, western)).toMatchObject({ encoding: 'windows-1252', encodingSource: 'letters' })
    const turkish = listOf(
      ['TARIM TÜRK', 'KÖY TV', 'KANAL ÇAY'].map((name) => bytesOf(name, 'iso-8859-9')),
      { country: 'tr', coverage: 'TUR', angle: 420 },
    )
    expect(openList(engine, turkish)).toMatchObject({ encoding: 'iso-8859-9', encodingSource: 'country' })
    const bySky = listOf([bytesOf('KÖY TV', 'iso-8859-9')], { angle: 420 })
    expect(openList(engine, bySky).encoding).toBe('iso-8859-9')
  })

  it('uses the selector of declared names for the rest, a country for ASCII lists, and else windows-1252', () => {
    const declared = listOf([Uint8Array.from([0x05, 0x54, 0xdd]), ...ascii])
    expect(openList(engine, declared)).toMatchObject({ encoding: 'iso-8859-9', encodingSource: 'selector' })
    expect(openList(engine, listOf(ascii, { country: 'ru' }))).toMatchObject({ encodingSource: 'country' })
    expect(openList(engine, listOf(ascii))).toMatchObject({ encoding: 'windows-1252', encodingSource: 'default' })
    const long = plainNames.flatMap((name) => [...makeRecord({ ...plainFields, name }, '105', 'latin1'), 10])
    expect(openList(engine, Uint8Array.from(long))).toMatchObject({
      version: '105',
      encoding: 'utf-8',
      encodingSource: 'default',
    })
  })

  it('reads a few UTF-8 names in a single-byte list, and a few single-byte names in a UTF-8 list', () => {
    const mixed = openList(
      engine,
      listOf(
        [
          ...['TARIM TÜRK', 'ÇİFTÇİ TV', 'YENİ KOCAELİ'].map((name) => bytesOf(name, 'iso-8859-9')),
          bytesOf('WDR HD Köln', 'utf-8'),
        ],
        { country: 'tr' },
      ),
    )
    expect(mixed.names()).toEqual(['TARIM TÜRK', 'ÇİFTÇİ TV', 'YENİ KOCAELİ', 'WDR HD Köln'])
    const utf8 = openList(
      engine,
      listOf([
        ...['WDR HD Köln', 'BR Süd', 'Łódź'].map((name) => bytesOf(name, 'utf-8')),
        bytesOf('Größe', 'windows-1252'),
      ]),
    )
    expect(utf8).toMatchObject({ encoding: 'utf-8', encodingSource: 'utf-8' })
    expect(utf8.names()).toEqual(['WDR HD Köln', 'BR Süd', 'Łódź', 'Größe'])
  })

  it('reads names again when another encoding is chosen', () => {
    const list = openList(engine, listOf([bytesOf('Łódź', 'iso-8859-2')]), { encoding: 'iso-8859-2' })
    expect(list).toMatchObject({ encoding: 'iso-8859-2', encodingSource: 'chosen' })
    expect(list.names()).toEqual(['Łódź'])
    expect(decodeString(bytesOf('Łódź', 'iso-8859-2'), 'windows-1252')).not.toBe('Łódź')
  })

  if (hasSamples)
    it('guesses the samples correctly', () => {
      const sample = (file: string) => openList(engine, readFileSync(path.join(samplesDir, file)))
      const silva = sample('silva_schneider.sdx')
      expect(silva.encoding).toBe('windows-1252')
      expect(silva.names()).toEqual(expect.arrayContaining(['WDR HD Köln', 'M. ACCIÓN HD', 'BARÇA TV', 'MTV ESPAÑA']))
      const turksat = sample('turksat_vestel.sdx')
      expect(turksat.encoding).toBe('iso-8859-9')
      expect(turksat.names()).toEqual(expect.arrayContaining(['CNN TÜRK HD', 'KUDÜS TV', 'SMART ÇOCUK HD']))
    })
})

it('guesses from letters alone in a new engine and next to an open list, whose names stay', () => {
  const own = makeEngine()
  const guess = (names: readonly string[], encoding: Encoding): string => {
    const bytes = Uint8Array.from(names.flatMap((name) => [...bytesOf(name, encoding), 10]))
    return decodeString(bytes, own.guessEncoding(bytes)).trimEnd()
  }
  const check = (): void => {
    for (const { names, encodings } of nameSets)
      for (const encoding of encodings) {
        const written = names.filter((name) => bytesOf(name, encoding).length > 0)
        expect(guess(written, encoding), encoding).toBe(written.join('\n'))
      }
    expect(own.guessEncoding(new Uint8Array(0))).toBe('windows-1252')
  }
  check()
  const names = ['TARIM TÜRK', 'KÖY TV', 'KANAL ÇAY']
  const list = openList(own, listOf(names.map((name) => bytesOf(name, 'iso-8859-9'))))
  check()
  expect(list.names()).toEqual(names)
})
