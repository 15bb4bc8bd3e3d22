/**
 * A wallet over HTTP: opened once, its details by every filter as page, call and file, invalid queries, and no access
 * for others.
 */
import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccounts } from '~/modules/account/account.server'
import {
  hold,
  house,
  mangoPart,
  post,
  transferMango,
  wallet,
  walletTypes,
  type WalletType,
} from '~/modules/ledger/ledger.server'
import { dayMs, makeStoppedClock, minuteMs, now, replaceClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { printAmount } from '~/text/amount'
import type { HttpClient } from '../support/http-client'
import { fillWallet } from '../support/long-wallet'
import { people } from '../support/people'
import { downloadLimits } from '~/web/download-slots.server'
import { shapesOf } from '../support/pdf-reader'
import { startPortal, type Portal } from '../support/portal'
import { depth } from '../support/runs'
import { seedPeople } from '../support/seeded'
import { placed, sell } from '../support/shop'

const [user, friend] = demoAccounts
const longOwner = demoAccounts[2]
const sn = '100000000001'
const longEntries = 120_000
let portal: Portal
let customer: HttpClient
type Known = { number: string; type: WalletType; amount: bigint; day: string; note: string | null }
/** Newest first. */
const known: Known[] = []
/** Dangerous in a spreadsheet or a CSV file. */
const notes = ['=HYPERLINK("http://evil.example";"x")', '+1+1', '@SUM(A1)', 'a, "b"\nc', '-12', '\t=1', 'رصيد', '＝1+1']
let orderNumber = ''
/** The sender's note, and an operator's note for operators. */
const [typedName, operatorsNote] = ['Demo-Friend', 'seen by operators alone']

const noteDown = async (id: string, type: WalletType, amount: bigint, note: string | null) => {
  const found = await db.ledgerTransfer.findUniqueOrThrow({ where: { id }, select: { number: true, at: true } })
  const number = found.number ?? ''
  known.unshift({ number, type, amount, day: now().toISOString().slice(0, 10), note })
  return { number, at: found.at }
}
const move = async (amount: bigint, type: WalletType): Promise<void> => {
  const id = `test/${known.length}`
  const lines = [
    { account: wallet(user.id), amount },
    { account: house('exchange', 'MANGO'), amount: -amount },
  ]
  const done = await transact((tx) =>
    post(tx, { id, kind: 'tested', type, actor: 'system', note: operatorsNote, lines }),
  )
  if (!done.ok) throw new Error(done.problem)
  await noteDown(id, type, amount, null)
}
/** As a transfer leaves it, without its payment password. */
const give = async (amount: bigint, fee: bigint, note: string): Promise<void> => {
  const transferId = `test/${known.length}`
  const parties = { userId: user.id, toUserId: friend.id }
  const movement = transferMango({ ...parties, mango: amount, fee: { mango: fee, usd: fee } })
  const done = await transact((tx) => post(tx, { id: transferId, actor: user.id, ...movement }))
  if (!done.ok) throw new Error(done.problem)
  const { number, at } = await noteDown(transferId, walletTypes.transfer, -amount - fee, note)
  const names = { fromId: user.id, toId: friend.id, typed: typedName, typedKey: 'name demo-friend' }
  await db.walletTransfer.create({ data: { transferId, number, ...names, amount, fee, note, at } })
}

beforeAll(async () => {
  await seedPeople()
  const clock = makeStoppedClock(
    new Date(`${new Date(now().getTime() - 40 * dayMs).toISOString().slice(0, 10)}T00:00:00Z`),
  )
  const goBack = replaceClock(clock)
  await db.device.create({ data: { sn, userId: user.id, boundAt: now(), nickname: 'Living room' } })
  await move(1_000_000n, walletTypes.topUp)
  for (const [index, note] of notes.entries()) {
    clock.advance(index % 2 === 0 ? dayMs - 1 : 1)
    await give(20_000n, 100n, note)
  }
  for (let index = 0; index < 24; index++) {
    clock.advance(dayMs / 2)
    const type = (index % 8) as WalletType
    await move(index % 3 === 0 ? -5000n : 7500n, type)
  }
  const plan = await sell('skin', ['skin'], { price: '1' })
  orderNumber = await placed({ userId: user.id, sn }, plan, '1', { method: 100 })
  const bought = await db.ledgerEntry.findFirstOrThrow({
    where: { account: { id: `wallet/MANGO/${user.id}` } },
    orderBy: { seq: 'desc' },
  })
  await noteDown(bought.transferId, walletTypes.purchase, bought.amount, null)
  // The smallest possible expense.
  await transact((tx) =>
    post(tx, { id: 'least', actor: 'system', ...mangoPart({ userId: user.id, mango: 1n, usd: 1n }) }),
  )
  await noteDown('least', walletTypes.purchase, -1n, null)
  goBack()
  const endsAt = new Date(now().getTime() + 60 * minuteMs)
  await transact((tx) => hold(tx, { id: 'held/1', account: wallet(user.id), amount: 12_345n, endsAt }))
  fillWallet(`${process.env.DATA_DIR ?? ''}/portal.db`, longOwner.id, longEntries)
  portal = await startPortal()
  customer = await portal.visitor().signIn(people.customer.userName, people.customer.password)
}, 120_000)
afterAll(() => portal.stop())

type Shown = {
  number: string
  type: number
  what: string
  direction: string
  mango: string
  amount: string
  fee: string
  balance: string
  counterparty: string | null
  note: string | null
  order: { number: string } | null
}
type Page = { items: Shown[]; older: number | null; newer: number | null }
const ask = (query: string, token = portal.tokens.customer) =>
  portal.visitor().api<Page>('GET', `/wallet/customer/transactions${query === '' ? '' : `?${query}`}`, { token })
const everything = async (query: string): Promise<Shown[]> => {
  const found: Shown[] = []
  let before: number | null = null
  do {
    const place: string = before === null ? '' : `&before=${before}`
    const { data } = await ask(`${query}&size=40${place}`)
    found.push(...data.items)
    before = data.older
  } while (before !== null)
  return found
}
const numbersOn = (text: string): string[] => [
  ...new Set([...text.matchAll(/href="\/wallet\/transactions\/([\w-]+)"/g)].map(([, number = '']) => number)),
]
/** A page of the wallet; follows one redirect. */
const show = async (path: string): Promise<{ numbers: string[]; text: string; address: string }> => {
  let [address, answer] = [path, await customer.request(path)]
  if (answer.status === 302) {
    address = answer.headers.get('location') ?? ''
    answer = await customer.request(address)
  }
  const text = await answer.text()
  expect(answer.status, address).toBe(200)
  return { numbers: numbersOn(text), text, address }
}
const hrefOf = (text: string, rel: string): string | null => {
  const link = new RegExp(`<a[^>]*rel="${rel}"[^>]*>`).exec(text)?.[0] ?? ''
  return /href="([^"]*)"/.exec(link)?.[1]?.replaceAll('&amp;', '&') ?? null
}
const all = () => known.map(({ number }) => number)
const those = (fits: (one: Known) => boolean) => known.filter(fits).map(({ number }) => number)

