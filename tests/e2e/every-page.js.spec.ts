/**
 * Every page with real data: accessible, in its language and direction, whole in its texts, not wider than a phone or a
 * desk, and without a complaint of the browser. Axe looks at English on a desk and at Arabic on a phone in the dark,
 * and in Russian and Persian at a page of each area. What the server itself writes is read in all eight languages by
 * tests/http/every-page.test.ts; here it is what scripts have made of it.
 */
import type { Page } from 'playwright/test'
import { codeOf, directionOf, type Direction, type Language } from '~/i18n/languages'
import { expect, expectAccessible, ready, test as base } from '../support/browser'
import { makeHousehold, type Household } from '../support/household'
import { wrongTexts } from '../support/page-faults'
import { addressOf, areas, become, byPage, visitsByMember, type Who } from '../support/page-visits'

const test = base.extend<object, { house: Household }>({
  house: [async ({ server }, give) => give(await makeHousehold(server.origin)), { scope: 'worker' }],
})

// Each test is whole by itself, so all workers take of them; without this others would stand idle while one
// goes through all pages.
test.describe.configure({ mode: 'parallel' })

const desk = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }

/** What stands in the way of a reader of this page, as sentences; empty where nothing does. */
const findFaults = (page: Page, language: Language, direction: Direction): Promise<string[]> =>
  page.evaluate(
    ([wantedLanguage, wantedDirection, patterns]) => {
      const faults: string[] = []
      const { lang, dir } = document.documentElement
      if (lang !== wantedLanguage || dir !== wantedDirection) faults.push(`the page is in “${lang}”, from ${dir}`)
      const shown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true })
      const headings = [...document.querySelectorAll('h1')].filter(shown)
      if (headings.length !== 1)
        faults.push(`${headings.length} headings of level 1: ${headings.map((one) => one.textContent).join(' | ')}`)
      const title = document.title.split(' · ')
      if (title.some((part) => part.trim() === '') || title.length < 2)
        faults.push(`the title says only “${document.title}”`)
      const twice = [...document.querySelectorAll('[id]')]
        .map(({ id }) => id)
        .filter((id, index, all) => all.indexOf(id) !== index)
      if (twice.length > 0) faults.push(`ids given twice: ${twice.join(' ')}`)

      // A text that is missing shows its key; one that is filled in wrongly, what no person writes.
      const faulty = patterns.map((pattern) => new RegExp(pattern))
      const judge = (text: string, where: Element): void => {
        const trimmed = text.trim()
        if (trimmed !== '' && faulty.some((pattern) => pattern.test(trimmed)))
          faults.push(`<${where.localName} class="${where.getAttribute('class') ?? ''}"> says “${trimmed}”`)
      }
      judge(title[0] ?? '', document.documentElement)
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const parent = node.parentElement
        // Codes, addresses and what people wrote look as they look.
        if (parent !== null && parent.closest('script, style, .code, code, bdi, pre, textarea') === null)
          judge(node.nodeValue ?? '', parent)
      }
      for (const element of document.body.querySelectorAll(
        '[aria-label], [title], [alt], [placeholder], [aria-description]',
      ))
        for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-description'])
          judge(element.getAttribute(name) ?? '', element)
      return faults
    },
    [language, direction, wrongTexts.map(({ source }) => source)] as const,
  )

const softly = expect.configure({ soft: true })
/**
 * What reaches out of the page sideways, once it has been drawn in its size: two frames on, what hears of a new one has
 * heard of it. Null where nothing does.
 */
