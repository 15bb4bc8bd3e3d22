/**
 * Guards against two known weaknesses of shops: pages about an order or a payment that anybody can open, and requests
 * to addresses that somebody else chose.
 */
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeNowPayments } from '~/modules/payment/nowpayments.server'
import { makeStripe } from '~/modules/payment/stripe.server'
import { apiRows, pageRows, type CallerName } from '../support/matrix'
import { root } from '../support/paths'

/** Callers without a session: it never began, has ended, or belonged to an account that is disabled now. */
const without = ['out', 'expired', 'disabled'] as const satisfies readonly CallerName[]
const isAboutMoney = (name: string): boolean => /^(GET|POST|PUT|DELETE) \/?(order|payment|wallet|points)\b/.test(name)
/** Providers have no session: their calls are signed. */
const signed = ['POST /payment/callback/nowpayments', 'POST /payment/callback/stripe']

describe('orders, payments, receipts and the wallet', () => {
  const answersOf = (rows: typeof pageRows | typeof apiRows) =>
    Object.entries(rows)
      .filter(([name]) => isAboutMoney(name) && !signed.includes(name))
      .flatMap(([name, { answers }]) => without.map((caller) => [name, caller, answers[caller]]))

  it('pages need a session that is still valid', () => {
    const answers = answersOf(pageRows)
    expect(answers.length).toBeGreaterThan(100)
    expect(answers.filter(([, , answer]) => !/^(30[23] \/|401)$/.test(answer ?? ''))).toEqual([])
  })
  it('calls need one too', () => {
    const answers = answersOf(apiRows)
    expect(answers.length).toBeGreaterThan(100)
    const ended: Record<string, string> = { out: 'I1304', expired: 'I1303', disabled: 'U6008' }
    expect(answers.filter(([, caller, answer]) => answer !== ended[caller ?? ''])).toEqual([])
  })
})

describe('calls to other services', () => {
  const sources = globSync('app/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/^app\/(client|generated|ui)\//.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
  const filesWith = (pattern: RegExp): string[] =>
    sources.flatMap(({ file, text }) => (pattern.test(text) ? [file] : [])).sort()

  it('go through one client, used only for services named in the settings', () => {
    // Before adding a caller whose address a customer or a provider can choose, refuse private networks.
    expect(filesWith(/(?<![\w.=])fetch\(/)).toEqual(['app/platform/http-client.server.ts'])
    expect(filesWith(/\bcallHttp\(/)).toEqual([
      'app/modules/payment/provider-call.server.ts',
      'app/platform/sms.server.ts',
    ])
    expect(filesWith(/from '\.\/provider-call\.server'/)).toEqual([
      'app/modules/payment/nowpayments.server.ts',
      'app/modules/payment/stripe.server.ts',
    ])
  })
  it('go to the address of the settings, whatever id a provider or a payer sends', async () => {
    const paths: string[] = []
    const gateway = createServer((request, response) => {
      paths.push(request.url ?? '')
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end()
    })
    const port = await new Promise<number>((resolve) =>
      gateway.listen(0, '127.0.0.1', () => resolve((gateway.address() as AddressInfo).port)),
    )
    const common = { url: `http://127.0.0.1:${port}/gate`, sandbox: true }
    const coins = makeNowPayments({ ...common, apiKey: 'key', ipnSecret: 'key', email: '', password: '' })
    const cards = makeStripe({
      ...{ ...common, secretKey: 'key', webhookSecrets: [], webWallet: 'link', live: false },
      pageOrigin: 'https://pay.example',
    })
    for (const id of ['http://10.0.0.1/', '../../admin', '@10.0.0.1', '?a=b#c']) {
      const calls = [coins.getPayment(id), cards.getSession(id), cards.expireSession(id), cards.getDispute(id)]
      for (const answer of await Promise.all(calls)) expect(answer.ok).toBe(false)
    }
    gateway.close()
    // Each call was sent once, to its own path; the redirect to a private network was not followed.
    expect(paths).toHaveLength(16)
    expect(
      paths.filter(
        (sent) => !/^\/gate\/(payment|v1\/checkout\/sessions|v1\/disputes)\/[^/?#@]+(\/expire)?(\?[^#]*)?$/.test(sent),
      ),
    ).toEqual([])
  })
})
