/**
 * The message centre with scripts: feedback by keyboard only, from the list to the answer, and marking all as read in
 * place.
 */
import type { Page } from 'playwright/test'
import { expect, ready, test, withAccount } from '../support/browser'
import { HttpClient } from '../support/http-client'
import { operatorToken } from '../support/people'

/** Presses Tab until the element has the focus, with a limit, as a person would stop too. */
const tabTo = async (page: Page, name: RegExp, presses = 60): Promise<void> => {
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement)) return ''
      const label = element.id === '' ? null : document.querySelector(`label[for="${element.id}"]`)
      return `${element.getAttribute('aria-label') ?? ''} ${label?.textContent ?? ''} ${element.textContent ?? ''}`.trim()
    })
    if (name.test(focused)) {
      // The focus must be visible.
      expect(
        await page.evaluate(() => {
          const element = document.activeElement
          const row = element?.closest('li')
          const seen = (one: Element | null | undefined): boolean =>
            one != null && getComputedStyle(one).outlineStyle !== 'none'
          return seen(element) || seen(row)
        }),
        `the focus on ${String(name)} is shown`,
      ).toBe(true)
      return
    }
  }
  throw new Error(`Tab did not reach ${String(name)}`)
}

test('feedback is written, found, replied to and closed by keyboard only', async ({ page, baseURL }) => {
  await withAccount(page, 'typist')
  await page.goto('/news')
  await ready(page, true)
  await tabTo(page, /^Feedback$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'You have not written to us yet' })).toBeVisible()
  await tabTo(page, /^Write to us$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Write to us')
  await tabTo(page, /^What is it about\?/)
  await page.keyboard.type('Internet')
  await expect(page.getByLabel('What is it about?')).toHaveValue('network')
  await tabTo(page, /^Your message/)
  await page.keyboard.type('short')
  await tabTo(page, /^Send$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeFocused()
  // The form has files, so the browser itself sent it: the new page is ready when its scripts run.
  await ready(page, true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Your message')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' of a longer story: the stick is not seen.')
  await tabTo(page, /^Send$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Internet and network')
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const answered = await new HttpClient(baseURL ?? '').api('POST', `/operator/feedback/${id}/answer`, {
    token: await operatorToken(baseURL ?? ''),
    json: { text: 'Which stick is it?' },
  })
  expect(answered.code).toBe('0')
  await page.goto('/news/feedback')
  await ready(page, true)
  await tabTo(page, /^Internet and network$/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Which stick is it?')).toBeVisible()
  await tabTo(page, /^Message(?!s)/)
  await page.keyboard.type('A blue one.')
  await tabTo(page, /^Send reply$/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('A blue one.')).toBeVisible()
  await ready(page, true)
  await tabTo(page, /^It’s settled: close the conversation$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Close this conversation?')
  await tabTo(page, /^Close it$/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('This conversation is closed.')).toBeVisible()
})

test('all messages are marked as read without a page load', async ({ page, baseURL }) => {
  const person = await withAccount(page, 'quick-reader')
  const texts = { en: { title: 'Quick news', text: 'In all detail.' } }
  expect(
    (
      await new HttpClient(baseURL ?? '').api('POST', '/operator/messages', {
        token: await operatorToken(baseURL ?? ''),
        json: { audience: 'user', to: person.userName, texts },
      })
    ).code,
  ).toBe('0')
  await page.goto('/news')
  await ready(page, true)
  const badge = page.getByRole('banner').locator('a[href="/news"]')
  await expect(badge).toContainText('1')
  await page.evaluate(() => Object.assign(window, { samePage: true }))
  await page.getByRole('main').getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('All messages are marked as read.')).toBeVisible()
  await expect(badge).not.toContainText('1')
  expect(await page.evaluate(() => 'samePage' in window)).toBe(true)
})

test('the badge updates at once when messages are read in this page', async ({ page, baseURL }) => {
  const person = await withAccount(page, 'badge-reader')
  for (const title of ['One', 'Two']) {
    const texts = { en: { title, text: 'In all detail.' } }
    expect(
      (
        await new HttpClient(baseURL ?? '').api('POST', '/operator/messages', {
          token: await operatorToken(baseURL ?? ''),
          json: { audience: 'user', to: person.userName, texts },
        })
      ).code,
    ).toBe('0')
  }
  await page.goto('/news')
  await ready(page, true)
  const badge = page.getByRole('banner').locator('a[href="/news"]')
  await expect(badge).toContainText('2')
  await page.getByRole('link', { name: /Two/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two')
  await expect(badge).toContainText('1')
})
