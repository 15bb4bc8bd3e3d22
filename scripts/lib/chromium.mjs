/**
 * Finds a Chromium for the browser tests: CHROMIUM, else the usual places; null to use Playwright's own. The tests
 * prefer Debian's headless shell: the same engine without a window, which needs less work per page.
 */
import fs from 'node:fs'

export const headlessShell = '/usr/bin/chromium-headless-shell'
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Whether the user has named a browser. */
export const isChosen = () => (process.env.CHROMIUM ?? '') !== ''
/** @returns {string | null} */
export const findChromium = () =>
  isChosen() ? process.env.CHROMIUM : (places.find((place) => fs.existsSync(place)) ?? null)
/** The browser that the tests run in. @returns {string | null} */
export const findTestBrowser = () => (!isChosen() && fs.existsSync(headlessShell) ? headlessShell : findChromium())
