/** The help pages fit a small phone in languages with long words, and a guide loads no more than it needs. */
import { gzipSync } from 'node:zlib'
import { expect, ready, test } from '../support/browser'

const names = ['editor', 'box-settings', 'usb-network', 'video-key', 'bluetooth', 'vpn', 'mylink'] as const
const pages = ['/help', ...names.map((name) => `/help/${name}`)]

test('no help page is wider than a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/help')
  for (const language of ['en', 'ar', 'ru', 'fr']) {
    await page.context().addCookies([{ name: 'language', value: language, url: new URL(page.url()).origin }])
    for (const address of pages) {
      await page.goto(address)
      await ready(page, true)
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${address} (${language})`)
        .toBeLessThanOrEqual(360)
    }
  }
})

test('a guide loads its own texts and scripts, of at most 135 KB', async ({ page }) => {
  const asked = new Set<string>()
  const scripts: Promise<number>[] = []
  page.on('request', (request) => {
    const text = /\/texts\/.*\/([\w-]+)\.json$/.exec(request.url())?.[1]
    if (text !== undefined) asked.add(text)
  })
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
  })
  await page.goto('/help/editor')
  // Everything that a visitor's page loads by itself is there once it can be used.
  await ready(page, true)
  expect([...asked].filter((name) => name.startsWith('guide-') || name === 'help').sort()).toEqual([
    'guide-editor',
    'help',
  ])
  expect(scripts.length).toBeGreaterThan(2)
  expect((await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(135 * 1024)
})