/** Strict RFC 4180: every line ends with CRLF, quotes enclose whole cells, and all lines have as many cells. */
const parseCsv = (text: string): string[][] => {
  const rows: string[][] = []
  let [at, row]: [number, string[]] = [0, []]
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (at++; ; at++) {
        if (at >= text.length) throw new Error('a quote is not closed')
        if (text[at] !== '"') cell += text[at] ?? ''
        else if (text[at + 1] === '"') {
          cell += '"'
          at++
        } else break
      }
      at++
    } else {
      const end = /[,\r\n"]/.exec(text.slice(at))
      if (end === null) throw new Error('the last line has no end')
      cell = text.slice(at, at + end.index)
      at += end.index
      if (text[at] === '"') throw new Error('a quote stands within a cell')
    }
    row.push(cell)
    if (text[at] === ',') at++
    else if (text.startsWith('\r\n', at)) {
      rows.push(row)
      row = []
      at += 2
    } else throw new Error(`${JSON.stringify(text.slice(at, at + 10))} follows a cell`)
  }
  if (row.length > 0) throw new Error('the last line has no end')
  if (new Set(rows.map((one) => one.length)).size > 1) throw new Error('lines differ in their cells')
  return rows
}
const csv = async (path: string, client: HttpClient = customer, headers: Record<string, string> = {}) => {
  const answer = await client.request(path, { headers })
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
  expect([answer.status, answer.headers.get('content-type')], text.slice(0, 200)).toEqual([
    200,
    'text/csv; charset=utf-8',
  ])
  expect(text.startsWith('\ufeff')).toBe(true)
  return { rows: parseCsv(text.slice(1)), headers: answer.headers }
}

