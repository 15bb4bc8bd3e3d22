/**
 * Codes, gifts and wallets over HTTP: the operator's command line creates them, a second operator confirms, customers
 * redeem them on the page without scripts and by the API. Captchas and limits slow guessing.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccounts } from '~/modules/account/account.server'
import { randomLetters, lettersOf, showCode } from '~/modules/redeem-code/code-text'
import { createApiToken } from '~/modules/session/session.server'
import { dayMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { rules } from '~/platform/limits.server'
import { makeId, randomBytes } from '~/platform/random.server'
import { revealCaptcha } from '../support/captcha'
import { runOperator, type CommandAnswer } from '../support/command-line'
import type { HttpClient } from '../support/http-client'
import { people } from '../support/people'
import { startPortal, type Portal } from '../support/portal'
import { seedPeople } from '../support/seeded'

type Account = { state: string; reason: string | null; balance: string; transferable: string }
type Redeemed = { amount: string; number: string; at: string }

const [user] = demoAccounts
const why = ['--why', 'a summer activity']
/** The last day of the codes: in a year. */
const until = new Date(Date.now() + 365 * dayMs).toISOString().slice(0, 10)
const files = fs.mkdtempSync(path.join(os.tmpdir(), 'codes-'))
let portal: Portal
let secondToken = ''
let twiceToken = ''
/** All codes that commands print and customers type: none may be found in stored data. */
const secrets: string[] = []

const operator = (words: string[], { token = portal.tokens.operator, input = '' } = {}): Promise<CommandAnswer> =>
  runOperator({ origin: portal.origin, token }, words, input)
const done = async (words: string[], more: { token?: string; input?: string } = {}): Promise<string> => {
  const { exit, out, err } = await operator(words, more)
  expect([exit, err], words.join(' ')).toEqual([0, ''])
  return out
}
const refused = async (words: string[], more: { token?: string } = {}): Promise<string> => {
  const { exit, err } = await operator(words, more)
  expect(exit, words.join(' ')).toBe(1)
  return err
}
const codesOf = (csv: string): string[] => {
  const codes = csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[0] ?? '')
  secrets.push(...codes)
  return codes
}
const makeCodes = async (batch: string): Promise<string[]> => {
  const words = ['--value', '12,5', '--number', '2', '--until', until, '--batch', batch]
  return codesOf(await done(['codes', 'create', ...words, ...why, '--yes']))
}
const first = (codes: readonly string[]): string => codes[0] ?? ''
const call = <D = unknown>(method: string, address: string, token: string, json?: object) =>
  portal.visitor().api<D>(method, address, { token, ...(json && { json }) })
const account = async (token: string): Promise<Account> =>
  (await call<Account>('GET', '/wallet/customer/account', token)).data
const redeem = (token: string, code: string, batch = makeId()) =>
  call<Redeemed & Record<string, unknown>>('POST', '/wallet/customer/codes/redeem', token, {
    code,
    batch,
  })
/** Well-formed, but unknown to the portal. */
const guess = (): string => {
  const code = showCode(lettersOf(randomBytes(randomLetters)))
  secrets.push(code)
  return code
}

beforeAll(async () => {
  await seedPeople()
  const id = makeId()
  await db.user.create({
    data: {
      id,
      userName: 'second-operator',
      userNameKey: 'second-operator',
      passwordHash: '-',
      role: 'operator',
      createdAt: new Date('2026-01-01'),
    },
  })
  const tokenOf = async (userId: string): Promise<string> => {
    const made = await createApiToken(userId, { name: 'two', scopes: ['operator'], expiresInDays: null })
    return made.ok ? made.value.token : ''
  }
  secondToken = await tokenOf(id)
  twiceToken = await tokenOf(demoAccounts.find(({ userName }) => userName === 'demo-operator')?.id ?? '')
  portal = await startPortal()
}, 60_000)
afterAll(() => portal.stop())

