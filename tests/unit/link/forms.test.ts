/** The rules for links: addresses, places and names, as people, programs and tables write them. */
import { describe, expect, it } from 'vitest'
import { isUrl, refuseUrl } from '~/engine/rules'
import { findTargetRefusals, readAngle, readName, readTarget, showAngle, showPlace } from '~/modules/link/forms'
import { unitsPerCharacter } from '~/modules/link/limits'
import { randomOf } from '../../support/fixtures/satcodx'
import { seed, times } from '../../support/runs'
import { instanceFor } from '~/i18n/i18n.server'
import { lineReasons } from '~/modules/link/types'

const long = (length: number): string => `http://example.org/${'a'.repeat(length - 19)}`

describe('an address', () => {
  it('begins with http, https, ftp, rtsp or mms, in any case, and has a host', () => {
    for (const url of [
      'http://example.org',
      'HTTPS://Example.org:8080/a?b=c#d',
      'ftp://user:p@ss@10.0.0.1/x.ts',
      'rtsp://[2001:db8::1]:554/live',
      'mms://радио.рф/поток',
      'http://h/a|User-Agent=x;y=1,2',
      long(256),
    ])
      expect(refuseUrl(url), url).toBeNull()
  })
  it('is invalid with another scheme, a disguised one, no host, spaces, invisible marks, or 257 characters', () => {
    for (const url of [
      'javascript:alert(1)',
      'java\tscript:alert(1)',
      ' http://example.org',
      'http://example.org ',
      'http://exa mple.org',
      'http:javascript:alert(1)',
      'http:/example.org',
      'http:\\\\example.org',
      'http://',
      'http:///path',
      'http://?q',
      'http://@',
      'http://user@/path',
      'http://:80/',
      'data:text/html,x',
      'file:///etc/passwd',
      'vbscript:x',
      'xhttp://example.org',
      'http\u017f://example.org',
      'rt\u017fp://example.org',
      'mm\u017f://example.org',
      '\uff48\uff54\uff54\uff50://example.org',
      'http\u200b://example.org',
      'http://example.org/\u202egnp',
      'http://exam\u00adple.org',
      'http://example.org/\u0000',
      'http://example.org/\ud800',
      'http://exa\\mple.org',
      '//example.org',
      'example.org',
      '',
    ])
      expect(isUrl(url), JSON.stringify(url)).toBe(false)
    expect(refuseUrl(long(257))).toBe('url-too-long')
  })
  it('follows the same rule in a link, with its own message', () => {
    expect(readTarget({ address: 'javascript:1' })).toMatchObject({ ok: false, field: 'address', rule: 'url-invalid' })
    expect(readTarget({ address: long(257) })).toMatchObject({ rule: 'url-too-long', numbers: { number: 256 } })
    expect(readTarget({ address: ' http://example.org' })).toMatchObject({ ok: false, rule: 'url-invalid' })
  })
  it('is never valid after something else that looks harmless, whatever that is', () => {
    const random = randomOf(seed)
    const letters = ['j', 'a', ':', '/', '\\', ' ', '\t', '\u202e', '@', '.', '%', 'x', '\u0000', 'h', '?']
    for (let round = 0; round < times(2000); round++) {
      const text = Array.from(
        { length: 1 + Math.floor(random() * 8) },
        () => letters[Math.floor(random() * letters.length)],
      ).join('')
      for (const url of [`${text}http://example.org`, `${text}:http://example.org`, `javascript${text}`])
        expect(
          isUrl(url) && !/^(?:https?|ftp|rtsp|mms):\/\/[^/\\?#]/i.test(url),
          `${JSON.stringify(url)} seed ${seed}`,
        ).toBe(false)
      // A browser that reads an accepted address reads the same scheme and a host.
      const tail = `http://${text}`
      if (isUrl(tail) && URL.canParse(tail))
        expect(new URL(tail).protocol, `${JSON.stringify(tail)} seed ${seed}`).toBe('http:')
    }
  })
})

describe('a place', () => {
  it('is satellite, TP and SID, in each usual notation', () => {
    const place = { angle: 192, tp: 11778, sid: 12345 }
    const good = { ok: true, value: { address: null, place } }
    expect(readTarget({ satellite: '19.2E', tp: '11778', sid: '12345' })).toEqual(good)
    expect(readTarget({ satellite: 192, tp: 11778, sid: 12345 })).toEqual(good)
    expect(readTarget({ satellite: ' 19,2°e ', tp: '۱۱۷۷۸', sid: ' 12345 ' })).toEqual(good)
    expect(readTarget({ address: '19.2E:11778:12345' })).toEqual(good)
    expect(readTarget({ address: '192:11778:12345' })).toEqual(good)
    expect(showPlace(place)).toBe('19.2E:11778:12345')
  })
  it('is an angle of 0 to 3600 tenths; above 1800 is west', () => {
    expect(readAngle('7.0W')).toBe(3530)
    expect(readAngle('0.8w')).toBe(3592)
    expect(readAngle('0W')).toBe(0)
    expect(readAngle('180W')).toBe(1800)
    expect(readAngle('3600')).toBe(0)
    for (const wrong of ['3601', '180.1E', '19.25E', '19.2', 'E19.2', '-7.0', '', 'x', '19.2N', '1e3'])
      expect(readAngle(wrong), wrong).toBeNull()
  })
  it('is read back as shown, for every angle, TP and SID', () => {
    const random = randomOf(seed)
    for (let angle = 0; angle < 3600; angle++) expect(readAngle(showAngle(angle))).toBe(angle)
    for (let round = 0; round < times(500); round++) {
      const place = {
        angle: Math.floor(random() * 3600),
        tp: 1000 + Math.floor(random() * 12001),
        sid: Math.floor(random() * 65537),
      }
      expect(readTarget({ address: showPlace(place) }), `seed ${seed}`).toEqual({
        ok: true,
        value: { address: null, place },
      })
    }
  })
  it('outside its bounds is refused with the field that is wrong', () => {
    expect(readTarget({ satellite: '19.2E', tp: '999', sid: '1' })).toMatchObject({
      field: 'tp',
      rule: 'tp-range',
      numbers: { min: 1000, max: 13000 },
    })
    expect(readTarget({ satellite: '19.2E', tp: '13001', sid: '1' })).toMatchObject({ field: 'tp' })
    expect(readTarget({ satellite: '19.2E', tp: '11778.5', sid: '1' })).toMatchObject({ field: 'tp' })
    expect(readTarget({ satellite: '19.2E', tp: '11778', sid: '65537' })).toMatchObject({
      field: 'sid',
      rule: 'sid-range',
    })
    expect(readTarget({ satellite: '19.2E', tp: '11778', sid: '' })).toMatchObject({ field: 'sid' })
    expect(readTarget({ satellite: '', tp: '11778', sid: '1' })).toMatchObject({
      field: 'satellite',
      rule: 'satellite-invalid',
    })
  })
  it('names every wrong field to a form, and only the address if that is what is wrong', () => {
    const fields = (input: Parameters<typeof findTargetRefusals>[0]) =>
      findTargetRefusals(input).map(({ field, rule }) => [field, rule])
    expect(fields({ satellite: '19.2', tp: '999', sid: '' })).toEqual([
      ['satellite', 'satellite-invalid'],
      ['tp', 'tp-range'],
      ['sid', 'sid-range'],
    ])
    expect(fields({ satellite: '19.2E', tp: '11778 X', sid: '70000' })).toEqual([
      ['tp', 'polarity-invalid'],
      ['sid', 'sid-range'],
    ])
    expect(fields({ address: '361.0E:999:70000' })).toEqual([['address', 'satellite-invalid']])
    expect(fields({ address: 'http://a.example', sid: 'x' })).toEqual([['address', 'link-both']])
    expect(fields({ satellite: '19.2E', tp: '11778', sid: '1' })).toEqual([])
  })
  it('in one field says which part is wrong, and where that part begins', () => {
    const wrong = (address: string) => {
      const read = readTarget({ address })
      return read.ok ? 'good' : [read.field, read.rule, read.numbers?.at]
    }
    expect(wrong('361.0E:11778:1')).toEqual(['address', 'satellite-invalid', 1])
    expect(wrong('19.2E:999:1')).toEqual(['address', 'tp-range', 7])
    expect(wrong('19.2E:11778:70000')).toEqual(['address', 'sid-range', 13])
    expect(wrong('19.2E:11778X:1')).toEqual(['address', 'polarity-invalid', 7])
    expect(wrong('19.2E:11778 V 999:1')).toEqual(['address', 'symbol-rate-range', 7])
    expect(wrong('19.2E:11778')).toEqual(['address', 'place-invalid', undefined])
    expect(wrong('19.2E:11778:1:1')).toEqual(['address', 'place-invalid', undefined])
    expect(wrong('192.168.1.1:8080')).toEqual(['address', 'url-invalid', undefined])
  })
  it('may have polarity and symbol rate after its TP, as in lists of transponders', () => {
    const place = { angle: 192, tp: 11778, sid: 1 }
    for (const tp of ['11778V', '11778 h', '11778 L 27500', '11778R22000', '11,778 V 27500'])
      for (const input of [{ satellite: '19.2E', tp, sid: '1' }, { address: `19.2E:${tp}:1` }])
        expect(readTarget(input), tp).toEqual({ ok: true, value: { address: null, place } })
    expect(readTarget({ satellite: '19.2E', tp: '11778 V 60001', sid: '1' })).toMatchObject({
      field: 'tp',
      rule: 'symbol-rate-range',
      numbers: { min: 1000, max: 60_000 },
    })
    for (const tp of ['V', `11778V${' '.repeat(1000)}27500`])
      expect(readTarget({ satellite: '19.2E', tp, sid: '1' })).toMatchObject({ field: 'tp', rule: 'tp-range' })
  })
  it('or an address is needed, never both', () => {
    expect(readTarget({ address: 'http://a', sid: '1' })).toMatchObject({ field: 'address', rule: 'link-both' })
    expect(readTarget({ address: '  ', satellite: null })).toMatchObject({ field: 'address', rule: 'link-missing' })
    expect(readTarget({})).toMatchObject({ rule: 'link-missing' })
  })
})

describe('a name', () => {
  it('is counted as people count, trimmed and composed', () => {
    expect(readName('  Cafe\u0301 ', 4)).toEqual({ ok: true, value: 'Café' })
    for (const family of ['👨‍👩‍👧‍👦', '👨🏽‍👩🏽‍👧🏽‍👦🏽'])
      for (const most of [20, 50]) {
        expect(readName(family.repeat(most), most)).toMatchObject({ ok: true })
        expect(readName(family.repeat(most + 1), most)).toMatchObject({ rule: 'name-too-long' })
      }
    expect(readName('a'.repeat(21), 20)).toMatchObject({ ok: false, rule: 'name-too-long', numbers: { number: 20 } })
    expect(readName(' \n', 20)).toMatchObject({ rule: 'name-empty' })
    expect(readName('a\u202eb', 20)).toMatchObject({ rule: 'name-control' })
    expect(readName('a\nb', 20)).toMatchObject({ rule: 'name-control' })
  })
  it('of noncharacters, or of invisible marks only, is invalid', () => {
    for (const name of ['\uffff', 'a\ufffe', '\ufdd0b', 'a\u{1ffff}', '\u{10fffe}'])
      expect(readName(name, 20), JSON.stringify(name)).toMatchObject({ ok: false, rule: 'name-control' })
    for (const name of ['\u00ad', '\u3164', '\u200b\u200b', '\u115f', '\u2800', '\ufe0f', '\u0301', '\u200d \u200d'])
      expect(readName(name, 20), JSON.stringify(name)).toMatchObject({ ok: false, rule: 'name-empty' })
    // Joiners within a name stay: Persian and emoji need them.
    for (const name of ['می\u200cخواهم', '👩\u200d🚀']) expect(readName(name, 20)).toEqual({ ok: true, value: name })
  })
  it('is bounded in units too, because combining marks make a character of any length', () => {
    expect(readName('a\u20d0\u20d0\u20d0'.repeat(50), 50)).toMatchObject({ ok: true })
    for (const most of [20, 50]) {
      const units = most * unitsPerCharacter
      expect(readName(`a${'\u20d0'.repeat(units - 1)}`, most)).toMatchObject({ ok: true })
      expect(readName(`a${'\u20d0'.repeat(units)}`, most)).toMatchObject({ ok: false, rule: 'name-too-long' })
    }
  })
})

describe('a rule', () => {
  it('has a message for pages, and one for programs if a call can break it', () => {
    const { t } = instanceFor('en')
    const ofTables = /^(?:category-|formula-|cell-|logo-|name-exists|name-twice)/
    for (const rule of lineReasons) {
      expect(t(`mylink:rule.${rule}`), rule).toMatch(/ /)
      if (!ofTables.test(rule)) expect(t(`tables:rule.${rule}`), rule).toMatch(/ /)
    }
  })
})
