/**
 * A recharge for an order expires, and a new one is started for the same order, which it then pays. The test waits half
 * a minute; its name sorts first, so the other workers have work in the meantime.
 */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright/test'
import { expect, ownPage, ready } from '../support/browser'
import { call, coinPaymentsOf, onlyOrder, place, planOf, test as base } from '../support/checkout'
import { root } from '../support/paths'
import { startServer } from '../support/server'

base.describe.configure({ retries: 0 })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
/** The clock of its server can be advanced past the ten minutes of a recharge. */
const test = base.extend<object, object>({
  server: [
    async ({ sandbox }, give) => {
      const server = await startServer({
        env: {
          LIMITS: 'off',
          CLOCK_AHEAD_MINUTES: '11',
          NODE_OPTIONS: `--import=${pathToFileURL(path.join(root, 'tests/support/clock-ahead.mjs')).href}`,
          ...sandbox.env,
        },
      })
      await sandbox.setPortal(server.origin)
      await give(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

test('an expired recharge says so and leads to another one for the same order', async ({
  page,
  buyer,
  sandbox,
  server,
  scripted,
}) => {
  // It waits for the worker that expires overdue recharges.
  test.setTimeout(120_000)
  const opened = await page.request.post('/wallet/open', { headers: ownPage, maxRedirects: 0, form: {} })
  expect(opened.status()).toBe(303)
  const order = await place(page, buyer, await planOf(page, 'skin', 12))
  const begin = async (): Promise<string> => {
    await ready(page, scripted)
    await page.getByRole('radio', { name: 'USDT' }).check()
    await page.getByRole('button', { name: /^(?:Continue to payment|Pay [\d.,]+ USD)$/ }).click()
    await expect(heading(page)).toHaveText(/^Send/)
    return new URL(page.url()).pathname.split('/').at(-1) ?? ''
  }
  await page.goto(`/wallet/recharge?order=${order}`)
  const late = await begin()
  process.kill(server.appPid, 'SIGUSR2')
  await server.waitForLog(({ msg }) => msg === 'the clock is ahead')
  await expect
    .poll(
      async () =>
        (await call<{ recharge: { status: number } }>(page, 'GET', `/wallet/customer/recharges/${late}`)).recharge
          .status,
      {
        timeout: 60_000,
      },
    )
    .toBe(2)
  await page.goto(`/wallet/recharge/${late}`)
  await expect(heading(page)).toHaveText('The time to pay is over')
  await page.getByRole('link', { name: 'Start again' }).click()
  await expect(heading(page)).toHaveText('Recharge your wallet')
  await expect(page.getByText(`to pay order ${order}.`)).toBeVisible()
  const number = await begin()
  expect(number).not.toBe(late)
  await sandbox.pay(coinPaymentsOf(sandbox, number)[0] ?? '', 'pay', { callbacks: 'never' })
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(heading(page)).toHaveText('10.0000 Mango added')
  await page.getByRole('button', { name: `Pay order ${order} with Mango` }).click()
  await expect(heading(page)).toHaveText('Paid')
  expect(await onlyOrder(page)).toMatchObject({ number: order, status: 1 })
})