describe('codes', () => {
  it('are printed as CSV safe for spreadsheets, printed again within the hour, and redeemed once', async () => {
    const words = ['codes', 'create', '--value', '12,5', '--number', '3', '--until', until]
    const named = [...words, '--batch', 'summer-01', ...why, '--yes']
    const csv = await done(named)
    expect(csv.split('\n')[0]).toBe('code,mango,until')
    const rows = csv.trim().split('\n').slice(1)
    expect(rows).toHaveLength(3)
    for (const row of rows) {
      expect(row).toMatch(/^MG(?:-[0-9A-HJKMNP-TV-Z]{5}){3},12\.5000,/)
      expect(row.split(',')[2]).toBe(until)
    }
    // No field begins with a character that starts a formula.
    for (const field of rows.flatMap((row) => row.split(','))) expect(field).not.toMatch(/^[=+\-@\t\r]/)
    expect(await done(named)).toBe(csv)
    const codes = codesOf(csv)
    const { customer, friend } = portal.tokens
    expect(await redeem(customer, first(codes))).toMatchObject({ status: 409, code: 'MC1000' })
    for (const token of [customer, friend])
      expect(await call('POST', '/wallet/customer/account', token)).toMatchObject({ status: 201 })
    const both = await Promise.all([redeem(customer, first(codes)), redeem(friend, first(codes).toLowerCase())])
    expect(both.map(({ code }) => code).sort()).toEqual(['0', 'MC1302'])
    const [again, once] = [
      await redeem(customer, codes[1] ?? '', 'press-0001'),
      await redeem(customer, codes[1] ?? '', 'press-0001'),
    ]
    expect([again.status, once.status]).toEqual([201, 200])
    expect(once.data).toEqual(again.data)
    expect(await redeem(customer, codes[1] ?? '')).toMatchObject({
      code: 'MC1302',
      data: { context: 'own', amount: '12.5000', at: again.data.at },
    })
    // Without its own id the call can't be repeated safely.
    expect(await call('POST', '/wallet/customer/codes/redeem', customer, { code: 'MG-1' })).toMatchObject({
      status: 422,
      code: 'A0422',
      data: { field: 'batch' },
    })
    expect(await redeem(customer, 'MG-1')).toMatchObject({ status: 422, code: 'MC1300', data: { context: 'shape' } })
    const sum = Number((await account(customer)).balance) + Number((await account(friend)).balance)
    expect(sum).toBe(25)
    const list = await done(['codes', 'list'])
    expect(list).toContain('12.5000')
    const id = /^(\w{26}) /m.exec(list)?.[1] ?? ''
    expect(await done(['codes', 'show', id])).toContain('exchanged 2, still good 1')
    expect(await done(['codes', 'withdraw', id, ...why, '--yes'])).toBe(`Withdrawn: 1 unused code of ${id}.\n`)
    expect(await redeem(customer, codes[2] ?? '')).toMatchObject({ code: 'MC1300', data: { context: 'withdrawn' } })
  })

  it('above one operator’s limit are shown only after a second operator confirms', async () => {
    const words = ['codes', 'create', '--value', '60', '--number', '2', '--until', until, '--batch', 'big-batch']
    const asked = await done([...words, ...why, '--yes'])
    expect(asked).not.toContain('MG-')
    const id = /proposals confirm (\w+)/.exec(asked)?.[1] ?? ''
    expect(await done(['proposals', 'show', id])).toContain(
      '60.0000 MANGO for each of 2, 120.0000 MANGO in all (waiting)',
    )
    const confirm = ['proposals', 'confirm', id, '--why', 'looked at it', '--yes']
    // The same operator with another token does not count as a second one.
    expect(await refused(confirm, { token: twiceToken })).toContain('You asked for this yourself')
    expect(await refused(confirm)).toContain('A0409')
    expect(await done(confirm, { token: secondToken })).toContain('is confirmed')
    expect(await refused(confirm, { token: secondToken })).toContain('already been decided')
    expect(codesOf(await done([...words, ...why, '--yes']))).toHaveLength(2)
  })
})

describe('a gift', () => {
  it('goes to everybody in a file or on standard input, or to nobody', async () => {
    const file = path.join(files, 'names.txt')
    fs.writeFileSync(file, 'demo-user\n\ndemo-friend\r\nDemo-User\n')
    const words = ['gifts', 'give', '--currency', 'MANGO', '--amount', '1,5', '--batch', 'gift-list-1', ...why, '--yes']
    const before = Number((await account(portal.tokens.friend)).balance)
    expect(await done([...words, '--users', file])).toBe('2 got 1.5000 MANGO each.\n')
    expect(await done([...words, '--users', '-'], { input: 'demo-user\ndemo-friend\n' })).toBe(
      'This was given already: 2 got 1.5000 MANGO each by it.\n',
    )
    expect(Number((await account(portal.tokens.friend)).balance)).toBe(before + 1.5)
    const points = ['gifts', 'give', '--currency', 'POINTS', '--amount', '5', '--batch', 'gift-list-2', ...why, '--yes']
    const unknown = await operator([...points, '--users', '-'], { input: 'demo-user\nno-such-person\n' })
    expect(unknown).toMatchObject({ exit: 1, out: '' })
    expect(unknown.err).toMatch(/\(I1301\)\n[^\n]*\n {2}no-such-person\n/)
    expect(await done([...points, '--users', '-'], { input: 'demo-user' })).toBe('1 got 5 POINTS each.\n')
  })
})

