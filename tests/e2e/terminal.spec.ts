/**
 * Boxes: bound by the code on their screen or by its link, named, given a list, unbound; wrong entries are explained.
 */
import type { APIRequestContext, Page } from 'playwright/test'
import { expect, expectAccessible, ready, test, withAccount } from '../support/browser'

type Paired = { userCode: string; verificationUriComplete: string; deviceToken: string }
/** A box's first requests when it is switched on. */
const pair = async (request: APIRequestContext, sn: string): Promise<Paired> => {
  const answer = await request.post('/api/stb/pair', { data: { sn, model: 'Mango S1', softwareVersion: '2.14.3' } })
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { data: Paired }).data
}

const fillBinding = async (page: Page, sn: string, repeatSn: string, code: string) => {
  await page.getByLabel('Serial number', { exact: true }).fill(sn)
  await page.getByLabel('Serial number again').fill(repeatSn)
  await page.getByLabel('Verify code').fill(code)
  await page.getByRole('button', { name: 'Bind the box' }).click()
}

test('a box is bound by the code on its screen, named, given a list, and unbound @core-no-js', async ({
  page,
  request,
  scripted,
  registerBox,
}) => {
  const sn = await registerBox()
  await withAccount(page, 'owner')
  await page.goto('/terminal')
  await ready(page, scripted)
  await expect(page.getByRole('heading', { name: 'No box is bound yet' })).toBeVisible()
  const { userCode } = await pair(request, sn)
  await page.getByRole('main').getByRole('link', { name: 'Bind a box' }).click()
  await fillBinding(page, sn, sn, userCode.toLowerCase())

  await expect(page).toHaveURL(new RegExp(`/terminal/${sn}$`))
  await expect(page.getByText('is bound to your account')).toBeVisible()
  await ready(page, scripted)
  await page.getByLabel('Name of the box').fill('Living room')
  await page.getByRole('button', { name: 'Save the name' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Living room')

  const lists = page.getByRole('combobox', { name: 'Channel list' })
  const system = await lists.locator('optgroup option').first().innerText()
  await lists.selectOption({ label: system })
  await page.getByRole('button', { name: 'Choose this list' }).click()
  await expect(page.getByText(`Living room loads ${system} with its next update.`)).toBeVisible()
  await ready(page, scripted)
  await expect(page.getByText('Last automatic update: not yet')).toBeVisible()
  await page.getByLabel('Automatic update').selectOption({ label: 'From ready-made lists, at most once a day' })
  await page.getByLabel('List style').selectOption('Original')
  await page.getByLabel('Search in the list').uncheck()
  await page.getByRole('button', { name: 'Save the settings' }).click()
  await expect(page.getByText('The settings are saved. Living room gets them with its next request.')).toBeVisible()
  await ready(page, scripted)
  await expect(page.getByLabel('Search in the list')).not.toBeChecked()
  await expect(page.getByLabel('CHMax is on')).toBeChecked()
  await expect(page.getByLabel('List style')).toHaveValue('original')
  await page.getByRole('button', { name: 'Switch off: API Services' }).click()
  await expect(page.getByText('API Services is off.')).toBeVisible()
  await ready(page, scripted)
  if (scripted) await expect(page.getByRole('button', { name: 'Switch on: API Services' })).toBeFocused()
  await page.getByRole('button', { name: 'Switch on: API Services' }).click()
  await expect(page.getByRole('button', { name: 'Switch off: API Services' })).toBeVisible()
  if (scripted) await expectAccessible(page)

  await page.goto('/terminal')
  await ready(page, scripted)
  await expect(page.getByRole('main')).toContainText(system)
  if (scripted) await expectAccessible(page)
  await page.getByRole('link', { name: 'Details of Living room' }).click()
  await page.getByRole('link', { name: 'Unbind the box' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unbind Living room?')
  if (scripted) await expectAccessible(page)
  await page.getByRole('button', { name: 'Unbind the box' }).click()
  await expect(page.getByText('Living room is no longer bound to your account.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No box is bound yet' })).toBeVisible()
})

test('the QR code’s link fills in serial number and code, and asks before binding', async ({
  page,
  request,
  scripted,
  registerBox,
}) => {
  const sn = await registerBox('Mango S2 Pro')
  await withAccount(page, 'scanner')
  const { verificationUriComplete, userCode } = await pair(request, sn)
  const link = new URL(verificationUriComplete)
  await page.goto(link.pathname + link.search)
  await ready(page, scripted)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bind this box?')
  await expect(page.getByRole('main')).toContainText(userCode)
  if (scripted) await expectAccessible(page)
  await page.getByRole('button', { name: 'Bind the box' }).click()
  await expect(page).toHaveURL(new RegExp(`/terminal/${sn}$`))

  await page.goto(`/terminal/${sn}/unbind`)
  await page.getByRole('button', { name: 'Unbind the box' }).click()
  await expect(page).toHaveURL(/\/terminal$/)
})

test('wrong entries are reported at their fields, and the typed input stays', async ({
  page,
  scripted,
  registerBox,
}) => {
  const sn = await registerBox()
  await withAccount(page, 'typist')
  await page.goto('/terminal/bind')
  await ready(page, scripted)
  await fillBinding(page, '12345', '12345', 'BCDFGHJK')
  await expect(page.getByLabel('Serial number', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Serial number', { exact: true })).toHaveValue('12345')
  await fillBinding(page, '999999999999', '999999999999', 'BCDFGHJK')
  await expect(page.getByRole('alert')).toContainText('serial number', { ignoreCase: true })
  await expect(page.getByLabel('Verify code')).toHaveValue('BCDFGHJK')
  await fillBinding(page, sn, '999999999999', 'BCDFGHJK')
  await expect(page.getByLabel('Serial number again')).toHaveAttribute('aria-invalid', 'true')
  if (scripted) await expectAccessible(page)
})

test.describe('access rights', () => {
  test.describe.configure({ retries: 0 })

  test('another account’s box does not exist for this one @core-js', async ({
    page,
    browser,
    server,
    request,
    javaScriptEnabled,
    registerBox,
  }) => {
    const sn = await registerBox()
    const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled })
    const other = await context.newPage()
    await withAccount(other, 'owner')
    await other.goto('/terminal/bind')
    await fillBinding(other, sn, sn, (await pair(request, sn)).userCode)
    await expect(other).toHaveURL(new RegExp(`/terminal/${sn}$`))
    await context.close()
    await withAccount(page, 'curious')
    for (const path of [`/terminal/${sn}`, `/terminal/${sn}/unbind`, '/terminal/nonsense'])
      expect((await page.goto(path))?.status()).toBe(404)
  })
})
