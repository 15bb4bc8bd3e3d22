/**
 * The sandbox as the process that `npm start` runs next to the portal: it starts if no provider is configured, ends
 * with its parent however that ends, and keeps its state.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, it } from 'vitest'
import { makeNowPayments } from '~/modules/payment/nowpayments.server'
import { makeStripe } from '~/modules/payment/stripe.server'
import { parseSettings } from '~/platform/env.server'
import { root } from '../support/paths'

const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-sandbox-'))
const children = new Set<ChildProcess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

type Given = Record<string, string | undefined>
/** Does what start.mjs does before it starts the server, prints the server's settings, and waits. */
const starter = `
  import { withSandbox } from ${JSON.stringify(path.join(root, 'scripts/lib/sandbox.mjs'))}
  const names = ['SANDBOX_URL', 'SANDBOX_SECRET', 'CALLBACK_ORIGIN', 'PUBLIC_ORIGIN', 'PORTAL_MODE', 'PORT', 'DATA_DIR']
  const given = await withSandbox({ ...process.env })
  console.log('given ' + JSON.stringify(Object.fromEntries(names.map((name) => [name, given[name]]))))
  process.stdin.resume()
`
const begin = async (env: Record<string, string> = {}): Promise<{ given: Given; child: ChildProcess }> => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', starter], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, PORTAL_MODE: 'demo', DATA_DIR: folder, PORT: '34567', SANDBOX_PORT: '0', ...env },
  })
  children.add(child)
  const lines = createInterface({ input: child.stdout })
  for await (const line of lines)
    if (line.startsWith('given ')) return { given: JSON.parse(line.slice('given '.length)) as Given, child }
  throw new Error('it ended before it said what it gives')
}
/** Resolves once nobody listens there: the open connection closes when the process ends. */
const goneFrom = async (url: string): Promise<void> => {
  for (;;) {
    const answer = await fetch(`${url}/healthz`).catch(() => null)
    if (answer === null) return
    await answer.text()
  }
}

describe('the sandbox next to a demo', () => {
  it('serves both APIs with the server’s settings, ends when its parent is killed, and keeps its state', async () => {
    // A full disk has left an empty secret.
    mkdirSync(path.join(folder, 'sandbox'))
    writeFileSync(path.join(folder, 'sandbox/secret'), '')
    const first = await begin()
    const settings = parseSettings(first.given)
    if (!settings.ok) throw new Error(settings.problems.join())
    const { coins, cards, callbackOrigin } = settings.settings.payments
    if (coins === null || cards === null) throw new Error('a provider is missing')
    expect(callbackOrigin).toBe('http://127.0.0.1:34567')
    // Return links use the address that `npm start` prints: people are signed in under that host name only.
    expect(settings.settings.publicOrigin).toBe('http://localhost:34567')
    const made = await makeNowPayments(coins).createPayment({
      reference: 'kept',
      priceAmount: '10',
      coin: 'ltc',
      description: 'TV',
      callbackUrl: `${callbackOrigin}/api/payment/callback/nowpayments`,
      fixedRate: false,
    })
    if (!made.ok) throw new Error(made.fault.message)
    expect(await makeStripe(cards).listEvents({ since: new Date(0) })).toMatchObject({ ok: true })
    expect(statSync(path.join(folder, 'sandbox/secret')).mode & 0o077).toBe(0)

    first.child.kill('SIGKILL')
    await goneFrom(first.given['SANDBOX_URL'] ?? '')

    const second = await begin()
    expect(second.given['SANDBOX_SECRET']).toBe(first.given['SANDBOX_SECRET'])
    const again = makeNowPayments({ ...coins, url: `${second.given['SANDBOX_URL']}/v1` })
    expect(await again.getPayment(made.value.id)).toMatchObject({
      ok: true,
      value: { reference: 'kept', address: made.value.address },
    })
    // Its usual port is in use, so it takes another one.
    const third = await begin({ SANDBOX_PORT: new URL(second.given['SANDBOX_URL'] ?? '').port })
    expect(third.given['SANDBOX_URL']).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(third.given['SANDBOX_URL']).not.toBe(second.given['SANDBOX_URL'])
    for (const { child, given } of [second, third]) {
      child.kill('SIGTERM')
      await goneFrom(given['SANDBOX_URL'] ?? '')
    }
  })

  it('is not started in production, if both providers are configured, or if one is named', async () => {
    const elsewhere = path.join(folder, 'elsewhere')
    const both = { NOWPAYMENTS_API_KEY: 'key', STRIPE_SECRET_KEY: 'sk_test_1' }
    const cases: Record<string, string>[] = [{ PORTAL_MODE: 'production' }, both, { SANDBOX_URL: 'http://127.0.0.1:1' }]
    for (const env of cases) {
      const { given, child } = await begin({ ...env, DATA_DIR: elsewhere })
      expect(given['SANDBOX_SECRET']).toBeUndefined()
      child.kill()
    }
    expect(existsSync(elsewhere)).toBe(false)
  })
})
