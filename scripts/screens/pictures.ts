/** Opens the pages of page-visits.ts in a browser and takes pictures of them. The scripts of this folder share it. */
import { createCanvas, loadImage } from 'canvas'
import type { Page } from 'playwright/test'
import type { Language } from '~/i18n/languages'
import { expect, ready, test as base } from '../../tests/support/browser'
import { makeHousehold, type Household } from '../../tests/support/household'
import {
  addressOf,
  become,
  byPage,
  pageVisits,
  visitsOf,
  type Area,
  type Visit,
  type Who,
} from '../../tests/support/page-visits'

export const test = base.extend<object, { house: Household }>({
  house: [async ({ server }, give) => give(await makeHousehold(server.origin)), { scope: 'worker' }],
})

export const sizes = { desk: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const
export type Size = keyof typeof sizes

/** One of an area's pages in one state, named after the route's file and the number of its visit: `news._index-2`. */
export type Stop = { visit: Visit; name: string }
export const getStops = (area: Area): Stop[] => {
  const stops = Object.entries(pageVisits).flatMap(([file, [one, ...visits]]) =>
    one === area
      ? visits.map((visit, index) => ({
          visit,
          name: `${file
            .replace(/\.tsx$/, '')
            .replaceAll('$', '')
            .replace(/^$/, 'missing')}${visits.length > 1 ? `-${index + 1}` : ''}`,
        }))
      : [],
  )
  expect(stops).toHaveLength(visitsOf(area).length)
  return stops
}

type Browsing = { page: Page; house: Household; language: Language; origin: string }
/** Opens pages one after another. Changes the member only when needed: this costs more than opening a page. */
export const makeOpener = ({ page, house, language, origin }: Browsing): ((visit: Visit) => Promise<void>) => {
  let member: Who | null = null
  return async (visit) => {
    if (visit.who !== member || visit.before !== undefined) await become(page, house, visit.who, language, origin)
    member = visit.before === undefined ? visit.who : null
    await visit.before?.(byPage(page), house)
    await page.setViewportSize(sizes.desk)
    await page.goto(addressOf(visit, house))
    await ready(page, true)
    if (visit.awaits !== undefined) await expect(page.locator(visit.awaits)).toBeVisible()
  }
}

/** Takes the open page as PNG, down to `maxHeight` px; without it, the whole page. */
export const takePicture = async (
  page: Page,
  { size, colorScheme, maxHeight = Infinity }: { size: Size; colorScheme: 'light' | 'dark'; maxHeight?: number },
): Promise<Buffer> => {
  const { width, height } = sizes[size]
  await page.setViewportSize(sizes[size])
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight)
  return page.screenshot({
    fullPage: true,
    animations: 'disabled',
    clip: { x: 0, y: 0, width, height: Math.min(Math.max(pageHeight, height), maxHeight) },
  })
}

export const toWebp = async (png: Buffer, { scale, quality }: { scale: number; quality: number }): Promise<Buffer> => {
  const image = await loadImage(png)
  const canvas = createCanvas(Math.round(image.width * scale), Math.round(image.height * scale))
  const context = canvas.getContext('2d')
  context.imageSmoothingEnabled = true
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.encode('webp', quality)
}
