/**
 * Measures the scripts that each page loads in the browser, gzipped, with the engine's wasm separately: in Chromium,
 * page by page.
 */
import { gzipSync } from 'node:zlib'
import { signedIn, startChromium } from './chromium'
import type { BenchPortal } from './portal'
import type { Table } from './table'

/** KB (1000 bytes) of gzipped scripts that a page may load, and the editor's page. */
const most = { page: 135, editor: 190 } as const

export const benchBundles = async (portal: BenchPortal): Promise<Table[]> => {
  const pages = [
    '/home',
    '/login',
    '/register',
    '/features',
    '/terminal',
    '/personal',
    `/features/lists/${portal.listId}`,
  ]
  const browser = await startChromium()
  try {
    const rows: Table['rows'] = []
    for (const address of pages) {
      const context = await signedIn(browser, portal)
      if (address === '/login' || address === '/register') await context.clearCookies()
      const page = await context.newPage()
      const sizes: Promise<number>[] = []
      page.on('response', (answer) => {
        if (answer.request().resourceType() === 'script' && answer.ok())
          sizes.push(answer.body().then((body) => gzipSync(body, { level: 9 }).length))
      })
      const isEditor = address.startsWith('/features/lists/')
      await page.goto(`${portal.server.origin}${address}`, { waitUntil: 'networkidle' })
      if (isEditor) await page.waitForSelector('[data-editor=ready]')
      const all = await Promise.all(sizes)
      rows.push([
        isEditor ? '/features/lists/{id}' : address,
        all.reduce((sum, size) => sum + size, 0) / 1000,
        isEditor ? most.editor : most.page,
        all.length,
      ])
      await context.close()
    }
    return [{ title: 'Scripts at load, gzipped', columns: ['page', 'KB', 'at most', 'files'], rows }]
  } finally {
    await browser.close()
  }
}
