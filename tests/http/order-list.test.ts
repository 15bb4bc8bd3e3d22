/**
 * Searching the list at /order by hand: each filter with its smallest and largest values, values beyond them, empty
 * and invalid ones, and digits of other scripts. Any address gives a page.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccounts } from '~/modules/account/account.server'
import { cancelOrder, creditWaiting, deleteOrder, endPayments } from '~/modules/order/order.server'

import { dayMs, makeStoppedClock, now, replaceClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import type { HttpClient } from '../support/http-client'
import { people } from '../support/people'
import { startPortal, type Portal } from '../support/portal'
import { seedPeople } from '../support/seeded'
import { giveMango, placed, sell } from '../support/shop'

const [user, friend] = demoAccounts
const [sn, otherSn, friendSn] = ['100000000001', '100000000002', '100000000003']
let portal: Portal
let customer: HttpClient
/** Newest first: the number, time, day (UTC), box and status of each order that is not deleted. */
const orders: { number: string; at: Date; day: string; sn: string; status: number }[] = []
let deleted = ''

beforeAll(async () => {
  await seedPeople()
  // None of them has a payment at a provider.
  endPayments.provide(() => Promise.resolve('closed'))
  creditWaiting.provide(() => Promise.resolve(0n))
  const first = new Date(now().getTime() - 40 * dayMs)
  // The very first moment of a day belongs to it.
  const clock = makeStoppedClock(new Date(`${first.toISOString().slice(0, 10)}T00:00:00Z`))
  const goBack = replaceClock(clock)
  for (const [serial, userId] of [
    [sn, user.id],
    [otherSn, user.id],
    [friendSn, friend.id],
  ] as const)
    await db.device.create({ data: { sn: serial, userId, boundAt: now(), nickname: `Box ${serial.slice(-1)}` } })
  const plan = await sell('skin', ['skin'], { price: '1' })
  for (const one of [user, friend]) await giveMango(one.id, '100')
  await placed({ userId: friend.id, sn: friendSn }, plan, '1', { method: 100 })
  for (let index = 0; index < 23; index++) {
    const box = index % 3 === 2 ? otherSn : sn
    const status = index % 5 === 4 ? 2 : 1
    const number = await placed({ userId: user.id, sn: box }, plan, '1', status === 1 ? { method: 100 } : {})
    if (status === 2) await cancelOrder(user.id, number)
    orders.unshift({ number, at: now(), day: now().toISOString().slice(0, 10), sn: box, status })
    // The last moment of the day, and the first of the next.
    clock.advance(index % 2 === 0 ? dayMs - 1 : dayMs + 1)
  }
  deleted = orders.splice(10, 1)[0]?.number ?? ''
  await deleteOrder(user.id, deleted)
  goBack()
  portal = await startPortal({ env: { LIMITS: 'off' } })
  customer = await portal.visitor().signIn(people.customer.userName, people.customer.password)
})
afterAll(() => portal.stop())

/** The orders on the page of this search, newest first; follows one redirect. */
const list = async (query: string): Promise<{ numbers: string[]; text: string; address: string }> => {
  let address = `/order${query === '' ? '' : `?${query}`}`
  let answer = await customer.request(address)
  if (answer.status === 302) {
    address = answer.headers.get('location') ?? ''
    answer = await customer.request(address)
  }
  const text = await answer.text()
  expect(answer.status, address).toBe(200)
  const table = /<table.*?<\/table>/s.exec(text)?.[0] ?? ''
  const numbers = [...table.matchAll(/href="\/order\/(\d{8}-[0-9A-Z]{8})(?:\/pay)?"/g)].map(([, number = '']) => number)
  return { numbers: [...new Set(numbers)], text, address }
}
/** Whether a search is refused, with no order on the page; and the page. */
const refused = async (fields: Record<string, string>): Promise<{ isRefused: boolean; text: string }> => {
  const answer = await customer.request(`/order?${query({ size: '100', ...fields })}`)
  const text = await answer.text()
  const shown = all().filter((number) => text.includes(`href="/order/${number}"`))
  return { isRefused: answer.status === 422 && text.includes('Nothing is shown') && shown.length === 0, text }
}
const all = () => orders.map(({ number }) => number)
const those = (fits: (order: (typeof orders)[number]) => boolean) => orders.filter(fits).map(({ number }) => number)
const script = (zero: number) => (text: string) =>
  text.replaceAll(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)))
const [arabic, persian] = [script(0x0660), script(0x06f0)]
const query = (fields: Record<string, string>): string => new URLSearchParams(fields).toString()
const everything = (fields: Record<string, string>) => list(query({ size: '100', ...fields }))

