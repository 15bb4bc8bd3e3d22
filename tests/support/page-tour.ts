/** Opens the pages of page-visits.ts one after another in a browser. */
import type { Page } from 'playwright/test'
import type { Language } from '~/i18n/languages'
import { expect, ready, test as base } from './browser'
import { makeHousehold, type Household } from './household'
import { findDeadButtons, findLostFields, findRunTogether } from './plain-reading'
import { addressOf, become, byPage, type Visit, type Who } from './page-visits'

const houses = new Map<string, Promise<Household>>()
export const test = base.extend<{ house: Household }>({
  /** One for each server. */
  house: async ({ server }, give) => {
    const house = houses.get(server.origin) ?? makeHousehold(server.origin)
    houses.set(server.origin, house)
    await give(await house)
  },
})

export const desk = { width: 1280, height: 900 }
export const phone = { width: 390, height: 844 }

type Tour = {
  /** Opens a page as its member and waits until its scripts run. Returns the page's address for messages. */
  open(visit: Visit): Promise<string>
  /** The browser's complaints since the last call, failed requests included. */
  takeComplaints(): string[]
}

export const startTour = (
  page: Page,
  {
    house,
    language,
    origin,
    complaints,
  }: { house: Household; language: Language; origin: string; complaints: string[] },
): Tour => {
  const failed: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400 && response.request().resourceType() !== 'document')
      failed.push(`${response.status()} ${response.url()}`)
  })
  // Changing the member costs more than opening a page.
  let member: Who | null = null
  return {
    open: async (visit) => {
      if (visit.who !== member || visit.before !== undefined) await become(page, house, visit.who, language, origin)
      member = visit.before === undefined ? visit.who : null
      await visit.before?.(byPage(page), house)
      const address = addressOf(visit, house)
      const where = `${address} for the ${visit.who} in ${language}`
      const answer = await page.goto(address)
      expect(answer?.status(), where).toBe(visit.status ?? 200)
      expect(new URL(page.url()).pathname, where).toBe(address.split('?')[0])
      const html = (await answer?.text()) ?? ''
      const plain = [...findRunTogether(html), ...findDeadButtons(html), ...findLostFields(html)]
      expect.soft(plain, `without styles and scripts at ${where}`).toEqual([])
      await ready(page, true)
      if (visit.awaits !== undefined) await expect(page.locator(visit.awaits)).toBeVisible()
      return where
    },
    takeComplaints: () => [...complaints.splice(0), ...failed.splice(0)],
  }
}

const findOverflow = (page: Page): Promise<string | null> =>
  page.evaluate(async () => {
    // Resize observers run before the second frame.
    await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return null
    const wide = [...document.body.querySelectorAll('*')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (right > clientWidth + 1 || left < -1)
    })
    return `${scrollWidth} of ${clientWidth} px: ${wide
      .slice(0, 8)
      .map((element) => `${element.localName}.${element.getAttribute('class') ?? ''}`)
      .join(', ')}`
  })

const softly = expect.configure({ soft: true })
/** Checks that the page does not scroll sideways. Polls, because scripts lay some parts out a moment later. */
export const expectNoOverflow = (page: Page, where: string): Promise<void> =>
  softly
    .poll(() => findOverflow(page), {
      message: `${where} is wider than ${page.viewportSize()?.width} px`,
    })
    .toBeNull()
