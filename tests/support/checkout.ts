/**
 * Fixtures for browser tests of purchases: new customers with boxes, wallets filled by the operator, orders as the API
 * returns them, and a count of the screens on the way.
 */
import type { Page } from 'playwright/test'
import { expect, ownPage, test as base, withAccount, type Person } from './browser'
import { HttpClient } from './http-client'
import { operatorToken } from './people'
import type { TestSandbox } from './sandbox'

export const phone = { width: 390, height: 844 }

type Operate = <D = unknown>(method: string, path: string, fields: object) => Promise<D>
export type Buyer = Person & { sn: string }
type Fixtures = {
  /** Signs in a new account with a bound box in the page's browser; its wallet is empty. */
  buyer: Buyer
  /** Makes an operator call that must succeed, and returns its answer. */
  operate: Operate
  /** Gives a customer Mango ("12.5") or points. */
  credit: (person: Person, currency: 'MANGO' | 'POINTS', amount: string) => Promise<void>
}

let gifts = 0
export const test = base.extend<Fixtures>({
  operate: async ({ server }, give) => {
    const token = await operatorToken(server.origin)
    await give(async <D>(method: string, path: string, fields: object) => {
      const json = { why: 'for the tests', ...fields }
      const answer = await new HttpClient(server.origin).api<D>(method, `/operator${path}`, { token, json })
      expect(answer, `${method} ${path}`).toMatchObject({ code: '0' })
      return answer.data
    })
  },
  credit: async ({ operate }, give) => {
    await give(async ({ userName }, currency, amount) => {
      const batch = `gift-${process.pid}-${++gifts}`
      await operate('POST', '/ledger/credit', { user: userName, currency, amount, batch })
    })
  },
  buyer: async ({ page, registerBox }, give) => {
    const sn = await registerBox()
    // The box has no cookies, so it asks before anybody is signed in.
    const paired = await page.request.post('/api/stb/pair', {
      data: { sn, model: 'Mango S1', softwareVersion: '2.14.3' },
    })
    const { data } = (await paired.json()) as { data: { userCode: string } }
    const person = await withAccount(page, 'buyer')
    const bound = await page.request.post('/terminal/bind', {
      headers: ownPage,
      maxRedirects: 0,
      form: { sn, repeatSn: sn, code: data.userCode },
    })
    expect(bound.status(), 'binding the box').toBe(303)
    await give({ ...person, sn })
  },
})

/** An API call of the signed-in customer. */
export const call = async <D = unknown>(page: Page, method: string, path: string, data?: object): Promise<D> => {
  const answer = await page.request.fetch(`/api${path}`, { method, headers: ownPage, ...(data && { data }) })
  const envelope = (await answer.json()) as { code: string; data: D }
  expect(envelope, `${method} ${path}`).toMatchObject({ code: '0' })
  return envelope.data
}

export type Plan = { plan: string; months: number; payPrice: string }
/** The current prices of a product, by months. */
export const planOf = async (page: Page, product: string, months: number): Promise<Plan> => {
  type Shop = { items: { key: string; plans: Plan[] }[] }
  const { items } = await call<Shop>(page, 'GET', '/service/customer/products')
  const plan = items.find(({ key }) => key === product)?.plans.find((one) => one.months === months)
  if (plan === undefined) throw new Error(`${product} is not sold for ${months} months`)
  return plan
}

/** The day (UTC) in a year from now: for codes that are still good. */
export const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10)

/** The ids of SPEC's payment methods that the tests use. */
export const methods = { usdt: 12, btc: 16, mango: 100 } as const
/** Orders a product by an API call, and starts the payment if a method is given. Returns the order number. */
export const place = async (
  page: Page,
  { sn }: Buyer,
  { plan, payPrice }: Plan,
  method?: (typeof methods)[keyof typeof methods],
): Promise<string> => {
  const json = { sn, plan, price: payPrice, ...(method !== undefined && { method }) }
  return (await call<{ number: string }>(page, 'POST', '/order/customer/orders', json)).number
}

export type Order = {
  number: string
  status: number
  payPrice: string
  actuallyPaid: string
  credited: string
  shares: { kind: string; amount: string; state: string }[]
  payments: { label: string; payinAddress: string | null }[]
  lines: { periods: { service: string }[] }[]
}
export const ordersOf = async (page: Page): Promise<Order[]> => {
  const { items } = await call<{ items: Order[] }>(page, 'GET', '/order/customer/orders?size=100')
  return Promise.all(items.map(({ number }) => call<Order>(page, 'GET', `/order/customer/orders/${number}`)))
}
/** The customer's only order. */
export const onlyOrder = async (page: Page): Promise<Order> => {
  const orders = await ordersOf(page)
  expect(orders, 'the orders of the account').toHaveLength(1)
  return orders[0] as Order
}

/** The available Mango and points. */
export const walletOf = async (page: Page): Promise<{ mango: string; points: string }> => {
  type Methods = { items: { kind: string; available: string | null }[] }
  const { items } = await call<Methods>(page, 'GET', '/payment/customer/methods')
  const availableOf = (wanted: string): string => items.find(({ kind }) => kind === wanted)?.available ?? ''
  return { mango: availableOf('mango'), points: availableOf('points') }
}

/** The provider's coin payments for an order, newest last. */
export const coinPaymentsOf = ({ state }: TestSandbox, number: string): string[] =>
  Object.values(state.coins)
    .filter((row) => row.description?.split(' ', 1)[0] === number)
    .map(({ id }) => id)

/**
 * Collects the screens of a page from now on: the paths that its main frame shows, with the origin for another site. An
 * update at the same path is not a new screen.
 */
export const watchScreens = (page: Page, origin: string): string[] => {
  const screens: string[] = []
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    const url = new URL(frame.url())
    const shown = (url.origin === origin ? '' : url.origin) + url.pathname
    if (screens.at(-1) !== shown) screens.push(shown)
  })
  return screens
}

/**
 * Triggers the refresh of a page that updates itself, without waiting. With scripts its next poll is due at once
 * (`page.clock` was installed), without them the address that it would load is loaded.
 */
export const refresh = async (page: Page, scripted: boolean): Promise<void> => {
  if (scripted) await page.clock.fastForward(60_000)
  else {
    const content = await page.locator('meta[http-equiv="refresh"]').getAttribute('content')
    const to = /^\d+;\s*url=(.+)$/i.exec(content ?? '')?.[1]
    expect(to, `where the page leads by itself: ${content}`).toBeDefined()
    await page.goto(to ?? '')
  }
}