describe('an unopened wallet', () => {
  it('is opened by one press, however often that is sent', async () => {
    const one = await portal.visitor().signIn(people.friend.userName, people.friend.password)
    for (const path of ['/wallet', '/wallet?type=4', '/wallet/statement.csv'])
      expect((await one.request(path)).headers.get('location'), path).toBe('/wallet/open')
    const before = await portal.visitor().api('GET', '/wallet/customer/account', { token: portal.tokens.friend })
    // Mango received before the opening is there.
    expect(before.data).toMatchObject({ state: 'none', openedAt: null, balance: '16.0000', owed: '0.0000' })
    for (const path of ['transactions', 'statement'])
      expect(
        (await portal.visitor().api('GET', `/wallet/customer/${path}`, { token: portal.tokens.friend })).code,
      ).toBe('MC1000')
    for (const path of ['/wallet/recharge', '/wallet/recharge?amount=20', '/wallet/transfer', '/wallet/password'])
      expect((await one.request(path)).headers.get('location'), path).toBe(
        `/wallet/open?${new URLSearchParams({ returnTo: path }).toString()}`,
      )
    expect(await (await one.request('/wallet/open')).text()).toContain('16.0000 Mango')
    const pressed = await Promise.all(Array.from({ length: 4 }, () => one.post('/wallet/open', {})))
    expect(pressed.map(({ status, headers }) => [status, headers.get('location')])).toEqual(
      Array.from({ length: 4 }, () => [303, '/wallet']),
    )
    expect((await one.request('/wallet/open')).headers.get('location')).toBe('/wallet')
    expect(await (await one.request('/wallet')).text()).toContain('16.0000')
    const again = await portal
      .visitor()
      .api('POST', '/wallet/customer/account', { token: portal.tokens.friend, json: {} })
    expect([again.status, again.code]).toEqual([200, '0'])
  })

  it('is opened by a program, once', async () => {
    const open = () =>
      portal.visitor().api<{ state: string; held: string; holds: object[] }>('POST', '/wallet/customer/account', {
        token: portal.tokens.customer,
        json: {},
      })
    const answers = await Promise.all([open(), open(), open()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201])
    expect(answers[0]?.data).toMatchObject({
      state: 'open',
      held: '1.2345',
      holds: [{ amount: '1.2345', frozen: false }],
    })
    expect((await show('/wallet')).text).toMatch(/1\.2345 Mango is set aside until/)
  })
})

