/** Finds a Chromium for the browser tests: CHROMIUM, else the usual places; null when Playwright's own is to be used. */
import fs from 'node:fs'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** @returns {string | null} */
export const findChromium = () => {
  const chosen = process.env.CHROMIUM
  if (chosen !== undefined && chosen !== '') return chosen
  return places.find((place) => fs.existsSync(place)) ?? null
}