describe('the list of orders', () => {
  it('is paged, and a page beyond the end shows the last one', async () => {
    expect((await list('')).numbers).toEqual(all().slice(0, 10))
    expect((await list('page=2')).numbers).toEqual(all().slice(10, 20))
    expect((await list('page=3')).numbers).toEqual(all().slice(20))
    for (const page of ['4', '999999']) {
      const { numbers, address } = await list(`page=${page}&status=`)
      expect([address, numbers], page).toEqual(['/order?page=3&status=', all().slice(20)])
    }
    expect((await list('size=20')).numbers).toEqual(all().slice(0, 20))
    expect((await list('size=20&page=2')).numbers).toEqual(all().slice(20))
    expect((await list('size=100')).numbers).toEqual(all())
    expect((await list('size=&page=')).numbers).toEqual(all().slice(0, 10))
    const odd = ['0', '-1', '1.5', '1e9', 'x', 'NaN', '%D9%A2', '1000001'].map((page) => `page=${page}`)
    odd.push(...['0', '9', '11', '101', '-10', 'all'].map((size) => `size=${size}`))
    odd.push('status=99', 'status=3', 'status=1&status=2', 'sn=12', 'from=2026-03-09&to=2026-03-01')
    for (const asked of odd) {
      const answer = await customer.request(`/order?${asked}`)
      const text = await answer.text()
      expect([answer.status, text.includes('Nothing is shown')], asked).toEqual([422, true])
      for (const number of all()) expect(text, asked).not.toContain(`href="/order/${number}"`)
    }
    // The links to other pages keep the search.
    expect((await list('status=1&size=10')).text).toContain('href="/order?status=1&amp;page=2"')
  })

  it('is searched by a number or its beginning, in digits of any script, with wildcards taken literally', async () => {
    const { number, day } = orders[7] ?? { number: '', day: '' }
    const digits = day.replaceAll('-', '')
    for (const typed of [number, number.toLowerCase(), ` ${number} `, arabic(number), persian(number)])
      expect((await everything({ number: typed })).numbers, typed).toEqual([number])
    for (const typed of [digits, arabic(digits), `${digits}-`])
      expect((await everything({ number: typed })).numbers, typed).toEqual(those((one) => one.day === day))
    expect((await everything({ number: digits.slice(0, 1) })).numbers).toEqual(all())
    expect((await everything({ number: '' })).numbers).toEqual(all())
    expect((await everything({ number: ' ' })).numbers).toEqual(all())
    // Full numbers have 17 characters; longer input finds nothing, nor do foreign and deleted orders.
    const foreign = (await db.order.findFirst({ where: { userId: friend.id } }))?.number ?? ''
    for (const typed of [
      `${number}0`,
      number.padEnd(40, '0'),
      number.slice(1),
      '%',
      '_',
      `${digits.slice(0, 7)}_`,
      '20%',
      '*',
      "' OR 1=1 --",
      'рус',
      '😀',
      foreign,
      deleted,
    ]) {
      const { numbers, text } = await everything({ number: typed })
      expect([numbers, text.includes('No order matches')], typed).toEqual([[], true])
    }
    // The input is in its field again, as text.
    const odd = '"><b>1'
    expect((await everything({ number: odd })).text).toContain('value="&quot;&gt;&lt;b&gt;1"')
  })

  it('is filtered by status and by box', async () => {
    expect((await everything({ status: '1' })).numbers).toEqual(those(({ status }) => status === 1))
    expect((await everything({ status: '2' })).numbers).toEqual(those(({ status }) => status === 2))
    for (const status of ['0', '4', '5', '6', '7', '8']) expect((await everything({ status })).numbers).toEqual([])
    expect((await everything({ status: '' })).numbers).toEqual(all())
    // Invalid statuses, and those of no listed order.
    for (const status of ['3', '9', '-1', '01', '1.0', 'paid', arabic('9')])
      expect((await refused({ status })).isRefused, status).toBe(true)
    const ofOther = those((one) => one.sn === otherSn)
    for (const typed of [otherSn, ` ${otherSn}`, arabic(otherSn), persian(otherSn)])
      expect((await everything({ sn: typed })).numbers, typed).toEqual(ofOther)
    expect((await everything({ sn: friendSn })).numbers).toEqual([])
    expect((await everything({ sn: '999999999999' })).numbers).toEqual([])
    expect((await everything({ sn: '' })).numbers).toEqual(all())
    for (const typed of ['1', '10000000000', '1000000000020', '%', 'abcdefghijkl'])
      expect((await refused({ sn: typed })).isRefused, typed).toBe(true)
    const both = those((one) => one.sn === otherSn && one.status === 2)
    expect(both.length).toBeGreaterThan(0)
    expect((await everything({ sn: otherSn, status: '2' })).numbers).toEqual(both)
  })

  it('is filtered by days, both included, and explains invalid ones', async () => {
    const [newest, oldest] = [orders[0]?.day ?? '', orders.at(-1)?.day ?? '']
    const found = async (from: string, to: string) => (await everything({ from, to })).numbers
    const between = (from: string, to: string) => those(({ day }) => day >= from && day <= to)
    expect(await found(oldest, newest)).toEqual(all())
    for (const { day } of [orders[0], orders[11], orders.at(-1)].filter((one) => one !== undefined))
      expect(await found(day, day), day).toEqual(between(day, day))
    expect(await found(orders[15]?.day ?? '', orders[5]?.day ?? '')).toEqual(
      between(orders[15]?.day ?? '', orders[5]?.day ?? ''),
    )
    expect(await found('0001-01-01', '9999-12-31')).toEqual(all())
    expect(await found('0001-01-01', '2020-01-01')).toEqual([])
    expect(await found('9999-12-31', '9999-12-31')).toEqual([])
    expect(await found(arabic(oldest), persian(oldest))).toEqual(between(oldest, oldest))
    // One date leaves the other end open, even on the next page, unless a form showed both.
    const middle = orders[11]?.day ?? ''
    expect(await found(middle, '')).toEqual(those(({ day }) => day >= middle))
    expect(await found('', persian(middle))).toEqual(those(({ day }) => day <= middle))
    expect((await list(query({ from: '', to: newest }))).text).toContain(`href="/order?to=${newest}&amp;page=2"`)
    const { numbers: afterClearing, text: shown } = await everything({ from: middle, to: '', ends: 'both' })
    expect([afterClearing, shown.includes(`value="${middle}"`)]).toEqual([all(), false])
    for (const [from, to] of [
      [newest, oldest],
      ['2026-02-29', '2026-03-01'],
      ['2026-13-01', '2026-13-02'],
      ['0000-01-01', '2026-01-01'],
      ['10000-01-01', '10000-01-02'],
      ['yesterday', 'today'],
      ['2026-1-1', '2026-1-2'],
      ['yesterday', ''],
      ['', '2026-02-29'],
    ] as const) {
      const { isRefused, text } = await refused({ from, to })
      expect([isRefused, text.includes('aria-invalid="true"')], `${from} ${to}`).toEqual([true, true])
    }
    expect((await everything({ from: oldest, to: newest, status: '2', sn, number: '20' })).numbers).toEqual(
      those((one) => one.status === 2 && one.sn === sn),
    )
  })

  it.each(['Asia/Tehran', 'America/Sao_Paulo', 'Mars/Olympus'])('takes days as those of %s', async (zone) => {
    // An unknown time zone counts as UTC.
    const dates = new Intl.DateTimeFormat('sv', { timeZone: zone === 'Mars/Olympus' ? 'UTC' : zone })
    for (const { at } of orders.slice(5, 9)) {
      const day = dates.format(at)
      const { numbers } = await everything({ from: day, to: day, zone })
      expect(numbers, day).toEqual(those((one) => dates.format(one.at) === day))
      expect((await everything({ from: day, zone })).numbers).toEqual(those((one) => dates.format(one.at) >= day))
    }
    // The links to other pages keep the zone.
    const { text } = await list(query({ from: dates.format(orders.at(-1)?.at), zone }))
    expect(text.includes(`&amp;zone=${encodeURIComponent(zone)}&amp;page=2"`)).toBe(zone !== 'Mars/Olympus')
  })

  it('answers any address with a page', async () => {
    const odd = ['%00', '%FF', '%ED%A0%80', '%', '%C0%AE', 'a'.repeat(4000), '%E2%80%AE', '[]', '{}', '1&x=1&x=2']
    for (const name of ['number', 'status', 'sn', 'from', 'to', 'zone', 'page', 'size', '_data2', 'choose'])
      for (const value of odd) {
        const other = name === 'from' ? '&to=2026-01-01' : ['to', 'zone'].includes(name) ? '&from=2026-01-01' : ''
        const answer = await customer.request(`/order?${name}=${value}${other}`)
        await answer.arrayBuffer()
        expect([200, 302, 422], `${name}=${value.slice(0, 30)} answers ${answer.status}`).toContain(answer.status)
      }
    const twice = await customer.request('/order?number=20&number=99999999&status=1&status=1&page=1')
    expect([twice.status, (await twice.text()).includes(orders[0]?.number ?? '-')]).toEqual([200, true])
    const visitor = await portal.visitor().request('/order?number=20')
    expect(visitor.status).toBe(302)
  })
})