describe('the first payment password', () => {
  const set = async (fields: Record<string, string>): Promise<string> => {
    const empty = { newPassword: '', repeatPassword: '', password: '' }
    const answer = await customer.post('/wallet/password', { intent: 'set', ...empty, ...fields })
    expect(answer.status).toBe(422)
    return (await answer.text()).replaceAll(/<!--.*?-->/g, '')
  }
  it('names all missing fields at once, and refers to the account’s password by name', async () => {
    const empty = await set({})
    for (const field of ['newPassword', 'repeatPassword', 'password'])
      expect(empty).toContain(`<a href="#field-${field}`)
    const differing = await set({ newPassword: '480213', repeatPassword: '480214' })
    for (const said of ['The two entries don’t match.', '<a href="#field-repeatPassword', '<a href="#field-password'])
      expect(differing).toContain(said)
    const trivial = await set({ newPassword: '123456', repeatPassword: '123457', password: 'typed' })
    for (const said of ['This is too easy to guess.', 'The two entries don’t match.']) expect(trivial).toContain(said)
    const byCode = await customer.post('/wallet/password/recover', {
      ...{ intent: 'save', code: '12', newPassword: '111111', repeatPassword: '' },
    })
    const all = await byCode.text()
    expect(byCode.status).toBe(422)
    for (const field of ['code', 'newPassword', 'repeatPassword']) expect(all).toContain(`<a href="#field-${field}`)
    const wrong = await set({ newPassword: '480213', repeatPassword: '480213', password: 'not-the-right-one' })
    expect(wrong).toContain('The password of your account is wrong.')
    expect(wrong).not.toContain('This is not your current')
  })
})

describe('the page of a recharge', () => {
  it('says in its own words if the recharge does not exist', async () => {
    const answer = await customer.request('/wallet/recharge/R20261123-AAAAAAAA')
    expect([answer.status, (await answer.text()).includes('This recharge was not found.')]).toEqual([404, true])
  })
})

