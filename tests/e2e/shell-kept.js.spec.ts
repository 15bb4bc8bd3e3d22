/** Home and Terminal as they were left: scroll position, filters and half-typed forms, until the session ends. */
import type { Page } from 'playwright/test'
import { awaitWatch, expect, people, ready, register, test } from '../support/browser'

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name })
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
const top = (page: Page): Promise<number> => page.evaluate(() => scrollY)
const home = /^Hello/

/** A form as a page of boxes might have one: fields are kept on any page. */
const addForm = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.querySelector('#half-typed')?.remove()
    const form = document.createElement('form')
    form.id = 'half-typed'
    form.method = 'post'
    form.action = '/terminal'
    for (const [name, type, autocomplete] of [
      ['nickname', 'text', ''],
      ['secret', 'password', ''],
      ['code', 'text', 'one-time-code'],
    ] as const) {
      const field = document.createElement('input')
      Object.assign(field, { name, type })
      field.setAttribute('autocomplete', autocomplete)
      field.setAttribute('aria-label', name)
      form.append(field)
    }
    document.querySelector('main')?.append(form)
  })

test('returning by the tab shows Home at its old scroll position, and another page starts at its top', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 500 })
  await register(page, 'scroller')
  await page.goto('/home')
  await ready(page, true)
  await page.evaluate(() => scrollTo(0, 300))
  // A pointer click would scroll the header into view first.
  await tab(page, 'Terminal').dispatchEvent('click')
  await heading(page, 'Terminal')
  await expect.poll(() => top(page)).toBe(0)
  await tab(page, 'Home').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(home)
  await expect.poll(() => top(page)).toBe(300)
  // The logo on home scrolls to the top, and that position is kept.
  await page.locator('header .brand').click()
  await expect.poll(() => top(page)).toBe(0)
  await tab(page, 'Features').click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(home)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(home)
  await expect.poll(() => top(page)).toBe(0)
})

test('the tab restores filters, and on its own open page clears them', async ({ page }) => {
  await register(page, 'filterer')
  await page.goto('/terminal?search=roof')
  await ready(page, true)
  await tab(page, 'Home').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(home)
  await tab(page, 'Terminal').click()
  await heading(page, 'Terminal')
  await expect(page).toHaveURL(/\/terminal\?search=roof$/)
  await tab(page, 'Terminal').click()
  await expect(page).toHaveURL(/\/terminal$/)
})

test('unsent input is restored, secrets never are, and a session’s end clears it for the next account', async ({
  page,
}) => {
  await register(page, 'typer')
  await page.goto('/terminal')
  await awaitWatch(page)
  await addForm(page)
  await page.getByLabel('nickname').fill('Half a name')
  await page.getByLabel('secret').fill('mango-secret')
  await page.getByLabel('code').fill('123456')
  await tab(page, 'Home').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(home)
  // Waits for an empty form again, as the server renders it before its fields are restored.
  await addForm(page)
  await tab(page, 'Terminal').click()
  await heading(page, 'Terminal')
  await expect(page.getByLabel('nickname')).toHaveValue('Half a name')
  await expect(page.getByLabel('secret')).toHaveValue('')
  await expect(page.getByLabel('code')).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('mango-secret')
  await page.locator('header summary', { hasText: 'Your account' }).click()
  await page.getByRole('button', { name: 'Exit' }).click()
  await expect(page.getByText('Exit Successfully')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).first().click()
  await page.getByLabel('User name, e-mail, phone or serial number').fill(people.customer.userName)
  await page.getByLabel('Password', { exact: true }).fill(people.customer.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(home)
  await ready(page, true)
  await tab(page, 'Terminal').click()
  await heading(page, 'Terminal')
  await expect(page).toHaveURL(/\/terminal$/)
  await expect(page.getByLabel('nickname')).toHaveCount(0)
})
