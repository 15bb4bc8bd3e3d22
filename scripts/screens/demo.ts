/**
 * Takes the README's picture, docs/screens/editor.png: the demo's own list with a satellite chosen and some rows
 * selected, as in real use. Nothing is changed. Needs a running demo server on port 3000, or the one of --base.
 *
 *   npx tsx scripts/screens/demo.ts --base http://127.0.0.1:3000
 */
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'

const { values: options } = parseArgs({ options: { base: { type: 'string', default: 'http://127.0.0.1:3000' } } })

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const context = await browser.newContext({
  baseURL: options.base,
  viewport: { width: 1280, height: 1000 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
  locale: 'en',
})
const page = await context.newPage()
await page.goto('/login')
await page.fill('[name=identifier]', 'demo-user')
await page.fill('[name=password]', 'mango-demo')
await page.press('[name=password]', 'Enter')
await page.waitForURL('**/home')
await page.goto('/features')
await page.getByRole('link', { name: 'Living room', exact: true }).click()
await page.locator('.ed-row .c-check').first().waitFor()
await page.locator('.sky-wide .sky-satellite').filter({ hasText: 'Astra' }).click()
await page.locator('.sky-chosen').first().waitFor()
const boxes = page.locator('.ed-row .c-check input')
for (const at of [1, 2, 4]) await boxes.nth(at).click()
await page.mouse.move(0, 0)
await page.evaluate(() => window.scrollTo(0, 0))
await page.screenshot({ path: 'docs/screens/editor.png' })
await browser.close()
