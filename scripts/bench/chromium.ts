/** A browser to measure in, signed in as the portal's demo user. */
import { chromium, type Browser, type BrowserContext } from 'playwright'
import { findChromium, findTestBrowser } from '../lib/chromium.mjs'
import type { BenchPortal } from './portal'

export const startChromium = (): Promise<Browser> => {
  const installed = findChromium() ?? findTestBrowser()
  return chromium.launch({
    ...(installed === null ? {} : { executablePath: installed }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** A context with the portal's session cookie. */
export const signedIn = async (browser: Browser, portal: BenchPortal): Promise<BrowserContext> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
  // The loader of these scripts names functions by a helper, which functions sent to the page need too.
  await context.addInitScript({ content: 'globalThis.__name = (one) => one' })
  await context.addCookies(
    portal.cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=')
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: portal.server.origin }
    }),
  )
  return context
}
