/**
 * Takes pictures of pages for people to look at: every requested page in every requested language, width and colour
 * scheme, with and without scripts. Needs a running demo server; signs in as the demo user. Nothing is compared.
 *
 *   npx tsx scripts/screens/demo.ts --base http://127.0.0.1:3000 --out screens --pages home,login --languages en,ar
 *   npx tsx scripts/screens/demo.ts --readme docs/screens/editor.png     the README's picture: the demo list in the
 *   editor
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'

const visitorPages = { home: '/home', login: '/login', register: '/register', missing: '/no/such/page' }
const userPages = {
  'home-in': '/home',
  personal: '/personal',
  tokens: '/personal/tokens',
  'token-new': '/personal/tokens/new',
  terminal: '/terminal',
  bind: '/terminal/bind',
  features: '/features',
  news: '/news',
  feedback: '/news/feedback',
  'feedback-new': '/news/feedback/new',
}
const openPages = {
  help: '/help',
  'help-editor': '/help/editor',
  'help-box': '/help/box-settings',
  'help-usb': '/help/usb-network',
  'help-video-key': '/help/video-key',
  'help-bluetooth': '/help/bluetooth',
  'help-vpn': '/help/vpn',
  regions: '/help/regions',
  contact: '/help/contact',
  app: '/help/app',
  instructions: '/help/instructions',
  agreement: '/userAgreement',
  privacy: '/privacy',
  forget: '/forget',
}
const widths = { phone: 390, desk: 1280, small: 360 } as const
type Width = keyof typeof widths

const { values: options } = parseArgs({
  options: {
    base: { type: 'string', default: 'http://127.0.0.1:3000' },
    out: { type: 'string', default: 'screens' },
    pages: {
      type: 'string',
      default: [...Object.keys(visitorPages), ...Object.keys(openPages), ...Object.keys(userPages)].join(','),
    },
    languages: { type: 'string', default: 'en,ar' },
    widths: { type: 'string', default: 'phone,desk' },
    schemes: { type: 'string', default: 'light,dark' },
    scripts: { type: 'string', default: 'on' },
    /** More addresses for the signed-in user: name=/path,name=/path */
    more: { type: 'string', default: '' },
    user: { type: 'string', default: 'demo-user' },
    password: { type: 'string', default: 'mango-demo' },
    /** Takes only the README's picture, into this file. */
    readme: { type: 'string', default: '' },
  },
})

const list = (text: string): string[] => text.split(',').filter(Boolean)
const isWidth = (text: string): text is Width => Object.hasOwn(widths, text)
const extra = Object.fromEntries(
  list(options.more).map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
)
const asked = new Set([...list(options.pages), ...Object.keys(extra)])

const open = async (
  browser: Browser,
  language: string,
  width: Width,
  scheme: string,
  scripts: string,
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: options.base,
    viewport: { width: widths[width], height: width === 'desk' ? 900 : 780 },
    javaScriptEnabled: scripts === 'on',
    colorScheme: scheme === 'dark' ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: language === 'ua' ? 'uk' : language,
  })
  await context.addCookies([{ name: 'language', value: language, url: options.base }])
  return context
}

const shoot = async (context: BrowserContext, pages: Record<string, string>, suffix: string): Promise<void> => {
  for (const [name, address] of Object.entries(pages)) {
    if (!asked.has(name)) continue
    const page = await context.newPage()
    const faults: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(String(error)))
    await page.goto(address, { waitUntil: 'networkidle' })
    const overflow = await page
      .evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      .catch(() => 0)
    await page.screenshot({ path: path.join(options.out, `${name}-${suffix}.png`), fullPage: true })
    for (const fault of [...faults, ...(overflow > 0 ? [`scrolls sideways by ${overflow} px`] : [])])
      console.error(`${name}-${suffix}: ${fault}`)
    await page.close()
  }
}

const signIn = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage()
  await page.goto('/login')
  await page.fill('[name=identifier]', options.user)
  await page.fill('[name=password]', options.password)
  await page.press('[name=password]', 'Enter')
  await page.waitForURL('**/home')
  return page
}

/** The demo's own list with a satellite chosen and some rows selected, as in real use. Nothing is changed. */
const shootReadme = async (browser: Browser, file: string): Promise<void> => {
  const context = await open(browser, 'en', 'desk', 'light', 'on')
  const page = await signIn(context)
  await page.setViewportSize({ width: widths.desk, height: 1000 })
  await page.goto('/features')
  await page.getByRole('link', { name: 'Living room', exact: true }).click()
  await page.locator('.ed-row .c-check').first().waitFor()
  await page.locator('.sky-wide .sky-satellite').filter({ hasText: 'Astra' }).click()
  await page.locator('.sky-chosen').first().waitFor()
  const boxes = page.locator('.ed-row .c-check input')
  for (const at of [1, 2, 4]) await boxes.nth(at).click()
  await page.mouse.move(0, 0)
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.screenshot({ path: file })
  await context.close()
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
if (options.readme === '') {
  mkdirSync(options.out, { recursive: true })
  for (const language of list(options.languages))
    for (const width of list(options.widths).filter(isWidth))
      for (const scheme of list(options.schemes))
        for (const scripts of list(options.scripts)) {
          const suffix = [language, width, scheme, scripts === 'on' ? '' : 'plain'].filter(Boolean).join('-')
          const context = await open(browser, language, width, scheme, scripts)
          await shoot(context, { ...visitorPages, ...openPages }, suffix)
          if ([...asked].some((name) => Object.hasOwn(userPages, name) || Object.hasOwn(extra, name))) {
            await (await signIn(context)).close()
            await shoot(context, { ...userPages, ...extra }, suffix)
          }
          await context.close()
        }
} else await shootReadme(browser, options.readme)
await browser.close()
