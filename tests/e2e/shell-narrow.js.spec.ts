/** The header and a list's tools on narrow phones, in every language. */
import type { Page } from 'playwright/test'
import { languages } from '~/i18n/languages'
import { expect, ownPage, test, withAccount } from '../support/browser'
import { openEditor, openNewList } from '../support/editor'

const speak = async (page: Page, code: string): Promise<void> => {
  const answer = await page.request.post('/language', {
    headers: { ...ownPage },
    maxRedirects: 0,
    form: { language: code, returnTo: '/home' },
  })
  expect(answer.status()).toBe(303)
}

test('the header’s links fit in one row with the portal’s name at 360 pixels, in every language, signed in or out', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const who of ['visitor', 'person'] as const) {
    if (who === 'person') await withAccount(page, 'narrow')
    for (const { code } of languages) {
      await speak(page, code)
      await page.goto('/help')
      const found = await page.evaluate(() => {
        const boxOf = (one: Element) => one.getBoundingClientRect()
        const boxes = [...document.querySelectorAll('.top .brand svg, .top .brand span, .top .top-end > li > *')]
          .map(boxOf)
          .filter(({ width }) => width > 0)
        const lowestTop = Math.max(...boxes.map(({ top }) => top))
        return {
          parts: boxes.length,
          oneRow: boxes.every(({ bottom }) => bottom > lowestTop),
          out: boxes.filter(({ left, right }) => left < 0 || right > 360).length,
          wide: document.documentElement.scrollWidth,
        }
      })
      expect(found, `${who} ${code}`).toEqual({ parts: 5, oneRow: true, out: 0, wide: 360 })
    }
  }
})

test('the five tabs have one line each, as wide as their words, on every phone, in every language', async ({
  page,
}) => {
  await withAccount(page, 'tabs')
  for (const { code } of languages) {
    await speak(page, code)
    await page.goto('/help')
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 740 })
      const found = await page.evaluate(() => {
        const tabs = [...document.querySelectorAll<HTMLElement>('.top .tabs a')]
        // The text without its padding: the last child, either a text or the short word.
        const words = tabs.map((tab) => {
          const range = document.createRange()
          range.selectNodeContents(tab.querySelector('.tab-short') ?? tab)
          if (tab.lastChild?.nodeType === Node.TEXT_NODE) range.selectNode(tab.lastChild)
          return tab.querySelector('.tab-short')?.getBoundingClientRect() ?? range.getBoundingClientRect()
        })
        const ordered = [...words].sort((a, b) => a.left - b.left)
        return {
          tabs: tabs.length,
          gap: Math.min(...ordered.slice(1).map(({ left }, index) => left - (ordered[index]?.right ?? 0))) >= 6,
          // High enough for a finger, with room for one line below the icon.
          high: tabs.map((tab) => tab.getBoundingClientRect().height).every((high) => high >= 44 && high < 54),
          scrolls: (document.querySelector('.top .tabs')?.scrollWidth ?? 0) > innerWidth,
          wide: document.documentElement.scrollWidth,
        }
      })
      expect(found, `${code} ${width}`).toEqual({
        tabs: 5,
        gap: true,
        high: true,
        scrolls: false,
        wide: width,
      })
    }
  }
})

test('the short word of a tab is shaped separately from the hidden longer one after it', async ({ page }) => {
  await withAccount(page, 'joined')
  await page.setViewportSize({ width: 390, height: 740 })
  await speak(page, 'ar')
  await page.goto('/help')
  const drawn = await page.locator('.top .tab-short').evaluate((short) => getComputedStyle(short, '::before').content)
  // A zero width non-joiner: without it the last letter takes its form inside a word.
  expect(drawn).toContain('\u200c')
})

test('a portal with a long name shows only its logo if there is no room, and the links keep their row', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/help')
  const found = await page.evaluate(() => {
    const name = document.querySelector('.top .brand span')
    const [brand, end] = [document.querySelector('.top .brand'), document.querySelector('.top .top-end')].map((one) =>
      one?.getBoundingClientRect(),
    )
    if (name) name.textContent = 'The Television and Radio Portal of the North'
    const box = name?.getBoundingClientRect()
    return {
      below: (box?.top ?? 0) >= (document.querySelector('.top .brand')?.getBoundingClientRect().bottom ?? 0),
      sameRow: brand?.top === end?.top,
      wide: document.documentElement.scrollWidth,
    }
  })
  expect(found).toEqual({ below: true, sameRow: true, wide: 360 })
})

test('the links to a list’s other pages are all visible on a phone, in every language', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const { path } = await openNewList(page)
  for (const { code } of languages) {
    await speak(page, code)
    await openEditor(page, path)
    const cut = await page.locator('.list-tools a, .list-tools button').evaluateAll(
      (ways) =>
        ways.filter((one) => {
          const { left, right } = one.getBoundingClientRect()
          // Items of a closed menu have no position on the page.
          return one.checkVisibility() && (left < 0 || right > window.innerWidth)
        }).length,
    )
    expect(cut, code).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), code).toBe(390)
  }
})
