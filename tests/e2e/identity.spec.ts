/**
 * A customer's identity: registering with a recovery address, recovering a password, signing in by a code, and the
 * second step.
 */
import { generate } from 'otplib'
import { arriveAt, expect, expectAccessible, ready, register, signIn, test } from '../support/browser'
import { readCode } from '../support/outbox'
import type { Page } from 'playwright/test'

test.describe.configure({ retries: 0 })

let counted = 0
const newEmail = (): string => `viewer-${process.pid}-${++counted}@mango.example`

/** Every form here belongs to a page: filled in and sent by its own button. */
const send = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).click()

const bindEmail = async (page: Page, email: string): Promise<string> => {
  await page.goto('/personal/contact/email')
  await page.getByLabel('E-mail').fill(email)
  await send(page, 'Send the code')
  await expect(page.getByRole('heading', { name: 'Confirm it’s yours' })).toBeVisible()
  const { code, message } = await readCode(page, email)
  await page.getByLabel('Code').fill(code)
  await send(page, 'Confirm')
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible()
  return message
}

test('a new customer adds an e-mail address, forgets the password, and gets in with a code and a new one @core-no-js', async ({
  page,
  scripted,
}) => {
  const email = newEmail()
  const person = await register(page, 'forgetful')
  await expect(page.getByRole('heading', { name: 'One last step: add a way to recover your account' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Add an e-mail address' }).click()
  await ready(page, scripted)
  const first = await bindEmail(page, email)
  await page.context().clearCookies()

  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await ready(page, scripted)
  // The previous page has a field of the same name.
  await expect(page.getByRole('button', { name: 'Send the code' })).toBeVisible()
  await page.getByLabel('User name, e-mail, phone or serial number').fill(email)
  await send(page, 'Send the code')
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
  const { code } = await readCode(page, email, first)
  const wrong = code === '000000' ? '111111' : '000000'
  await page.getByLabel('Code').fill(wrong)
  await send(page, 'Continue')
  await expect(page.getByRole('alert')).toContainText('The code is wrong')
  await page.getByLabel('Code').fill(code)
  await send(page, 'Continue')
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await page.getByLabel('New password').fill('mango-new-1')
  await page.getByLabel('Password again').fill('mango-new-1')
  await send(page, 'Save the password')
  await expect(page.getByText('Your new password is saved. Sign in with it.')).toBeVisible()

  await page.getByLabel('User name, e-mail, phone or serial number').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await send(page, 'Sign in')
  await expect(page.getByRole('alert')).toContainText('User name or password is wrong')
  await page.getByLabel('Password', { exact: true }).fill('mango-new-1')
  await send(page, 'Sign in')
  await arriveAt(page, '**/home')
})

test('a code from the mailbox signs in, and the answer is the same for an unknown account', async ({
  page,
  scripted,
}) => {
  const email = newEmail()
  await register(page, 'coder')
  const first = await bindEmail(page, email)
  await page.context().clearCookies()
  const said: string[] = []
  for (const identifier of [`nobody-${email}`, email]) {
    await page.goto('/login/code')
    await ready(page, scripted)
    await page.getByLabel('User name, e-mail, phone or serial number').fill(identifier)
    await send(page, 'Send the code')
    await arriveAt(page, '**/login/code/enter')
    // The address changes before the page does.
    await expect(page.getByLabel('Code')).toBeVisible()
    said.push((await page.getByRole('main').innerText()).replaceAll(identifier, 'there'))
  }
  expect(said[0]).toBe(said[1])
  const { code } = await readCode(page, email, first)
  await page.getByLabel('Code').fill(code)
  await send(page, 'Sign in')
  await arriveAt(page, '**/home')
})

test('the authenticator app is set up, asked for, replaced by a recovery code, and turned off @core-js', async ({
  page,
  scripted,
}) => {
  const person = await register(page, 'careful')
  await page.goto('/personal/authenticator')
  await ready(page, scripted)
  await page.getByLabel('Current password').fill('not-the-one')
  await send(page, 'Set up')
  await expect(page.getByRole('alert')).toContainText('password')
  await page.getByLabel('Current password').fill(person.password)
  await send(page, 'Set up')
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = (await page.locator('main .code').first().innerText()).replaceAll(' ', '')
  if (scripted) await expectAccessible(page)
  await page.getByLabel('Code from the app').fill(await generate({ secret }))
  await send(page, 'Turn it on')
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const codes = await page.locator('.recovery-codes li').allInnerTexts()
  expect(codes).toHaveLength(10)
  if (scripted) await expectAccessible(page)
  await page.reload()
  await expect(page.getByText('These codes have already been shown.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create new recovery codes' })).toBeVisible()

  await page.context().clearCookies()
  await page.goto('/login')
  await ready(page, scripted)
  await page.getByLabel('User name, e-mail, phone or serial number').fill(person.userName)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await send(page, 'Sign in')
  await arriveAt(page, '**/login/second')
  await ready(page, scripted)
  await page.getByLabel('Code from the app').fill('000000')
  await send(page, 'Sign in')
  await expect(page.getByRole('alert')).toContainText('wrong or has already been used')
  await page.getByLabel('Code from the app').fill(codes[0] ?? '')
  await send(page, 'Sign in')
  await arriveAt(page, '**/home')

  await page.goto('/personal/authenticator/remove')
  await ready(page, scripted)
  await page.getByLabel('Code from the app').fill(codes[0] ?? '')
  await page.getByLabel('Current password').fill(person.password)
  await send(page, 'Turn it off')
  await expect(page.getByRole('alert')).toContainText('This code is wrong or has already been used.')
  await page.getByLabel('Code from the app').fill(codes[1] ?? '')
  await page.getByLabel('Current password').fill(person.password)
  await send(page, 'Turn it off')
  await expect(page.getByText('The second step is off.')).toBeVisible()
})

test('user name, password and country can be changed; a new password ends other sign-ins', async ({
  page,
  browser,
  scripted,
}) => {
  const person = await register(page, 'changer')
  const other = await (
    await browser.newContext({ javaScriptEnabled: scripted, baseURL: new URL(page.url()).origin })
  ).newPage()
  await signIn(other, person)

  await page.goto('/personal/user-name')
  await ready(page, scripted)
  await page.getByLabel('User name').fill(`${person.userName}.two`)
  await page.getByLabel('Current password').fill('not-this-one')
  await send(page, 'Change the name')
  await expect(page.getByLabel('User name')).toHaveValue(`${person.userName}.two`)
  await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('alert')).toContainText('This is not your current password.')
  await page.getByLabel('Current password').fill(person.password)
  await send(page, 'Change the name')
  await expect(page.getByText('Your user name has been changed.')).toBeVisible()

  await page.goto('/personal/country')
  await ready(page, scripted)
  await page.getByLabel('Country').selectOption({ label: 'Brazil' })
  await send(page, 'Save')
  await expect(page.getByRole('main').getByText('Brazil')).toBeVisible()

  await page.goto('/personal/password')
  await ready(page, scripted)
  await page.getByLabel('Current password').fill('not-this-one')
  await page.getByLabel('New password').fill('mango-next-2')
  await page.getByLabel('Password again').fill('mango-next-2')
  await send(page, 'Save the password')
  await expect(page.getByRole('alert')).toContainText('This is not your current password.')
  await page.getByLabel('Current password').fill(person.password)
  await page.getByLabel('New password').fill('mango-next-2')
  await page.getByLabel('Password again').fill('mango-next-3')
  await send(page, 'Save the password')
  await expect(page.getByLabel('Password again')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Current password').fill(person.password)
  await page.getByLabel('New password').fill('mango-next-2')
  await page.getByLabel('Password again').fill('mango-next-2')
  await send(page, 'Save the password')
  await expect(page.getByText('Your new password is saved. You are signed out everywhere else.')).toBeVisible()

  await other.goto('/personal')
  await arriveAt(other, '**/home')
  await expect(other.getByText('The password was changed, so this session ended.')).toBeVisible()
  await other.context().close()
})

test('a sign-in elsewhere is listed and ended from here, the other browser is told, and the history names both', async ({
  page,
  browser,
  scripted,
}) => {
  const person = await register(page, 'watcher')
  const other = await (
    await browser.newContext({ javaScriptEnabled: scripted, baseURL: new URL(page.url()).origin })
  ).newPage()
  await signIn(other, person)
  await page.goto('/personal/sessions')
  await ready(page, scripted)
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('You are signed out everywhere else.')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await other.goto('/personal')
  await arriveAt(other, '**/home')
  await expect(other.getByText('This session was signed out from another device.')).toBeVisible()
  await other.context().close()
  await page.goto('/personal/sign-ins')
  await expect(page.getByRole('row').filter({ hasText: 'Signed in' })).not.toHaveCount(0)
  if (scripted) await expectAccessible(page)
})

test('missing input is reported by the portal at the field, not by the browser in its own language', async ({
  page,
  scripted,
}) => {
  await page.goto('/register')
  await ready(page, scripted)
  for (const [name, sentence] of [
    ['', 'Choose a user name.'],
    ['short', 'A user name has 6 to 40'],
    ['with space', 'A user name has 6 to 40'],
  ] as const) {
    await page.getByLabel('User name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Create the account' }).click()
    await expect(page.getByRole('alert')).toContainText(sentence)
    await expect(page.getByLabel('User name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  }
})
