/**
 * The operator: the first one claims the portal, fills the registry, creates staff and publishes lists, all recorded
 * in the audit log.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { writeSatcodx } from '~/modules/channel-list/seed/file'
import { runOperator } from '../support/command-line'
import { HttpClient } from '../support/http-client'
import { startServer, type TestServer } from '../support/server'

let server: TestServer
let client: HttpClient
let token = ''
const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-operator-'))
const tokenFile = (): string => path.join(server.dataDir, 'first-operator-token')
beforeAll(async () => {
  // An empty, migrated database without accounts.
  server = await startServer({ dataDir: process.env.DATA_DIR ?? '' })
  client = new HttpClient(server.origin)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
})

const operator = (...words: string[]) => runOperator({ origin: server.origin, token }, words)
const written = (name: string, content: string | Uint8Array): string => {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}

describe('the first operator', () => {
  it('gets a one-time token that only the server’s user can read', () => {
    expect(statSync(tokenFile()).mode & 0o777).toBe(0o600)
    expect(server.output()).toContain('first-operator-token')
    expect(server.output()).not.toContain(readFileSync(tokenFile(), 'utf8').trim())
  })
  it('is not created with a wrong token or a weak password', async () => {
    expect(
      await client.api('POST', '/operator/claim', {
        json: { token: 'mpf_guess', userName: 'first-operator', password: 'long-enough' },
      }),
    ).toMatchObject({ status: 401, code: 'I1304' })
    const right = readFileSync(tokenFile(), 'utf8').trim()
    expect(
      await client.api('POST', '/operator/claim', {
        json: { token: right, userName: 'first-operator', password: 'short' },
      }),
    ).toMatchObject({ status: 422, code: 'I1203' })
  })
  it('is created once by the command line, which prints an API token', async () => {
    const used = readFileSync(tokenFile(), 'utf8').trim()
    const made = await operator('claim', '--user', 'first-operator', '--token-file', tokenFile())
    expect(made.err).toBe('')
    token = /mpt_[\w-]{43}/.exec(made.out)?.[0] ?? ''
    expect(token).not.toBe('')
    expect(existsSync(tokenFile())).toBe(false)
    expect(
      await client.api('POST', '/operator/claim', {
        json: { token: used, userName: 'second-operator', password: 'long-enough' },
      }),
    ).toMatchObject({ code: 'I1304' })
  })
})

describe('the registry', () => {
  it('takes models and serial numbers, and reports each line', async () => {
    expect((await operator('models', 'add', 'Alpha 1', 'Beta 2')).out).toBe('Added: Alpha 1, Beta 2\n')
    expect((await operator('vnos', 'add', 'Brand One')).exit).toBe(0)
    const csv = written(
      'boxes.csv',
      'sn,model,vno,secret\r\n200000000001,Alpha 1,,\r\n200000000002,"Beta 2",Brand One,a-device-secret-0002\r\n20000000000x,Alpha 1,,\r\n200000000003,Gamma,,\r\n200000000001,Alpha 1,,\r\n200000000004,Alpha 1,Nobody,\r\n200000000005,Alpha 1,,short\r\n',
    )
    const dry = await operator('boxes', 'import', csv, '--dry-run')
    expect(dry.out).toContain('Nothing stored (dry run). added 2, updated 0, unchanged 0, refused 5')
    const real = await operator('boxes', 'import', csv)
    expect(real.exit).toBe(1)
    expect(
      real.out
        .split('\n')
        .slice(0, 7)
        .map((line) => line.split(/\s{2,}/)),
    ).toEqual([
      ['line', 'sn', 'problem'],
      ['4', '20000000000x', 'sn'],
      ['5', '200000000003', 'model-unknown'],
      ['6', '200000000001', 'sn-twice'],
      ['7', '200000000004', 'vno-unknown'],
      ['8', '200000000005', 'secret'],
      ['added 2, updated 0, unchanged 0, refused 5'],
    ])
    expect(
      (
        await operator(
          'boxes',
          'import',
          written(
            'again.json',
            JSON.stringify([
              { sn: '200000000001', model: 'alpha 1' },
              { sn: '200000000002', model: 'Alpha 1', vno: 'Brand One' },
            ]),
          ),
        )
      ).out,
    ).toContain('added 0, updated 1, unchanged 1, refused 0')
    const shown = await client.api<{ items: { sn: string; model: string; vno: string | null; hasSecret: boolean }[] }>(
      'GET',
      '/operator/boxes?search=2000',
      { token },
    )
    expect(shown.data.items).toMatchObject([
      { sn: '200000000001', vno: null, hasSecret: false },
      { sn: '200000000002', model: 'Alpha 1', vno: 'Brand One', hasSecret: true },
    ])
    expect(JSON.stringify(shown.data)).not.toContain('a-device-secret')
  })
  it('refuses a file that is neither CSV nor JSON with one message', async () => {
    for (const content of [
      'serial;kind\n1;2',
      '{"sn": 1}',
      '[1,',
      'sn,model\n"unclosed',
      new Uint8Array([0xff, 0xfe, 0]),
    ]) {
      const answer = await client.api('POST', '/operator/boxes', { token, raw: { type: 'text/csv', bytes: content } })
      expect(answer).toMatchObject({ status: 400, code: 'A0400' })
      expect(answer.message).toContain('sn,model,vno,secret')
    }
    expect((await operator('boxes', 'import', written('bad', 'serial;kind'))).err).toContain('(A0400)')
  })
  it('lets a box pair as soon as it is registered', async () => {
    expect(await client.api('POST', '/stb/pair', { json: { sn: '200000000001', model: 'Alpha 1' } })).toMatchObject({
      code: '0',
    })
  })
})

describe('the operator', () => {
  it('creates administrators, VNO accounts and operators, and only for known brands', async () => {
    const made = (await operator('accounts', 'add', 'brand-one', '--role', 'vno', '--vno', 'Brand One')).out
    expect(made).toContain('brand-one, vno')
    const add = (fields: Record<string, string>) =>
      client.api('POST', '/operator/accounts', { token, json: { password: 'staff-word-9', ...fields } })
    expect(await add({ userName: 'list-admin', role: 'administrator' })).toMatchObject({
      status: 201,
      code: '0',
      data: { role: 'administrator' },
    })
    expect(await add({ userName: 'brand-two', role: 'vno', vno: 'Brand Two' })).toMatchObject({
      code: 'A0422',
      data: { field: 'vno' },
    })
    expect(await add({ userName: 'brand-two', role: 'vno' })).toMatchObject({ code: 'A0422', data: { field: 'vno' } })
    expect(await add({ userName: 'list-admin', role: 'operator' })).toMatchObject({ status: 409, code: 'I1202' })
    expect(await add({ userName: 'customer-x', role: 'customer' })).toMatchObject({
      code: 'A0422',
      data: { field: 'role' },
    })
  })
  it('publishes a System list and a VNO list, which boxes see by their brand', async () => {
    const file = written('published.sdx', writeSatcodx(buildSeedList({ seed: 5, channels: 25 }), { version: '103' }))
    expect((await operator('lists', 'publish', file, '--name', 'Everybody')).out).toContain(
      'Published: Everybody with 25 channels',
    )
    expect(
      (
        await operator(
          'lists',
          'publish',
          file,
          '--name',
          'Brand list',
          '--vno',
          'Brand One',
          '--why',
          'spring line-up',
        )
      ).exit,
    ).toBe(0)
    const { data } = await client.api<{ deviceToken: string }>('POST', '/stb/pair', {
      json: { sn: '200000000001', model: 'Alpha 1' },
    })
    const seen = await client.api<{ items: { name: string }[] }>('GET', '/stb/lists', { token: data.deviceToken })
    expect(seen.data.items.map((list) => list.name)).toEqual(['Everybody'])
    expect(await client.api('GET', '/operator/lists?kind=vno', { token })).toMatchObject({
      data: { items: [{ name: 'Brand list', vno: 'Brand One' }] },
    })
  })
  it('withdraws a list, but not without --yes, and keeps the reason', async () => {
    const file = written('withdrawn.sdx', writeSatcodx(buildSeedList({ seed: 6, channels: 5 }), { version: '103' }))
    expect((await operator('lists', 'publish', file, '--name', 'Mistake')).exit).toBe(0)
    const { data } = await client.api<{ deviceToken: string }>('POST', '/stb/pair', {
      json: { sn: '200000000001', model: 'Alpha 1' },
    })
    const findMistake = async (path: string, by: string): Promise<string | undefined> => {
      const lists = await client.api<{ items: { id: string; name: string }[] }>('GET', path, { token: by })
      return lists.data.items.find(({ name }) => name === 'Mistake')?.id
    }
    const id = (await findMistake('/operator/lists', token)) ?? ''
    const withdraw = ['lists', 'withdraw', id, '--why', 'the wrong file']
    expect((await operator(...withdraw)).err).toContain('--yes')
    expect(await findMistake('/stb/lists', data.deviceToken)).toBe(id)
    const done = 'The list is taken back; it can be restored for 30 days.\n'
    expect(await operator(...withdraw, '--yes')).toEqual({ exit: 0, out: done, err: '' })
    expect(await findMistake('/stb/lists', data.deviceToken)).toBeUndefined()
    expect(await findMistake('/operator/lists', token)).toBeUndefined()
    expect((await operator('audit', '--subject', id)).out).toContain('the wrong file')
  })
  it('disables an account: its sessions and sign-in end', async () => {
    const made = await client.api<{ id: string }>('POST', '/operator/accounts', {
      token,
      json: { userName: 'soon-away', password: 'staff-word-9', role: 'administrator' },
    })
    const admin = await new HttpClient(server.origin).signIn('soon-away', 'staff-word-9')
    expect((await admin.request('/personal')).status).toBe(200)
    expect((await operator('accounts', 'disable', made.data.id, '--why', 'left the company')).exit).toBe(0)
    expect((await admin.request('/personal')).status).toBe(302)
    const again = await new HttpClient(server.origin).post('/login', {
      identifier: 'soon-away',
      password: 'staff-word-9',
    })
    expect(await again.text()).toContain('This account is disabled')
    const wrong = await new HttpClient(server.origin).post('/login', {
      identifier: 'soon-away',
      password: 'staff-word-8',
    })
    expect(await wrong.text()).not.toContain('disabled')
  })
  it(
    'shows no control characters of users in the output, and finds serial numbers by their digits',
    { timeout: 90_000 },
    async () => {
      const shell = await client.api<{ id: string }>('POST', '/operator/tokens', {
        token,
        json: { name: 'x\u001b]0;owned\u0007\u202ey', scopes: ['operator'], expiresInDays: 1 },
      })
      expect(shell.code).toBe('0')
      for (const words of [
        ['tokens', 'list'],
        ['tokens', 'list', '--json'],
      ]) {
        const { out } = await operator(...words)
        expect(out.length).toBeGreaterThan(0)
        expect(out).not.toMatch(/[\u001b\u0007\u009b\u202e]/)
      }
      expect((await operator('boxes', 'list', '--search', '2000')).out).toContain('200000000001')
      for (const wild of ['%25', '_', '2%25', '20000000000_', '%251'])
        expect(await client.api('GET', `/operator/boxes?search=${wild}`, { token })).toMatchObject({
          code: '0',
          data: { total: 0 },
        })
    },
  )
  it('sees the sign-ins and attempts of an account, and signs it out everywhere', async () => {
    const made = await client.api<{ id: string }>('POST', '/operator/accounts', {
      token,
      json: { userName: 'watched-one', password: 'staff-word-9', role: 'administrator' },
    })
    const { id } = made.data
    await new HttpClient(server.origin).post('/login', { identifier: 'watched-one', password: 'not-the-one' })
    const away = await new HttpClient(server.origin).signIn('watched-one', 'staff-word-9')
    const shown = await operator('accounts', 'sign-ins', id)
    expect([shown.exit, shown.err]).toEqual([0, ''])
    expect(
      shown.out
        .split('\n')
        .slice(1, 3)
        .map((line) => line.split(/\s{2,}/)[1]),
    ).toEqual(['done', 'wrong-password'])
    expect(shown.out).toContain('2 in all')
    const ended = await operator('accounts', 'end-sessions', id, '--why', 'a lost phone')
    expect([ended.exit, ended.out]).toEqual([0, 'Sessions ended: 1.\n'])
    expect((await away.request('/personal')).status).toBe(302)
    expect((await operator('accounts', 'reset-authenticator', id, '--why', 'a lost phone')).err).toContain('(I1211)')
    expect((await operator('accounts', 'reset-authenticator', id)).exit).toBe(2)
    for (const [method, path] of [
      ['GET', 'sign-ins'],
      ['DELETE', 'sessions'],
    ] as const)
      expect(await client.api(method, `/operator/accounts/nobody/${path}`, { token })).toMatchObject({
        status: 404,
        code: 'A0404',
      })
    expect((await operator('audit', '--subject', id)).out).toContain('session.end-all')
  })
  it('sees a failed job, and retries it once', async () => {
    expect((await operator('jobs', 'list')).out).toContain('0 in all')
    const database = new Database(server.databaseFile)
    database
      .prepare(`UPDATE "Job" SET "failedAt" = "runAt", "lastError" = 'Error: no room', "tries" = 6 WHERE "name" = ?`)
      .run('clear-old-keys')
    const shown = await operator('jobs', 'list')
    expect(shown.out).toMatch(/clear-old-keys .*Error: no room/)
    const retry = () => operator('jobs', 'retry', 'clear-old-keys', '--why', 'the disk has room again')
    expect(await retry()).toEqual({ exit: 0, out: 'The job is tried again now.\n', err: '' })
    expect((await retry()).err).toContain('(A0404)')
    const ended = database.prepare(`SELECT count(*) FROM "Job" WHERE "name" = ? AND "endedAt" NOT NULL`).pluck()
    await vi.waitUntil(() => ended.get('clear-old-keys') === 1, { timeout: 10_000 })
    database.close()
    expect((await operator('jobs', 'list')).out).toContain('0 in all')
    expect((await operator('jobs', 'list', '--state', 'open', '--size', '40')).out).toMatch(
      /clear-old-messages +waiting/,
    )
  })
  it('finds who did what and why in the audit log', async () => {
    const audit = (await operator('audit', '--size', '100')).out
    for (const word of [
      'operator.claim',
      'job.retry',
      'registry.import',
      'registry.models',
      'vno.create',
      'account.create',
      'list.publish',
      'why: spring line-up',
      'account.disable',
      'why: left the company',
    ])
      expect(audit).toContain(word)
    for (const secret of ['staff-word-9', 'a-device-secret', token]) expect(audit).not.toContain(secret)
  })
})

describe('the command line', () => {
  it('explains what is wrong in one sentence', async () => {
    expect((await operator('--help')).out).toContain('Commands')
    expect(await operator('dance')).toMatchObject({ exit: 2, err: 'There is no command "dance". Try --help.\n' })
    expect((await operator('boxes', 'import', '/no/such/file')).err).toBe("/no/such/file can't be read.\n")
    const living = token
    token = 'mpt_revoked'
    expect((await operator('models', 'list')).err).toContain('OPERATOR_TOKEN must be a valid API token')
    token = living
  })
})

describe('a command with an unusable option', () => {
  const wrong: [string[], string][] = [
    [
      ['messages', 'send', 'user', 'demo-user', '--to', 'all', '--text', 'x.json'],
      '"messages send" has no use for "demo-user"',
    ],
    [['accounts', 'disable', 'a', 'b'], '"accounts disable" has no use for "b"'],
    [['models', 'list', '--page', '2'], '"models list" has no use for --page'],
    [['messages', 'send', '--to', 'nobody', '--text', '/dev/null'], '--to is all, model or user.'],
    [['messages', 'send', 'everybody', '--to', 'all', '--text', '/dev/null'], '--to all has no use for "everybody"'],
  ]
  it.each(wrong)('is refused before anything is sent: %j', async (words, sentence) => {
    const { exit, out, err } = await operator(...words)
    expect([exit, out, err.split('\n').length]).toEqual([2, '', 2])
    expect(err).toContain(sentence)
  })
  it('says once what an entry must be', async () => {
    const { exit, err } = await operator('boxes', 'list', '--size', '7')
    expect([exit, err]).toEqual([1, 'Please check this entry. (A0422)\n  size: 10, 20, 40 or 100\n'])
  })
  it('names an empty file, and an unknown id', async () => {
    expect((await operator('boxes', 'import', written('empty.csv', ''))).err).toContain('empty.csv is empty.')
    expect(await operator('accounts', 'disable', 'nobody')).toMatchObject({
      exit: 1,
      err: 'There is no such account. (A0404)\n',
    })
  })
})