const findOverflow = (page: Page): Promise<string | null> =>
  page.evaluate(async () => {
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

/**
 * How each language is looked at, at which widths, and by axe at the last of them. Russian has the longest words, which
 * a phone feels; Persian is a spot check: one page of each area.
 */
const looks = [
  { language: 'en', visits: 'all', axe: 'all', sizes: [phone, desk], scheme: 'light' },
  { language: 'ar', visits: 'all', axe: 'all', sizes: [desk, phone], scheme: 'dark' },
  { language: 'ru', visits: 'all', axe: 'first', sizes: [phone], scheme: 'light' },
  { language: 'fa', visits: 'first', axe: 'first', sizes: [phone, desk], scheme: 'light' },
] as const

/** The frames that this worker's axe has judged. */
const frames = new Set<string>()
/** The most pages that one test looks at: the last test of a run leaves the others without work. */
const mostPages = 24
const tours = looks.flatMap((look) =>
  areas.flatMap((area) => {
    const visits = visitsByMember(area).slice(0, look.visits === 'all' ? undefined : 1)
    return Array.from({ length: Math.ceil(visits.length / mostPages) }, (_, part) => ({
      ...look,
      name: `the pages of ${area} in ${look.language}${part === 0 ? '' : `, part ${part + 1}`}`,
      visits: visits.slice(part * mostPages, (part + 1) * mostPages),
      judged: look.axe === 'all' ? mostPages : part === 0 ? 1 : 0,
    }))
  }),
)

for (const { name, language, visits, judged, sizes, scheme } of tours)
  test(name, async ({ page, house, complaints, baseURL }) => {
    test.setTimeout(180_000)
    const origin = baseURL ?? ''
    const broken: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400 && response.request().resourceType() !== 'document')
        broken.push(`${response.status()} ${response.url()}`)
    })
    await house.speak(codeOf(language))
    await page.emulateMedia({ colorScheme: scheme })
    let before: Who | null = null
    for (const [index, visit] of visits.entries()) {
      if (visit.who !== before || visit.before !== undefined) await become(page, house, visit.who, language, origin)
      before = visit.before === undefined ? visit.who : null
      await visit.before?.(byPage(page), house)
      const address = addressOf(visit, house)
      const where = `${address} for the ${visit.who} in ${language}`
      const answer = await page.goto(address)
      expect(answer?.status(), where).toBe(visit.status ?? 200)
      expect(new URL(page.url()).pathname, where).toBe(address.split('?')[0])
      await ready(page, true)
      if (visit.awaits !== undefined) await expect(page.locator(visit.awaits)).toBeVisible()

      expect.soft(await findFaults(page, language, directionOf(language)), `faults of ${where}`).toEqual([])
      // A page opens in the size in which the last one was left: each grows or shrinks once.
      const inOrder = page.viewportSize()?.width === sizes.at(-1)?.width ? [...sizes].reverse() : sizes
      for (const one of inOrder) {
        if (page.viewportSize()?.width !== one.width) await page.setViewportSize(one)
        // What a script lays out by the page's width follows a moment later.
        await softly
          .poll(() => findOverflow(page), { message: `${where} is wider than ${one.width} px`, timeout: 2000 })
          .toBeNull()
        if (one === sizes.at(-1) && index < judged)
          await expectAccessible(page, `${where} at ${one.width} px`, undefined, frames)
      }
      expect.soft([...complaints.splice(0), ...broken.splice(0)], `complaints of the browser at ${where}`).toEqual([])
    }
  })

for (const language of ['en', 'ar'] as const)
  test(`what opens over a page is accessible in ${language}`, async ({ page, house, baseURL }) => {
    await house.speak(codeOf(language))
    await become(page, house, 'owner', language, baseURL ?? '')
    await page.goto('/features')
    await ready(page, true)
    for (const menu of await page.locator('details.menu').filter({ visible: true }).all()) {
      await menu.locator('summary').first().click()
      await expect(menu).toHaveAttribute('open', '')
      await expectAccessible(page, `the menu ${await menu.locator('summary').first().innerText()} in ${language}`)
      await page.keyboard.press('Escape')
      await expect(menu).not.toHaveAttribute('open', '')
    }
    await page.locator('header a[data-app-download]').filter({ visible: true }).click()
    await expect(page.locator('dialog.app-dialog')).toBeVisible()
    await expectAccessible(page, `APP Download in ${language}`)
  })