describe('the details of a wallet', () => {
  it('are filtered by type, direction and days, the same by page and by call', async () => {
    const days = [...new Set(known.map(({ day }) => day))].sort()
    const ranges = [
      ['', ''],
      [days[3] ?? '', ''],
      ['', days[6] ?? ''],
      [days[2] ?? '', days[9] ?? ''],
      [days[4] ?? '', days[4] ?? ''],
    ] as const
    let asked = 0
    for (const type of [-1, 0, 1, 2, 3, 4, 5, 6, 7])
      for (const direction of ['', 'income', 'expense'])
        for (const [from, to] of ranges) {
          const expected = those(
            (one) =>
              (type === -1 || one.type === type) &&
              (direction === '' || one.amount > 0n === (direction === 'income')) &&
              (from === '' || one.day >= from) &&
              (to === '' || one.day <= to),
          )
          asked++
          // test:all asks every question; the gate asks every third, so that each type meets each direction and
          // range.
          if (depth === 'gate' && asked % 3 !== 0) continue
          const fields = { type: String(type), direction, from, to }
          const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== '')).toString()
          expect(
            (await everything(query)).map(({ number }) => number),
            query,
          ).toEqual(expected)
          expect((await show(`/wallet?${query}&size=100`)).numbers, query).toEqual(expected)
        }
    expect(asked).toBe(135)
  }, 60_000)

  it('are paged by links in both directions, keeping each page size', async () => {
    for (const size of [10, 20, 40]) {
      const pages: string[][] = []
      let address: string | null = `/wallet?size=${size}&direction=`
      const seen: string[] = []
      while (address !== null) {
        const { numbers, text }: Awaited<ReturnType<typeof show>> = await show(address)
        pages.push(numbers)
        seen.push(address)
        address = hrefOf(text, 'next')
        if (address !== null && size !== 10) expect(address).toContain(`size=${size}`)
      }
      expect(pages.flat()).toEqual(all())
      expect(pages.slice(0, -1).every((page) => page.length === size)).toBe(true)
      let back = await show(seen.at(-1) ?? '')
      for (let at = pages.length - 2; at >= 0; at--) {
        back = await show(hrefOf(back.text, 'prev') ?? '')
        expect(back.numbers).toEqual(pages[at])
      }
      expect(hrefOf(back.text, 'prev')).toBeNull()
    }
  })

  it('are a page for any valid or out-of-range address', async () => {
    const first = all().slice(0, 10)
    for (const plain of ['type=', 'type=-1', 'direction=', 'type=+&size=10', 'type=-1&type=-1'])
      expect((await show(`/wallet?${plain}`)).numbers, plain).toEqual(first)
    // A cursor beyond either end gives the first page.
    expect((await show('/wallet?before=1')).address).toBe('/wallet')
    expect((await show('/wallet?after=999999&type=4')).address).toBe('/wallet?type=4')
    expect((await show('/wallet?type=0&from=2099-01-01')).text).toContain('Nothing matches')
    // Days in digits of another script.
    expect((await show('/wallet?size=100&from=٢٠٢٠-٠١-٠١')).numbers).toEqual(all())
  })

  it('are not shown for an invalid address: the page names the problem, as the call does', async () => {
    const odds = ['type=9', 'type=-2', 'type=x', 'type=1e1', 'direction=up', 'size=11', 'size=0', 'before=0']
    const places = ['before=NaN', 'before=-3', 'before=1e3', 'after=x', 'before=99999999999']
    for (const odd of [...odds, ...places, 'type=1&type=2'])
      for (const path of ['/wallet', '/wallet/statement.csv']) {
        const asked = await customer.request(`${path}?${odd}`)
        const answer = asked.status === 302 ? await customer.request(asked.headers.get('location') ?? '') : asked
        const text = await answer.text()
        const [name = ''] = odd.split('=')
        expect([answer.status, answer.headers.get('content-type')], odd).toEqual([422, 'text/html; charset=utf-8'])
        expect(text, odd).toContain('The address asks for something that this list doesn’t have')
        expect(text, odd).toContain(`<bdi class="unbroken">${name}</bdi>`)
        expect(text, odd).not.toContain('class="wallet-row"')
      }
    for (const days of ['from=2026-03-09&to=2026-03-01', 'from=2026-02-30']) {
      const answer = await customer.request(`/wallet?${days}`)
      const text = await answer.text()
      expect([answer.status, text.includes('class="wallet-row"')], days).toEqual([422, false])
      expect(text).toMatch(/aria-invalid="true"/)
      expect(text).toContain('The days don’t fit together')
    }
  })

  it('refuse an invalid call, and name the field', async () => {
    const refused: Record<string, string> = {
      'type=9': 'type',
      'type=-2': 'type',
      'type=NaN': 'type',
      'type=1.5': 'type',
      'direction=both': 'direction',
      'from=2026-03-09&to=2026-03-01': 'to',
      'from=yesterday': 'from',
      'to=2026-02-30': 'to',
      'size=0': 'size',
      'size=11': 'size',
      'before=0': 'before',
      'before=NaN': 'before',
      'before=1e3': 'before',
      'before=5&after=3': 'after',
    }
    for (const [query, field] of Object.entries(refused)) {
      const { status, code, data } = await ask(query)
      expect([status, code, (data as unknown as { field: string }).field], query).toEqual([422, 'A0422', field])
      if (!/before|size/.test(query))
        expect(
          (await portal.visitor().api('GET', `/wallet/customer/statement?${query}`, { token: portal.tokens.customer }))
            .code,
        ).toBe('A0422')
    }
    expect((await ask('type=-1&size=100')).data.items).toHaveLength(known.length)
  })

  it('show who, what and how much, and only an initial of other customers', async () => {
    const [first] = await everything('type=0&direction=expense&to=2099-01-01').then((found) => found.slice(-1))
    expect(first).toMatchObject({ what: 'sent', mango: '-2.0100', amount: '2.0100', fee: '0.0100', note: notes[0] })
    expect(first?.counterparty).toBe(typedName)
    const theirs = (await ask('', portal.tokens.friend)).data.items
    expect(theirs).toHaveLength(notes.length)
    expect(theirs[0]).toMatchObject({ what: 'received', mango: '2.0000', fee: '0.0000', counterparty: 'D…' })
    expect(JSON.stringify(theirs)).not.toContain(user.userName)
    expect(JSON.stringify([theirs, (await ask('size=100')).data.items])).not.toContain(operatorsNote)
    const bought = (await everything('type=2&direction=expense')).find(({ order }) => order !== null)
    expect(bought?.order).toMatchObject({ number: orderNumber })
    const { text } = await show('/wallet')
    expect(text).toContain(`href="/order/${orderNumber}"`)
    expect((await show('/wallet?type=0&size=100')).text).not.toContain(friend.userName)
  })

  it('are summed up as a balance on the home page', async () => {
    const { text } = await show('/home')
    const { data } = await portal
      .visitor()
      .api<{ balance: string }>('GET', '/wallet/customer/account', { token: portal.tokens.customer })
    expect(text).toContain(`${data.balance} Mango`)
    expect(text).toContain('href="/wallet"')
  })
})