describe('a wallet', () => {
  it('is frozen with a reason for its owner, unfrozen, and not closed while it holds Mango', async () => {
    const says = ['--reason', 'We are looking at a payment.']
    expect(await done(['wallets', 'freeze', 'demo-user', ...says, ...why, '--yes'])).toContain('is frozen')
    expect(await account(portal.tokens.customer)).toMatchObject({
      state: 'frozen',
      reason: 'We are looking at a payment.',
    })
    const owner = await portal.visitor().signIn('demo-user', 'mango-demo')
    const textOf = async (page: string): Promise<string> => (await owner.request(page)).text()
    const frozen = await textOf('/wallet')
    expect(frozen).toContain('We are looking at a payment.')
    for (const page of ['recharge', 'transfer']) expect(frozen).not.toContain(`href="/wallet/${page}"`)
    // A frozen wallet still receives, on the page and by programs, but can't spend.
    const recharge = await textOf('/wallet/recharge')
    expect(recharge).toContain('name="amount"')
    expect(recharge).toContain('you can’t spend or send anything from it until it is opened again')
    const limits = await portal
      .visitor()
      .api<{ transferable: string }>('GET', '/wallet/customer/limits', { token: portal.tokens.customer })
    expect(limits.data.transferable).toBe('0.0000')
    expect(await account(portal.tokens.customer)).toMatchObject({ transferable: '0.0000', transferableLater: [] })
    expect(await refused(['wallets', 'close', 'demo-user', ...says, ...why, '--yes'])).toContain('not empty')
    expect(await done(['wallets', 'reopen', 'demo-user', ...why, '--yes'])).toContain('is open')
    expect(await refused(['wallets', 'unlock', 'demo-user', ...why, '--yes'])).toContain('A0409')
    const log = await done(['audit', '--subject', user.id])
    for (const act of ['wallet.freeze', 'wallet.reopen']) expect(log).toContain(act)
  })
})

