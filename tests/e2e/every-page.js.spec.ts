/**
 * Every page with real data: accessible, in its language and direction, with complete texts, no wider than a phone or a
 * desktop, and without browser errors. Axe checks English on a desktop and Arabic on a phone in dark mode, and one page
 * of each area in Russian and Persian. tests/http/every-page.long.test.ts reads the server's own output in all eight
 * languages; this file checks the pages after scripts ran.
 */
import type { Page } from 'playwright/test'
import { codeOf, directionOf, type Direction, type Language } from '~/i18n/languages'
import { expect, expectAccessible, ready } from '../support/browser'
import { wrongTexts } from '../support/page-faults'
import { desk, expectNoOverflow, phone, startTour, test } from '../support/page-tour'
import { areas, become, groupByMember, visitsOf } from '../support/page-visits'

// Each test is independent, so all workers share them; otherwise the others would be idle while one goes through all
// pages.
test.describe.configure({ mode: 'parallel' })

/** The faults that a reader of this page would meet, as sentences; empty if there are none. */
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

      // A missing text shows its key; a wrongly filled-in one shows what no person writes.
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
        // Codes, addresses and people's own texts may look like anything.
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

/**
 * How each language is checked: at which widths, and by axe at the last of them. Russian has the longest words, which
 * matters on a phone; Persian is a spot check with one page of each area.
 */
const looks = [
  { language: 'en', visits: 'all', axe: 'all', sizes: [phone, desk], scheme: 'light' },
  { language: 'ar', visits: 'all', axe: 'all', sizes: [desk, phone], scheme: 'dark' },
  { language: 'ru', visits: 'all', axe: 'first', sizes: [phone], scheme: 'light' },
  { language: 'fa', visits: 'first', axe: 'first', sizes: [phone, desk], scheme: 'light' },
] as const

/** The most pages of one test: the last test of a run leaves the other workers idle. */
const maxPages = 24
const tours = looks.flatMap((look) =>
  areas.flatMap((area) => {
    const visits = groupByMember(visitsOf(area)).slice(0, look.visits === 'all' ? undefined : 1)
    return Array.from({ length: Math.ceil(visits.length / maxPages) }, (_, part) => ({
      ...look,
      name: `the pages of ${area} in ${look.language}${part === 0 ? '' : `, part ${part + 1}`}`,
      visits: visits.slice(part * maxPages, (part + 1) * maxPages),
      judged: look.axe === 'all' ? maxPages : part === 0 ? 1 : 0,
    }))
  }),
)

for (const { name, language, visits, judged, sizes, scheme } of tours)
  test(name, async ({ page, house, complaints, baseURL }) => {
    await house.speak(codeOf(language))
    await page.emulateMedia({ colorScheme: scheme })
    const tour = startTour(page, { house, language, origin: baseURL ?? '', complaints })
    for (const [index, visit] of visits.entries()) {
      const where = await tour.open(visit)
      expect.soft(await findFaults(page, language, directionOf(language)), `faults of ${where}`).toEqual([])
      // A page opens in the size in which the last one was left, so each is resized once.
      const inOrder = page.viewportSize()?.width === sizes.at(-1)?.width ? [...sizes].reverse() : sizes
      for (const size of inOrder) {
        if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size)
        await expectNoOverflow(page, where)
        if (size === sizes.at(-1) && index < judged) await expectAccessible(page, `${where} at ${size.width} px`)
      }
      expect.soft(tour.takeComplaints(), `complaints of the browser at ${where}`).toEqual([])
    }
  })

for (const language of ['en', 'ar'] as const)
  test(`menus and dialogs over a page are accessible in ${language}`, async ({ page, house, baseURL }) => {
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
