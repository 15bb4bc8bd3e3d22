/** The frame of every page: header, menus, home, unknown pages, and what a visitor may see. */
import { expect, people, ready, register, signIn, test } from '../support/browser'
import { sendMessage } from '../support/news'

test('a visitor sees only the Home tab, and the links to sign in and register @core-no-js', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')).toHaveText(['Home'])
  await expect(page.locator('header').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your channels, in your order')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'How it works',
    'The whole list in front of you',
    'Eight languages',
    'Questions',
  ])
  await expect(page).toHaveTitle('Home · Mango Portal')
})

test('a customer sees the tabs, and Exit ends the session with a message @core', async ({ page, scripted }) => {
  await signIn(page)
  await ready(page, scripted)
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')).toHaveText([
    'Home',
    'Terminal',
    'Cloud Services',
    'Orders',
    'Features',
  ])
  await page.locator('header summary', { hasText: 'Your account' }).click()
  await page.getByRole('button', { name: 'Exit' }).click()
  await expect(page.getByText('Exit Successfully')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')).toHaveText(['Home'])
})

test('a signed-out visit to a customer page returns there after signing in @core-js', async ({ page }) => {
  await page.goto('/personal/tokens')
  await expect(page).toHaveURL(/\/home$/)
  await page.getByRole('link', { name: 'Sign in to continue to the page you wanted.' }).click()
  await page.getByLabel('User name, e-mail, phone or serial number').fill(people.customer.userName)
  await page.getByLabel('Password', { exact: true }).fill(people.customer.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/personal\/tokens$/)
})

test('an unknown address says so in the frame, with a link home', async ({ page }) => {
  await signIn(page)
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await page.getByRole('main').getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page).toHaveURL(/\/home$/)
})

test('header and footer link to the app, help and legal pages, and mark the current page', async ({
  page,
  scripted,
}) => {
  for (const signedIn of [false, true]) {
    if (signedIn) await signIn(page)
    await page.goto('/help')
    await ready(page, scripted)
    const header = page.locator('header')
    await expect(header.getByRole('link', { name: 'Help' })).toHaveAttribute('aria-current', 'page')
    await expect(header.getByRole('link', { name: 'APP Download' })).toHaveAttribute('href', '/help/app')
    await expect(header.getByRole('link', { name: /Messages|unread/ })).toHaveCount(signedIn ? 1 : 0)
    await expect(header.getByRole('link', { name: 'Register' })).toHaveCount(signedIn ? 0 : 1)
    const footer = page.getByRole('navigation', { name: 'About the portal' })
    for (const [name, heading] of [
      ['User agreement', 'User agreement'],
      ['Privacy', 'Privacy'],
      ['Contact Us', 'Contact Us'],
      ['Help', 'Help'],
    ] as const) {
      await footer.getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(footer.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    }
  }
})

test('on a phone the menus contain what does not fit in the header @core-js', async ({ page, scripted }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/home')
  await ready(page, scripted)
  const header = page.locator('header')
  await expect(header.getByRole('link', { name: 'APP Download' })).toBeHidden()
  await header.locator('summary', { hasText: 'Menu' }).click()
  for (const name of ['Home', 'Register', 'APP Download', 'Help'])
    await expect(header.locator('details[open]').getByRole('link', { name })).toBeVisible()
  await header.locator('details[open]').getByRole('link', { name: 'Help' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help')
  await signIn(page)
  await ready(page, scripted)
  await header.locator('summary', { hasText: 'Your account' }).click()
  for (const name of ['My Account', 'APP Download', 'Help'])
    await expect(header.locator('details[open]').getByRole('link', { name })).toBeVisible()
})

test('the badge counts unread messages up to 99+, and is hidden at zero', async ({ page, server }) => {
  const person = await register(page, 'badge')
  const bell = page.locator('header .bell')
  await expect(bell).toHaveText('Messages')
  await expect(bell.locator('.count')).toHaveCount(0)
  for (let n = 1; n <= 100; n++) await sendMessage(server.origin, person.userName, `Message ${n}`)
  await page.goto('/home')
  await expect(bell).toContainText('100 unread messages')
  await expect(bell.locator('.count')).toHaveAttribute('data-count', '99+')
  await expect(page.getByRole('main').getByRole('link', { name: 'Message 100' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'and 97 more' })).toBeVisible()
})

test('signing in and out work by keyboard only', async ({ page, scripted }) => {
  await page.goto('/home')
  await ready(page, scripted)
  const reach = async (name: RegExp): Promise<void> => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab')
      if (
        name.test(
          await page.evaluate(
            () => `${document.activeElement?.textContent ?? ''} ${document.activeElement?.getAttribute('name') ?? ''}`,
          ),
        )
      )
        return
    }
    throw new Error(`the keyboard does not reach ${name.source}`)
  }
  await reach(/^Sign in/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await ready(page, scripted)
  await page.reload()
  await ready(page, scripted)
  await reach(/identifier/)
  await page.keyboard.type(people.customer.userName)
  await reach(/password/)
  await page.keyboard.type(people.customer.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hello/)
  await ready(page, scripted)
  await reach(/Your account/)
  await page.keyboard.press('Enter')
  await reach(/^Exit/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Exit Successfully')).toBeVisible()
})

test('printed pages contain only their content', async ({ page }) => {
  await signIn(page)
  await page.goto('/terminal')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const part of ['header.top', 'footer.foot']) await expect(page.locator(part)).toBeHidden()
})

test('the skip link is the keyboard’s first stop and leads to the content', async ({ page, scripted }) => {
  await page.goto('/home')
  await ready(page, scripted)
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveText('Skip to content')
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})

test('no page of the shell scrolls sideways on a narrow phone', async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const language of ['en', 'ar', 'ru', 'fr']) {
    await page.context().addCookies([{ name: 'language', value: language, url: server.origin }])
    await page.goto('/home')
    expect(
      await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth),
      `/home (${language})`,
    ).toBe(0)
  }
  await page.context().clearCookies()
  await signIn(page)
  for (const address of [
    '/home',
    '/terminal',
    '/terminal/bind',
    '/personal',
    '/personal/tokens',
    '/personal/tokens/new',
    '/no/such/page',
  ]) {
    await page.goto(address)
    const over = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
    expect(over, address).toBe(0)
  }
})