describe('the page for codes', () => {
  const send = async (browser: HttpClient, code: string, batch = 'page-press-1') => {
    secrets.push(code)
    const answer = await browser.post('/wallet/code', { code, batch })
    return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() }
  }
  const register = async (userName: string): Promise<HttpClient> => {
    const browser = portal.visitor()
    const made = await browser.post('/register', {
      userName,
      password: 'a-long-word-77',
      repeatPassword: 'a-long-word-77',
      agree: 'on',
    })
    expect(made.status, await made.text()).toBe(303)
    return browser
  }
  it('leads through opening a wallet and back, with the code kept out of the address', async () => {
    const code = first(await makeCodes('page-batch-1'))
    const browser = await register('code-newcomer')
    const sent = await send(browser, ` ${code.toLowerCase()} `)
    expect(sent.status).toBe(303)
    expect(sent.location).toMatch(/^\/wallet\/open\?returnTo=/)
    expect(sent.location.toUpperCase()).not.toContain(code.slice(3))
    const open = await (await browser.request(sent.location)).text()
    const returnTo = /name="returnTo" value="(\/wallet\/code[^"]*)"/.exec(open)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const opened = await browser.post('/wallet/open', { returnTo })
    expect([opened.status, opened.headers.get('location')]).toEqual([303, returnTo])
    const back = await (await browser.request(returnTo)).text()
    expect(back).toContain(`value=" ${code.toLowerCase()} "`)
    expect(await send(browser, code)).toMatchObject({ status: 303, location: '/wallet/code' })
    const page = await (await browser.request('/wallet/code')).text()
    expect(page).toContain('12.5000 Mango')
    const statement = await (await browser.request('/wallet/statement.csv')).text()
    const rows = statement
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    const cellOf = (name: string): string | undefined => rows[1]?.[rows[0]?.indexOf(name) ?? -1]
    expect([cellOf('Note'), cellOf('Code')]).toEqual(['', expect.stringMatching(/^MG-.*\w\w$/)])
    // A repeat, such as a refresh, gets the same answer and no more Mango.
    expect(await send(browser, code)).toMatchObject({ status: 303, location: '/wallet/code' })
    // Extra presses send an empty form, whose error must not hide the success.
    const empty = await browser.post('/wallet/code', { code: '', batch: 'page-press-3' })
    expect(empty.status).toBe(422)
    expect(await empty.text()).toContain('Code exchanged: 12.5000 Mango is now in your wallet.')
    const own = await send(browser, code, 'page-press-2')
    expect(own.status).toBe(422)
    expect(own.text).toContain('You have already exchanged this code.')
    expect(own.text).toContain('for 12.5000 Mango')
    // Another account can't use the address to see the code.
    const other = await portal.visitor().signIn(people.friend.userName, people.friend.password)
    expect(await (await other.request(returnTo)).text()).not.toContain(code.toLowerCase())
  })
  it('asks for a captcha after three wrong codes, and keeps the code for after it', async () => {
    const code = first(await makeCodes('page-batch-2'))
    const browser = await register('code-guesser')
    await browser.post('/wallet/open', {})
    // A typing error is not a guess: the check letter detects it.
    for (let times = 0; times < 5; times++) expect((await send(browser, 'MG-00000-00000-00001')).status).toBe(422)
    for (let times = 0; times < rules['doubt-redeem-account'].points; times++) {
      const wrong = await send(browser, guess(), `guess-press-${times}`)
      expect(wrong.status).toBe(404)
      expect(wrong.text).toContain('We don’t know this code.')
    }
    const asked = await send(browser, code, 'right-press')
    expect(asked.location).toMatch(/^\/verification\?purpose=redeem&returnTo=%2Fwallet%2Fcode/)
    const second = await browser.request(`${asked.location}&kind=text`)
    const page = await (
      second.status === 302 ? await browser.request(second.headers.get('location') ?? '') : second
    ).text()
    expect(page).not.toContain('name="kind" value="text"')
    const key = /name="key" value="(cap_[\w-]+)"/.exec(page)?.[1] ?? ''
    const right = await revealCaptcha(portal.dataDir, key)
    const solved = await browser.post(asked.location, {
      key,
      kind: right.kind,
      ...(right.kind === 'slider' ? { across: String(right.x + 25), down: String(right.y + 25) } : {}),
      ...(right.kind === 'rotate' ? { turn: String(360 - right.degrees) } : {}),
    })
    expect(solved.status).toBe(303)
    const back = solved.headers.get('location') ?? ''
    expect(await (await browser.request(back)).text()).toContain(`value="${code}"`)
    expect(await send(browser, code, 'right-press')).toMatchObject({ status: 303, location: '/wallet/code' })
  })
  it('a program that guesses has to solve a captcha, and finally has to wait', async () => {
    const answers: string[] = []
    for (let times = 0; times < rules['redeem-account'].points + 3; times++)
      answers.push((await redeem(portal.tokens.friend, guess())).code)
    // One of the three was a code that another account had redeemed.
    expect(answers.slice(0, 2)).toEqual(['MC1301', 'MC1301'])
    expect(answers.at(-1)).toBe('I1009')
    expect(new Set(answers)).toEqual(new Set(['MC1301', 'B0005', 'I1009']))
    // Other accounts can still redeem theirs.
    const code = first(await makeCodes('page-batch-3'))
    expect((await redeem(portal.tokens.customer, code)).code).toMatch(/^0$|^B0005$/)
  })
})

it('no code is in the database files or the log', async () => {
  const names = fs.readdirSync(portal.dataDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const paths = names.map((one) => path.join(one.parentPath, one.name))
  const bytes = execFileSync('cat', paths, { maxBuffer: 2 ** 30 })
  const kept = `${bytes.toString('latin1')}${portal.output()}`.toUpperCase()
  expect(kept).toContain('CODES.CREATE')
  const told = [...new Set(secrets.map((code) => code.trim().toUpperCase()))].filter((code) => code.startsWith('MG-'))
  expect(told.length).toBeGreaterThan(20)
  for (const code of told)
    for (const spelling of [code, code.slice(3).replaceAll('-', '')])
      expect(kept.includes(spelling), `${spelling} is kept`).toBe(false)
})
