/** Pure rules of accounts and signing in: names, passwords, return addresses, import files, networks and paths. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint, data, type Endpoint } from '~/api/endpoint'
import { makeMatcher } from '~/api/match'
import {
  isNewUserName,
  isOwnContact,
  isPassword,
  isUserName,
  recoverSchema,
  registerFormSchema,
  signInSchema,
  userNameChangeSchema,
  userNameKey,
} from '~/modules/account/account.schema'
import { bindFormSchema, bindLinkSchema, normalizeUserCode } from '~/modules/device/device.schema'
import { parseRegistryFile } from '~/modules/registry/import-file'
import { networkOf } from '~/platform/limits.server'
import { parseReturnTo } from '~/request/return-to'
import { times } from '../../support/runs'

describe('a new name', () => {
  it('has letters of one script; older names still sign in', () => {
    for (const name of ['demo-usеr', 'раypаl-help', 'αdministrator', 'админ-test', 'admin-сc'])
      expect([name, isUserName(name), isNewUserName(name)]).toEqual([name, true, false])
    for (const name of [
      'demo-user',
      'Иван-2020',
      'کاربر_نمونه',
      'محمد-علي',
      'やまだ太郎カナ',
      '김민수漢字입니다',
      'José-Núñez',
      'ΑλέξανδροςΠ',
      'Straße-9',
    ])
      expect([name, isNewUserName(name)]).toEqual([name, true])
  })
})

describe('a password', () => {
  it('is not the account’s e-mail or phone, however they are written', () => {
    const names = { userName: 'some-body', email: 'Me@Mail.example', phoneArea: '+20', phone: '1001234567' }
    for (const password of [
      'me@mail.example',
      'ME@MAIL.EXAMPLE',
      '1001234567',
      '01001234567',
      '+201001234567',
      '00201001234567',
      '100 123 4567',
      '١٠٠١٢٣٤٥٦٧',
    ])
      expect([password, isOwnContact(password, names)]).toEqual([password, true])
    for (const password of ['correct-horse', '1001234568', 'me@mail.example1', ''])
      expect([password, isOwnContact(password, names)]).toEqual([password, false])
    expect(isOwnContact('correct-horse', { userName: 'some-body' })).toBe(false)
  })
})

describe('user names', () => {
  it('have 6 to 40 letters, digits, dots, underscores or hyphens with a letter', () => {
    for (const name of ['abcdef', 'a.b_c-1', 'a'.repeat(40), 'مستخدم١', 'пользователь', 'नमस्ते-उपयोगकर्ता'])
      expect([name, isUserName(name)]).toEqual([name, true])
    for (const name of [
      'abcde',
      'a'.repeat(41),
      '123456',
      '......',
      'abc def',
      'abcdef ',
      'ab@cdef',
      'abcdef\u202e',
      'a\u0301'.repeat(100),
      'abcdef\n',
    ])
      expect([name, isUserName(name)]).toEqual([name, false])
  })
  it('have no invisible characters, and do not start with a combining mark', () => {
    for (const name of [
      'demo-user\u034f',
      'demo-\ufe0fuser',
      'demo\u3164user',
      'demo\uffa0user',
      'demo\u115fuser',
      'demo\u17b4user',
      'demo\u180buser',
      'demo-user\u{e0100}',
      'demo-user\u200d',
      'demo-user\u00ad',
      '\u0301demo-user',
    ])
      expect([name, isUserName(name)]).toEqual([name, false])
    for (const name of ['n\u0303andu-1', 'नमस्ते-उपयोगकर्ता', '한글사용자이름'])
      expect([name, isUserName(name)]).toEqual([name, true])
  })
  it('get the same code whether they are empty or missing', () => {
    for (const schema of [signInSchema, registerFormSchema, recoverSchema, userNameChangeSchema]) {
      const issues = [{}, { userName: '', identifier: '', password: '', newPassword: '' }].map((value) =>
        schema
          .safeParse(value)
          .error?.issues.filter(({ path }) => /^(?:userName|identifier|password|newPassword)$/.test(String(path[0])))
          .map(({ path, message }) => `${String(path[0])} ${message}`),
      )
      expect(issues[0]).toEqual(issues[1])
      expect(issues[0]?.every((issue) => issue.endsWith(' I1309'))).toBe(true)
    }
    expect(signInSchema.safeParse({ identifier: ['a', 'b'], password: 'x' }).error?.issues).toMatchObject([
      { path: ['identifier'], message: 'A0422' },
    ])
  })
  it('are equal in compatible forms and any case', () => {
    for (const [a, b] of [
      ['Straße-1', 'STRASSE-1'],
      ['STRAẞE-1', 'strasse-1'],
      ['ﬁnally', 'finally'],
      ['Ｍａｒｔａ', 'marta'],
      ['Δελτας', 'ΔΕΛΤΑΣ'],
      ['ıstanbul', 'ISTANBUL'],
    ] as const)
      expect(userNameKey(a)).toBe(userNameKey(b))
  })
  it('have a key that is its own key', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        (name) => userNameKey(userNameKey(name)) === userNameKey(name),
      ),
      { numRuns: times(2000) },
    )
  })
  it('are refused as passwords, in any case', () => {
    expect(isPassword('abcdefgh', 'ABCDEFGH')).toBe(false)
    expect(isPassword('abcdefgh', 'abcdefgi')).toBe(true)
    // The same letter typed in two ways becomes one code point.
    expect(isPassword('e\u0301'.repeat(8), 'somebody')).toBe(true)
    expect(isPassword('e\u0301'.repeat(7), 'somebody')).toBe(false)
  })
})

describe('the address to return to', () => {
  it('is one of our own pages or none', () => {
    for (const own of ['/home', '/features/lists/1?page=2#row-3', '/terminal/bind?sn=1&code=2'])
      expect(parseReturnTo(own)).toBe(own)
    expect(parseReturnTo('/home?_data=root&a=1')).toBe('/home?a=1')
    for (const foreign of [
      '',
      'home',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '\\\\evil',
      'https://evil.example/',
      'javascript:alert(1)',
      '/.//evil.example',
      `/${'a'.repeat(2000)}`,
      null,
    ])
      expect([foreign, parseReturnTo(foreign)]).toEqual([foreign, null])
  })
  it('never leaves the site, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }),
        fc.constantFrom('', '/', '//', '/\\', '/..//', '/%2f'),
        (text, start) => {
          const found = parseReturnTo(start + text)
          return found === null || new URL(found, 'https://portal.example').origin === 'https://portal.example'
        },
      ),
    )
  })
})

describe('an import file', () => {
  it('reads quotes, semicolons, any line end and a byte order mark', () => {
    expect(parseRegistryFile('sn,model\r\n"1 ""y""","1,2"\n\n,')).toEqual([
      { line: 2, sn: '1 "y"', model: '1,2', vno: null, secret: null },
    ])
    expect(parseRegistryFile('\uFEFFModel;SN\rS1;100000000001\r')).toEqual([
      { line: 2, sn: '100000000001', model: 'S1', vno: null, secret: null },
    ])
    expect(parseRegistryFile('sn,model\n1,2,3')).toEqual([{ line: 2, sn: '', model: '', vno: null, secret: null }])
    expect(parseRegistryFile('[{"sn":100000000001,"model":"S1"},7]')).toEqual([
      { line: 1, sn: '100000000001', model: 'S1', vno: null, secret: null },
      { line: 2, sn: '', model: '', vno: null, secret: null },
    ])
    for (const other of [
      '',
      'sn',
      'sn,model,sn',
      'sn,model,price',
      '{}',
      '"sn,model',
      'sn,model\n"1,S1\n2,S1',
      'sn,model\n"1',
    ])
      expect([other, parseRegistryFile(other)]).toEqual([other, null])
  })
})

describe('a code on a screen', () => {
  it('matches without its hyphen, spaces and case', () => {
    for (const typed of ['bcdf-ghjk', ' BCDF GHJK ', 'bcdf–ghjk', 'ＢＣＤＦＧＨＪＫ'])
      expect(normalizeUserCode(typed)).toBe('BCDFGHJK')
  })
})

describe('a serial number that a person types', () => {
  const bind = (sn: string, repeatSn: string) => bindFormSchema.safeParse({ sn, repeatSn, code: 'BCDF-GHJK' })
  it('may use digits of any script and the grouping of the pages', () => {
    for (const typed of [
      '100000000007',
      ' 1000 0000 0007 ',
      '1000-0000-0007',
      '١٠٠٠٠٠٠٠٠٠٠٧',
      '۱۰۰۰ ۰۰۰۰ ۰۰۰۷',
      '１００００００００００７',
      '\u2066100000000007\u2069',
    ]) {
      expect([typed, bind(typed, '100000000007').data?.sn]).toEqual([typed, '100000000007'])
      expect([typed, bind('100000000007', typed).success]).toEqual([typed, true])
      expect([typed, bindLinkSchema.safeParse({ sn: typed, code: 'BCDFGHJK' }).success]).toEqual([typed, true])
    }
  })
  it('has twelve digits, the same ones if typed twice', () => {
    for (const [sn, repeatSn] of [
      ['10000000000', '10000000000'],
      ['1000000000070', '1000000000070'],
      ['+100000000007', '+100000000007'],
      ['10000000000x', '10000000000x'],
      ['', ''],
      ['100000000007', '100000000008'],
    ] as const)
      expect([sn, bind(sn, repeatSn).success]).toEqual([sn, false])
  })
})

describe('a client’s network', () => {
  it('is the address itself for IPv4 and the /64 for IPv6', () => {
    expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
    expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
    expect(networkOf('2001:db8:0:1::1')).toBe(networkOf('2001:db8::1:ffff:ffff:ffff:ffff'))
    expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8:0:2::1'))
    expect(networkOf('::1')).toBe('0:0:0:0::/64')
  })
})

describe('the table of paths', () => {
  const line = (method: Endpoint['method'], path: `/${string}`): Endpoint =>
    endpoint(`${method} ${path}`, {
      summary: '',
      access: { who: 'anyone' },
      output: z.null(),
      handler: () => Promise.resolve(data(null)),
    })
  const table = [line('GET', '/a/{id}'), line('PUT', '/a/{id}'), line('GET', '/a/b'), line('POST', '/a')]
  const match = makeMatcher(table)
  it('matches literals before parameters, and HEAD as GET', () => {
    expect(match('GET', '/a/b')).toMatchObject({ found: 'line', endpoint: { path: '/a/b' } })
    expect(match('HEAD', '/a/x%2Fy')).toMatchObject({ found: 'line', parameters: { id: 'x/y' } })
    expect(match('DELETE', '/a/x')).toEqual({ found: 'path', allowed: ['GET', 'PUT'] })
    for (const path of ['/', '', '/a/', '/a/x/y', '/a/%E0%A4%A'])
      expect(match('GET', path)).toEqual({ found: 'nothing' })
  })
  it('lists each path once', () => {
    expect(() => makeMatcher([...table, line('GET', '/a/{other}')])).toThrow('twice')
  })
})
