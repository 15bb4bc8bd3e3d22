/**
 * The portal on an old phone. A browser of 2020 drops the newer CSS, and one without CSS still shows everything in
 * order. Its scripts can't be parsed; the page stays whole and its forms work. A browser that just passes the page's
 * check runs all scripts.
 */
import type { Page } from 'playwright/test'
import { expect, people, signIn, test } from '../support/browser'
import { expectSaved, openNewList, rowOf, storedChannels } from '../support/editor'
import { asOldBrowser, takeNewerFunctions } from '../support/old-browser'

/** The largest width of an icon, with or without styles; drawings are larger, and declare their size. */
const maxIcon = 48

/**
 * Faults that a reader would notice: icons of the wrong size, words run together, overlapping parts, a page wider than
 * the screen.
 */
const findFaults = (page: Page): Promise<string[]> =>
  page.evaluate((most) => {
    const faults: string[] = []
    const { documentElement } = document
    const styled = getComputedStyle(document.body).marginTop === '0px'
    // Tables without styles are as wide as their words; no picture may be.
    if (styled && documentElement.scrollWidth > documentElement.clientWidth)
      faults.push(`the page is ${documentElement.scrollWidth} px wide`)
    const seen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0
    for (const picture of [...document.querySelectorAll('svg, img')].filter(seen)) {
      const { width, height, right, left } = picture.getBoundingClientRect()
      if (picture.matches('.icon, .brand svg, .flag') && (width > most || height > most))
        faults.push(`an icon of ${width} × ${height}`)
      if (picture.closest('table') === null && (right > documentElement.clientWidth || left < 0))
        faults.push(`a picture from ${left} to ${right}`)
    }

    // Neighbouring texts on one line: from the last word of one to the first word of the other.
    const words: { text: string; rect: DOMRect; from: Element }[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    /** Texts for screen readers only are in a box of one pixel. */
    const clipped = (element: Element | null): boolean =>
      element !== null &&
      ((element.clientWidth <= 1 && getComputedStyle(element).overflowX === 'hidden') || clipped(element.parentElement))
    const range = document.createRange()
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement
      if (
        parent === null ||
        (node.nodeValue ?? '').trim() === '' ||
        !seen(parent) ||
        parent.closest('script, style, svg, [aria-hidden], .hidden-visually, .short-m, select, datalist') !== null ||
        getComputedStyle(parent).overflowX === 'hidden' ||
        clipped(parent)
      )
        continue
      range.selectNodeContents(node)
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
      const part = parent.closest('a, button, summary, dt, dd, li, label, p') ?? parent
      for (const rect of [rects[0], rects[rects.length - 1]])
        if (rect !== undefined) words.push({ text: (node.nodeValue ?? '').trim().slice(0, 30), rect, from: part })
    }
    for (const [index, one] of words.entries()) {
      const next = words[index + 1]
      if (next === undefined || next.from === one.from || one.from.contains(next.from) || next.from.contains(one.from))
        continue
      // Pages without styles are judged by their controls: the words of two must never run together.
      if (!styled && (!one.from.matches('a, button, summary') || !next.from.matches('a, button, summary'))) continue
      const apart = Math.max(next.rect.left - one.rect.right, one.rect.left - next.rect.right)
      const overlap = Math.min(one.rect.bottom, next.rect.bottom) - Math.max(one.rect.top, next.rect.top)
      if (overlap > one.rect.height / 2 && apart < 2) faults.push(`“${one.text}” runs into “${next.text}”`)
    }
    const parts = [...document.querySelectorAll('header.top, main > *, footer.foot')].filter(seen)
    for (const [index, part] of parts.entries()) {
      const next = parts[index + 1]
      if (
        next !== undefined &&
        part.getBoundingClientRect().bottom > next.getBoundingClientRect().top + 1 &&
        getComputedStyle(part).position !== 'fixed'
      )
        faults.push(
          `<${part.localName} class="${part.className}"> lies over <${next.localName} class="${next.className}">`,
        )
    }
    return faults
  }, maxIcon)

/** Makes the portal's scripts break at their first line, as on an unknown syntax. */
const breakScripts = async (page: Page): Promise<void> => {
  await page.route(/\/build\/.*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'a word of a later language' }),
  )
}

for (const [kind, styles] of [
  ['a browser of 2020', asOldBrowser],
  ['a browser that reads no styles', () => ''],
] as const)
  for (const language of ['en', 'ar'])
    test(`${kind} signs in and shows home, a list and the messages in order (${language})`, async ({
      page,
      complaints,
      server,
    }) => {
      await page.context().addCookies([{ name: 'language', value: language, url: server.origin }])
      await page.setViewportSize({ width: 360, height: 740 })
      await breakScripts(page)
      await page.route('**/*.css', async (route) =>
        route.fulfill({ contentType: 'text/css', body: styles(await (await route.fetch()).text()) }),
      )
      const look = async (address: string): Promise<void> => {
        await page.goto(address)
        await expect(page.locator('main h1')).toBeVisible()
        expect(await findFaults(page), address).toEqual([])
      }
      for (const address of ['/home', '/help', '/register', '/login']) await look(address)
      await signIn(page, people.customer)
      for (const address of ['/home', '/features', '/news', '/terminal']) await look(address)
      await page.goto('/features')
      await look((await page.locator('main a[href^="/features/lists/"]').first().getAttribute('href')) ?? '')
      expect(complaints.length).toBeGreaterThan(0)
      complaints.length = 0
    })

test('a browser that lacks what the scripts call keeps the plain page, without dead controls and with working forms', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Object, 'hasOwn')
  })
  await page.goto('/userAgreement')
  await expect(page.locator('html')).not.toHaveAttribute('data-scripts')
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await signIn(page, people.customer)
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('demo-user')
})

test('a browser that only just runs the scripts saves edits, renames, and passes a selection to a tool', async ({
  page,
}) => {
  await page.addInitScript(takeNewerFunctions)
  const { id } = await openNewList(page, 30)
  await rowOf(page, 3).locator('.c-sid').click()
  await page.keyboard.press('l')
  await expectSaved(page, 2)
  await page.keyboard.press('F2')
  await page.keyboard.type('Nile Drama')
  await page.keyboard.press('Enter')
  await expectSaved(page, 3)
  expect((await storedChannels(page, id))[3]).toMatchObject({ name: 'Nile Drama', lock: true })
  await page.locator('.list-ways summary', { hasText: 'Tools' }).click()
  await page.getByRole('link', { name: 'Find and replace in names' }).click()
  await expect(page).toHaveURL(/\/tools\/names\?ids=/)
})