describe('the statement', () => {
  it('has every line of the search, and no cell runs as a formula', async () => {
    const { rows, headers } = await csv('/wallet/statement.csv')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="wallet-\d{4}-\d\d-\d\d\.csv"$/)
    expect([headers.get('cache-control'), headers.get('content-length')]).toEqual(['private, no-store', null])
    const [head = [], ...lines] = rows
    expect(head.slice(0, 5)).toEqual(['Transaction number', 'Date', 'Type', 'What happened', 'Income or expense'])
    expect(lines.map(([number]) => number)).toEqual(all())
    const column = (name: string) => head.indexOf(name)
    for (const [index, line] of lines.entries()) {
      const { amount, note } = known[index] ?? { amount: 0n, note: null }
      const mango = line[column('Mango amount')] ?? ''
      expect(mango).toMatch(/^-?\d+\.\d{4}$/)
      expect(mango).toBe(printAmount(amount, { scale: 4 }))
      const cell = line[column('Note')] ?? ''
      expect(cell).not.toMatch(/^[=+\-@\t\r＝]/)
      expect(cell.replaceAll("'", '')).toBe(note ?? '')
      expect(Number.isNaN(Date.parse(line[column('Date')] ?? ''))).toBe(false)
    }
    // Summed in a spreadsheet it gives the balance.
    const sum = lines.reduce((total, line) => total + BigInt((line[column('Mango amount')] ?? '').replace('.', '')), 0n)
    expect(lines[0]?.[column('Balance afterwards')]).toBe(printAmount(sum, { scale: 4 }))
  })

  it('has the page’s search and the reader’s words, and for programs the API’s names', async () => {
    expect(
      (await csv('/wallet/statement.csv?type=4&direction=income')).rows.slice(1).map(([number]) => number),
    ).toEqual(those(({ type, amount }) => type === 4 && amount > 0n))
    expect((await csv('/wallet/statement.csv?type=3&from=2099-01-01')).rows).toHaveLength(1)
    expect(
      (await customer.request('/wallet/statement.csv?from=2026-03-09&to=2026-03-01')).headers.get('location'),
    ).toBe('/wallet?from=2026-03-09&to=2026-03-01')
    const program = portal.visitor()
    const bearer = { authorization: `Bearer ${portal.tokens.customer}`, 'accept-language': 'fr' }
    const { rows } = await csv('/api/wallet/customer/statement?type=0', program, bearer)
    const [head = [], ...lines] = rows
    const items = (await everything('type=0')).map((one) => [
      one.number,
      String(one.type),
      one.what,
      one.mango,
      one.fee,
    ])
    const at = (...names: string[]) => names.map((name) => head.indexOf(name))
    expect(at('number', 'type', 'what', 'mango', 'fee')).not.toContain(-1)
    expect(lines.map((line) => at('number', 'type', 'what', 'mango', 'fee').map((index) => line[index]))).toEqual(items)
    await customer.post('/language', { language: 'fr', returnTo: '/' })
    expect((await csv('/wallet/statement.csv')).rows[0]?.[0]).toBe('Numéro d’opération')
    await customer.post('/language', { language: 'en', returnTo: '/' })
  })

  it('is not generated for HEAD', async () => {
    const head = await customer.request('/wallet/statement.csv', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), (await head.arrayBuffer()).byteLength]).toEqual([
      200,
      'text/csv; charset=utf-8',
      0,
    ])
  })

  it('of a long wallet streams at the reader’s speed, and a reader who leaves frees the slot', async () => {
    const { userName } = longOwner
    const long = await portal.visitor().signIn(userName, people.administrator.password)
    await long.post('/wallet/open', {})
    const cookie = [...long.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    /** Requests it, takes the first chunk and stops reading. */
    const begin = () =>
      new Promise<{ status: number; leave: () => Promise<void> }>((resolve, reject) => {
        const asked = get(`${portal.origin}/wallet/statement.csv`, { headers: { cookie }, agent: false }, (answer) => {
          answer.once('readable', () => {
            resolve({
              status: answer.statusCode ?? 0,
              leave: () =>
                new Promise((gone) => {
                  asked.once('close', () => gone())
                  asked.destroy()
                }),
            })
          })
        })
        asked.on('error', reject)
      })
    const held = await Promise.all(Array.from({ length: downloadLimits.ofOne }, begin))
    expect(held.map(({ status }) => status)).toEqual(held.map(() => 200))
    const tooMany = await long.request('/wallet/statement.csv')
    expect([tooMany.status, tooMany.headers.get('retry-after')]).toEqual([429, '10'])
    // While they wait, others are served.
    expect((await show('/wallet')).numbers).toHaveLength(10)
    await Promise.all(held.map(({ leave }) => leave()))
    await expect
      .poll(async () => (await long.request('/wallet/statement.csv', { method: 'GET' })).status, { timeout: 10_000 })
      .toBe(200)
    const { rows } = await csv('/wallet/statement.csv?type=3', long)
    expect(rows).toHaveLength(1 + longEntries / 1000)
  }, 60_000)
})

