/**
 * Compressed page weight as served: at most 135 KB of scripts on any page, 190 KB in the editor, wasm apart; and at
 * most 24 000 bytes of style sheets on any page.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HttpClient, ownPage } from '../support/http-client'
import { root } from '../support/paths'
import { startSandbox, type TestSandbox } from '../support/sandbox'
import { startServer, type TestServer } from '../support/server'

const kilobyte = 1024
const pageBytes = 135 * kilobyte
const editorBytes = 190 * kilobyte
const engineBytes = 24 * kilobyte
/** All style sheets that one page links, together. */
const stylesBytes = 24_000

let server: TestServer
let sandbox: TestSandbox
let person: HttpClient
let listId: string
let number: string
let recharge: string
beforeAll(async () => {
  sandbox = await startSandbox()
  server = await startServer({ env: sandbox.env })
  person = await new HttpClient(server.origin).signIn('demo-user', 'mango-demo')
  const features = await (await person.request('/features')).text()
  const json = { sn: '100000000009', plan: 'demoplan-quran-12', price: '1.0000' }
  const placed = await person.api<{ number: string }>('POST', '/order/customer/orders', { json, headers: ownPage })
  number = placed.data.number
  expect(await person.api('POST', '/wallet/customer/account', { json: {}, headers: ownPage })).toMatchObject({
    code: '0',
  })
  const asked = { amount: '20', method: 12, batch: 'the-recharge-that-is-weighed' }
  const begun = await person.api<{ number: string }>('POST', '/wallet/customer/recharges', {
    json: asked,
    headers: ownPage,
  })
  recharge = begun.data.number
  listId = /\/features\/lists\/([0-9a-z]{20,})/.exec(features)?.[1] ?? ''
})
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
})

/**
 * Every built script that a page loads: its preloads, and the imports of its inline module. Routes that it only names
 * load later.
 */
const scriptsOf = (page: string): string[] => [
  ...new Set(
    [...page.matchAll(/<link rel="modulepreload" href="([^"]+)"|\bimport\s[^"';]*"(\/build\/[^"]+\.js)"/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    ),
  ),
]
const gzipBytes = (address: string): number =>
  gzipSync(readFileSync(path.join(root, 'public', decodeURIComponent(address))), { level: 9 }).length
/** Every style sheet that a page links, except the brand's own. */
const stylesOf = (page: string): string[] => [
  ...new Set([...page.matchAll(/<link rel="stylesheet" href="(\/build\/[^"]+\.css)"/g)].map((match) => match[1] ?? '')),
]
const expectLightStyles = (address: string, page: string): void => {
  const styles = stylesOf(page)
  expect(styles.length, address).toBeGreaterThan(0)
  const bytes = styles.reduce((sum, style) => sum + gzipBytes(style), 0)
  expect(bytes, `${address}: ${bytes} bytes in ${styles.join(' ')}`).toBeLessThanOrEqual(stylesBytes)
}
const weigh = async (address: string): Promise<{ bytes: number; scripts: string[] }> => {
  const answer = await person.request(address)
  expect(answer.status, address).toBe(200)
  const page = await answer.text()
  expectLightStyles(address, page)
  const scripts = scriptsOf(page)
  expect(scripts.length, address).toBeGreaterThan(2)
  return { bytes: scripts.reduce((sum, script) => sum + gzipBytes(script), 0), scripts }
}

describe('scripts loaded with a page', () => {
  it('weigh at most 135 KB gzipped on every page', async () => {
    const visitor = new HttpClient(server.origin)
    for (const address of [
      '/home',
      '/features',
      '/terminal',
      '/terminal/bind',
      '/order',
      `/order/${number}`,
      `/order/${number}/cancel`,
      `/order/${number}/pay`,
      '/service',
      '/service/buy?sn=100000000009&product=quran',
      '/wallet',
      '/wallet/recharge',
      `/wallet/recharge/${recharge}`,
      '/wallet/recharges',
      '/wallet/usdt',
      '/wallet/transfer',
      '/wallet/code',
      '/wallet/password',
      '/points',
      '/points/invite',
      '/points/orders',
      '/points/purchase',
      '/personal',
      '/personal/user-name',
      '/personal/contact/email',
      '/personal/contact/phone',
      '/personal/password',
      '/personal/country',
      '/personal/authenticator',
      '/personal/sessions',
      '/personal/sign-ins',
      '/personal/tokens',
      '/personal/tokens/new',
      '/features/mylink',
      '/features/mylink/import',
      '/features/audio',
      '/features/audio/add',
      `/features/lists/${listId}/history`,
      `/features/lists/${listId}/satellites/0`,
      `/features/lists/${listId}/groups/0`,
      `/features/lists/${listId}/channels/0/fields`,
      `/features/lists/${listId}/channels/add`,
      `/features/lists/${listId}/compare-with`,
      `/features/lists/${listId}/merge`,
      `/features/lists/${listId}/order-from`,
      `/features/lists/${listId}/mine`,
      `/features/lists/${listId}/paste`,
      `/features/lists/${listId}/numbers`,
      `/features/lists/${listId}/language`,
      `/features/lists/${listId}/names`,
      `/features/lists/${listId}/tools`,
      `/features/lists/${listId}/tools/names`,
      `/features/lists/${listId}/tools/from`,
      `/features/lists/${listId}/tools/sky`,
      `/features/lists/${listId}/tools/duplicates`,
    ]) {
      const { bytes, scripts } = await weigh(address)
      expect(bytes, `${address}: ${Math.round(bytes / kilobyte)} KB in ${scripts.join(' ')}`).toBeLessThanOrEqual(
        pageBytes,
      )
    }
    for (const address of [
      '/home',
      '/privacy',
      '/help/contact',
      '/help/regions',
      '/help/app',
      '/help/instructions',
      '/login',
      '/login/code',
      '/register',
      '/forget',
      '/verification?purpose=sign-in&returnTo=/login',
    ]) {
      const page = await (await visitor.request(address)).text()
      expectLightStyles(address, page)
      const bytes = scriptsOf(page).reduce((sum, script) => sum + gzipBytes(script), 0)
      expect(bytes, address).toBeLessThanOrEqual(pageBytes)
    }
  })

  it('weigh at most 190 KB gzipped in the editor', async () => {
    expect(listId).not.toBe('')
    const { bytes, scripts } = await weigh(`/features/lists/${listId}`)
    expect(bytes, `${Math.round(bytes / kilobyte)} KB in ${scripts.join(' ')}`).toBeLessThanOrEqual(editorBytes)
  })
})

it('the engine weighs at most 24 KB with brotli', () => {
  const wasm = readFileSync(path.join(root, 'engine/build/engine.wasm'))
  expect(brotliCompressSync(wasm).length).toBeLessThanOrEqual(engineBytes)
})
