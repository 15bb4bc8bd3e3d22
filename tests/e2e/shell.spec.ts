/** The frame of every page: header, menus, home, pages that do not exist, and what a visitor may see. */
import { expect, people, ready, signIn, test } from '../support/browser'

test('a visitor sees Home alone among the tabs, and the ways in', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')).toHaveText(['Home'])
  await expect(page.locator('header').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your channels, in your order')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['How it works', 'The whole list in front of you', 'Eight languages', 'Questions'])
  await expect(page).toHaveTitle('Home · Mango Portal')
})

test('a customer sees the tabs, and Exit ends the session with a message', async ({ page, scripted }) => {
  await signIn(page)
  await ready(page, scripted)
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')).toHaveText(['Home', 'Terminal', 'Features'])
  await page.locator('header summary', { hasText: 'Your account' }).click()
  await page.getByRole('button', { name: 'Exit' }).click()
  await expect(page.getByText('Exit Successfully')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')).toHaveText(['Home'])
})

test('a signed-out visit to a page of customers comes back there after signing in', async ({ page }) => {
  await page.goto('/personal/tokens')
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByText('Sign in to go on to the page that you asked for.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('User name, e-mail, phone or serial number').fill(people.customer.userName)
  await page.getByLabel('Password').fill(people.customer.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/personal\/tokens$/)
})

test('an address of nothing says so in the frame, with the way home', async ({ page }) => {
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is nothing at this address')
  await page.getByRole('main').getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page).toHaveURL(/\/home$/)
})

test('the skip link is the first stop of the keyboard and leads to the content', async ({ page, scripted }) => {
  await page.goto('/home')
  await ready(page, scripted)
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveText('Skip to content')
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})

test('no page of the shell scrolls sideways on a narrow phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page)
  for (const address of ['/home', '/terminal', '/terminal/bind', '/personal', '/personal/tokens', '/personal/tokens/new', '/no/such/page']) {
    await page.goto(address)
    const over = await page.locator('html').evaluate(html => html.scrollWidth - html.clientWidth)
    expect(over, address).toBe(0)
  }
})