describe('one transaction', () => {
  it('has a page and a receipt, which nobody else can open', async () => {
    const number = known.find(({ note }) => note === notes[0])?.number ?? ''
    for (const typed of [number, number.toLowerCase()]) {
      const page = await show(`/wallet/transactions/${typed}`)
      for (const part of [
        number,
        '2.0100',
        '0.0100',
        typedName,
        '=HYPERLINK(&quot;http://evil.example&quot;;&quot;x&quot;)',
      ])
        expect(page.text, part).toContain(part)
    }
    const file = await customer.request(`/wallet/transactions/${number}/receipt.pdf`)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const drawn = shapesOf(Buffer.from(await file.arrayBuffer()))
    expect(drawn.flatMap((page) => page.map(({ text }) => text)).join('')).toContain(number)
    const call = (token: string, path = '') =>
      portal.visitor().api<Shown>('GET', `/wallet/customer/transactions/${number}${path}`, { token })
    expect((await call(portal.tokens.customer)).data).toMatchObject({ number, mango: '-2.0100' })
    for (const token of [portal.tokens.administrator, portal.tokens.operator])
      expect((await call(token)).code).toMatch(/^A040[34]$/)
    // The other party reads its own line, with the same number.
    expect((await call(portal.tokens.friend)).data).toMatchObject({ number, mango: '2.0000', fee: '0.0000' })
    const own = known.find(({ type }) => type === walletTypes.topUp)?.number ?? ''
    const one = await portal.visitor().signIn(people.friend.userName, people.friend.password)
    for (const path of ['', '/receipt.pdf'])
      expect((await one.request(`/wallet/transactions/${own}${path}`)).status, path).toBe(404)
    for (const odd of ['x', '%00', "'%20OR%201=1", '20261123-', '0'.repeat(300)])
      expect((await customer.request(`/wallet/transactions/${odd}`)).status, odd).toBe(404)
  })
})
