/**
 * Reads CHMax `.chl`: both styles, both forms of favourites, every oddity that tools produce, and the sample if it is
 * present.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { OpenList } from '../../engine/host/contract'
import { makeChl } from '../support/fixtures/chl'
import { makeEngine, openList } from '../support/fixtures/engine'
import { hasSamples, samplesDir } from '../support/paths'

const engine = makeEngine()
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const open = (text: string): OpenList => openList(engine, bytesOf(text))
const codes = (list: OpenList): string[] => list.problems().map((problem) => problem.code)

const head = '{"Type":"index","Ver":1,"Sat":1,"TP":1,"ChTV":1,"CHRadio":0,"FAV":0}'
const sat = '{"Type":"sat","Index":0,"Name":"Hotbird","Angle":130,"Band":"KU"}'
const tp = '{"Type":"tp","Index":0,"SatIndex":0,"Freq":11258,"SR":27500,"Pol":"H","FEC":"3/4"}'
const channel = (more = ''): string =>
  `{"Type":"ch","TVType":"TV","Index":0,"TPIndex":0,"SID":7,"Name":"One","CA":0,"Lock":0,"Skip":0${more}}`

describe('reading .chl', () => {
  for (const style of ['pretty', 'minified'] as const) {
    for (const favourites of ['index', 'pair'] as const) {
      it(`finds everything in a ${style} file with favourites by ${favourites}`, () => {
        const made = makeChl({
          seed: 5,
          style,
          favourites,
          tv: 40,
          radio: 20,
          mixed: style === 'minified',
          bom: favourites === 'pair',
        })
        const list = openList(engine, made.bytes)
        expect(list).toMatchObject({ dialect: 'chl', version: '1', encoding: 'utf-8', records: 60 })
        expect(list.problems().filter((problem) => problem.code !== 'satellite-name-too-long')).toEqual([])
        expect(list.satellites()).toMatchObject(made.satellites)
        expect(list.channels(0, 100)).toMatchObject(
          made.channels.map((one, id) => ({
            id,
            position: id + 1,
            name: one.name,
            type: one.type,
            transponder: one.transponder,
            satellite: one.transponder % 4,
            sid: one.sid,
            scrambled: one.ca > 0,
            lock: one.lock,
            skip: one.skip,
            favourites: one.favourites,
          })),
        )
        expect(list.favouriteGroups().map((group) => group.name)).toEqual([
          'News',
          'Movies',
          'Music',
          'Sports',
          'Education',
          'Weather',
          'Children',
          'Culture',
        ])
        expect(list.channel(3)).toMatchObject({
          provider: 'Total TV',
          audio: [{ pid: 650, type: 'MPEG-1', language: 'eng', dolby: false }],
          subtitles: [],
          pmtPid: 100,
        })
      })
    }
  }

  it('accepts objects in any order, keys and types in any letter case, numbers as strings, and stray NULs', () => {
    const list = open(
      `\0${channel().replace('"ch"', '"CH"').replace('"SID":7', '"sid":"7"')}\0\n{"TYPE":"TP","index":"0","SATINDEX":"0","Freq":"11258.5","SR":"27500","Pol":"v","FEC":"AUTO"}\n${sat}${head}`,
    )
    expect(list.channels(0, 1)).toMatchObject([{ name: 'One', sid: 7, satellite: 0, transponder: 0 }])
    expect(list.transponders()).toMatchObject([
      { frequencyKHz: 11_258_500, polarisation: 'V', symbolRate: 27_500, fec: 'auto' },
    ])
    expect(codes(list)).toEqual(['stray-nul', 'stray-nul'])
  })

  it('reads escapes in names, null names and single-byte letters', () => {
    expect(open(head + sat + tp + channel().replace('One', 'T\\u00fcrk \\"A\\" \\\\ \\ud83d\\ude00')).names()).toEqual([
      'Türk "A" \\ 😀',
    ])
    expect(open(head + sat + tp + channel().replace('"One"', 'null')).names()).toEqual([''])
    const latin = Uint8Array.from(head + sat + tp + channel().replace('One', 'K\u00f6ln'), (letter) =>
      letter.charCodeAt(0),
    )
    expect(openList(engine, latin).names()).toEqual(['Köln'])
  })

  it('reports oddities with their places and loses no channel', () => {
    const text = `${head}${sat}${tp}junk${channel().replace('"TPIndex":0', '"TPIndex":9')}${channel(',"Lock":1').replace('"SID":7', '"SID":70000')}{"Type":"tune"}`
    const list = open(text)
    expect(list.length()).toBe(2)
    expect(list.channels(0, 2)).toMatchObject([
      { transponder: -1, satellite: -1 },
      { lock: true, sid: 70_000 },
    ])
    const problems = list.problems()
    const offsetOf = (part: string): number => text.indexOf(part)
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'transponder-unknown', severity: 'error', record: 1, value: '9' }),
    )
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'garbage-between', offset: offsetOf('junk'), value: 'junk' }),
    )
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'object-unknown', offset: offsetOf('{"Type":"tune"') }),
    )
    expect(codes(list)).toEqual(expect.arrayContaining(['count-wrong', 'index-doubled', 'sid-range', 'key-doubled']))
    expect(list.write('chl').bytes).toEqual(bytesOf(text))
  })

  it('says that a channel has no transponder, and a transponder no satellite, if there is null or nothing', () => {
    const withNull = [tp.replace('"SatIndex":0', '"SatIndex":null'), channel().replace('"TPIndex":0', '"TPIndex":null')]
    const without = [tp.replace('"SatIndex":0,', ''), channel().replace('"TPIndex":0,', '')]
    for (const [transponder, one] of [withNull, without]) {
      const problems = open(`${head}${sat}${transponder}${one}`).problems()
      const expected = { severity: 'warning', record: 1 }
      expect(problems).toContainEqual(expect.objectContaining({ ...expected, code: 'transponder-absent' }))
      expect(problems).toContainEqual(expect.objectContaining({ severity: 'warning', code: 'satellite-absent' }))
      expect(problems.filter(({ value }) => value === 'null')).toEqual([])
    }
  })

  it('reports nothing but the missing angle of a satellite without one', () => {
    expect(codes(open(`${head}\n${sat.replace('"Angle":130,', '')}\n${tp}\n${channel()}\n`))).toEqual(['angle-absent'])
  })

  it('skips an object that breaks off and reads on after it', () => {
    const broken = '{"Type":"ch","TVType":"TV","Index":1,"Name":"Bro'
    const list = open(`${head}\n${sat}\n${tp}\n${broken}\n${channel()}\n{"Type":"ch","Name":"cut at the e`)
    expect(list.names()).toEqual(['One'])
    expect(list.problems().filter((problem) => problem.code === 'object-broken')).toHaveLength(2)
  })

  it('refuses a file only if no channel can be read', () => {
    for (const text of [
      '{',
      '{}',
      '{"Type":"ch"',
      '[1,2]',
      `${head}{"Type":"ch","Name":"cut`,
      '{"satellite_object_0":{"SatName":"x"}}{"database_header_object":{"szMark":"CDX"}}',
    ]) {
      expect(engine.open(bytesOf(text)).ok, text).toBe(false)
    }
    expect(engine.open(bytesOf(channel())).ok).toBe(true)
    expect(engine.open(bytesOf(`${head}\n{"Type":"ch","Name":"cut`))).toEqual({
      ok: false,
      refusal: 'truncated',
      record: 1,
      offset: head.length + 1,
    })
  })

  it('resolves favourites to channels and reports those that it cannot', () => {
    const list = open(
      `${head}{"Type":"fav","Index":0,"Name":"News","TVChs":[0,5],"RadioChs":[]}{"Type":"fav","Index":1,"Name":"Mine","TVChs":["0-7","9-9"],"RadioChs":[]}${sat}${tp}${channel()}`,
    )
    expect(list.channels(0, 1)).toMatchObject([{ favourites: 3 }])
    expect(
      list
        .problems()
        .filter((problem) => problem.code === 'favourite-unknown')
        .map((problem) => problem.value),
    ).toEqual(['5', '"9-9"'])
  })

  if (hasSamples)
    it('reads the sample from a box', () => {
      const list = openList(engine, readFileSync(path.join(samplesDir, 'chmax_excerpt.chl')))
      expect(list).toMatchObject({ version: '1', records: 19 })
      expect(list.satellites()).toHaveLength(10)
      expect(list.transponders()).toHaveLength(14)
      expect(list.names().slice(0, 3)).toEqual(['Nova HR HD', 'DMAX Italy HD', 'MRT 3'])
      expect(codes(list)).toEqual(['satellite-name-too-long', 'satellite-name-too-long'])
      expect(list.channel(17)).toMatchObject({
        encryption: '27',
        teletextPid: 589,
        audio: [{ type: 'AC3', dolby: true }, {}, {}],
        subtitles: [{ type: 'teletext', language: 'pol' }],
      })
    })
})
