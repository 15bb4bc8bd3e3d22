/**
 * The provider's pages: legal texts, contacts, restricted regions, APP Download and manuals, with and without scripts.
 */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expect, ready, test, withAccount } from '../support/browser'
import { makePdf } from '../support/pdf'
import { HttpClient } from '../support/http-client'
import { operatorToken } from '../support/people'

const inLanguage = (page: Page, language: string, origin: string) =>
  page.context().addCookies([{ name: 'language', value: language, url: origin }])

test('the legal texts are open to everybody, marked as samples, and link to their sections', async ({
  page,
  scripted,
  server,
}) => {
  for (const [address, title, other] of [
    ['/userAgreement', 'User agreement', 'Privacy'],
    ['/privacy', 'Privacy', 'User agreement'],
  ] as const) {
    await page.goto(address)
    await ready(page, scripted)
    await expect(page).toHaveTitle(`${title} · Mango Portal`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByText('SAMPLE: not a valid text')).toBeVisible()
    await expect(page.locator('[data-sample]')).toHaveCount(1)
    await expect(page.getByRole('main')).not.toContainText(/\{\w+\}/)
    const contents = page.getByRole('navigation', { name: 'Contents' })
    expect(await contents.getByRole('listitem').count()).toBe(await page.locator('.legal-sections > li').count())
    await contents.locator('ol a').nth(4).click()
    await expect(page.locator('.legal-sections h2').nth(4)).toBeInViewport()
    await expect
      .poll(() =>
        page
          .locator('.legal-sections h2')
          .nth(4)
          .evaluate((heading) => heading.getBoundingClientRect().top),
      )
      .toBeLessThan(300)
    await expect(contents.getByRole('link', { name: other })).toHaveCount(1)
  }
  await inLanguage(page, 'ar', server.origin)
  await page.goto('/privacy')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('الخصوصية')
})

test('a printed legal text is only the text', async ({ page }) => {
  await page.goto('/privacy')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Cookies and your browser' })).toBeVisible()
  await expect(page.getByText('SAMPLE: not a valid text')).toBeVisible()
  for (const hidden of ['header.top', 'footer.foot', '.legal-contents']) await expect(page.locator(hidden)).toBeHidden()
})

test('Contact Us shows how to reach the provider, and a customer can start from a box', async ({
  page,
  request,
  scripted,
  registerBox,
}) => {
  await page.goto('/help/contact')
  await expect(page.getByRole('main').getByRole('link', { name: 'support@mango-portal.example' })).toHaveAttribute(
    'href',
    'mailto:support@mango-portal.example',
  )
  await expect(page.getByRole('main').getByRole('link', { name: 'Send feedback' })).toHaveAttribute(
    'href',
    '/news/feedback/new',
  )
  await expect(page.getByRole('heading', { name: 'Your boxes' })).toHaveCount(0)
  const sn = await registerBox()
  await withAccount(page, 'asker')
  const paired = (await (
    await request.post('/api/stb/pair', { data: { sn, model: 'Mango S1', softwareVersion: '2.14.3' } })
  ).json()) as { data: { userCode: string } }
  await page.goto(`/terminal/bind?sn=${sn}&code=${paired.data.userCode}`)
  await ready(page, scripted)
  await page.getByRole('main').getByRole('button', { name: 'Bind the box' }).click()
  await expect(page).toHaveURL(new RegExp(`/terminal/${sn}$`))
  await page.goto('/help/contact')
  await expect(page.getByRole('heading', { name: 'Your boxes' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('2.14.3')
  await expect(page.getByRole('link', { name: 'Ask about this box' })).toHaveAttribute(
    'href',
    `/news/feedback/new?sn=${sn}`,
  )
})

test('the restricted regions are the 18 countries with flags, named and sorted in the page’s language', async ({
  page,
  server,
}) => {
  await page.goto('/help/regions')
  const rows = page.locator('.regions li')
  await expect(rows).toHaveCount(18)
  await expect(rows.first()).toHaveText('Burma (Myanmar)')
  await expect(rows.last()).toHaveText('Zimbabwe')
  const sizes = await rows
    .locator('svg')
    .evaluateAll((flags) =>
      flags.map((flag) => flag.getBoundingClientRect()).map(({ width, height }) => width / height),
    )
  expect(sizes).toHaveLength(18)
  for (const ratio of sizes)
    expect(
      [4 / 3, 3 / 2, 5 / 3, 7 / 4, 2].some((known) => Math.abs(known - ratio) < 0.02),
      String(ratio),
    ).toBe(true)
  await expect(page.getByText('AF-VIP Service is offered for Africa only')).toBeVisible()
  await inLanguage(page, 'ru', server.origin)
  await page.goto('/help/regions')
  await expect(rows.first()).toHaveText('Бирма (Мьянма)')
})

test('APP Download opens over the page with scripts and as a page without @core-js', async ({ page, scripted }) => {
  await page.goto('/home')
  await ready(page, scripted)
  const link = page.locator('header a[data-app-download]').filter({ visible: true })
  await link.click()
  const codes = page.getByRole('img', { name: /^QR code with the address/ })
  if (!scripted) {
    await expect(page).toHaveURL(/\/help\/app$/)
    await expect(codes).toHaveCount(4)
    await expect(page.getByRole('link', { name: 'Open: Payment page' })).toHaveAttribute(
      'href',
      'https://pay.mango-portal.example/',
    )
    return
  }
  const dialog = page.getByRole('dialog', { name: 'APP Download' })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(/\/home$/)
  await expect(codes).toHaveCount(4)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy the address: Payment app' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('https://apps.mango-portal.example/pay')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(link).toBeFocused()
})

test('manuals are found by model and downloaded in a language, and a missing one is reported', async ({
  page,
  scripted,
  server,
}) => {
  const client = new HttpClient(server.origin)
  const token = await operatorToken(server.origin)
  // Both projects share the workers' servers, so each uses a different model.
  const model = `Manual ${scripted ? 'js' : 'plain'} ${process.pid}`
  await client.api('POST', '/operator/models', { token, json: { names: [model] } })
  const add = (more: string, line: string) =>
    client.api<{ id: string }>('POST', `/operator/instructions?${new URLSearchParams({ model }).toString()}&${more}`, {
      token,
      raw: { type: 'application/pdf', bytes: makePdf(line) },
    })
  const { data } = await add('language=en&title=User+manual', 'in English')
  await add(`id=${data.id}&language=fr&title=Mode+d%E2%80%99emploi`, 'en francais')

  await page.goto('/help/instructions')
  await ready(page, scripted)
  await page.getByLabel('Model', { exact: true }).selectOption(model)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('heading', { name: new RegExp(`^Manuals of .${model}.$`) })).toBeVisible()
  await ready(page, scripted)
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: /Français/ }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe(`${model} Mode d’emploi (fr).pdf`)
  expect(await readFile(await saved.path(), 'latin1')).toContain('en francais')

  await client.api('DELETE', `/operator/instructions/${data.id}`, { token })
  await page.getByRole('link', { name: /English/ }).click()
  await expect(page.getByText('There is no such manual.')).toBeVisible()
  await page.goto(`/help/instructions?${new URLSearchParams({ model }).toString()}`)
  await expect(page.getByRole('heading', { name: 'There is no manual for' })).toBeVisible()
})

test('no page of the provider scrolls sideways on a narrow phone, in either writing direction', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const language of ['en', 'ar', 'ru', 'fr']) {
    await inLanguage(page, language, server.origin)
    for (const address of [
      '/userAgreement',
      '/privacy',
      '/help/contact',
      '/help/regions',
      '/help/app',
      '/help/instructions',
      '/help/instructions?model=A+model+with+a+rather+long+name+of+sixty+letters+or+so',
    ]) {
      await page.goto(address)
      expect(
        await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth),
        `${address} (${language})`,
      ).toBe(0)
    }
  }
})

test('registration shows what is agreed to, without losing typed input', async ({ page, scripted }) => {
  await page.goto('/register')
  await ready(page, scripted)
  await page.getByLabel('User name').fill('half-typed')
  const opening = page.context().waitForEvent('page')
  await page.getByRole('main').getByRole('link', { name: 'User agreement' }).click()
  await expect((await opening).getByRole('heading', { level: 1 })).toHaveText('User agreement')
  await expect(page.getByLabel('User name')).toHaveValue('half-typed')
  await expect(page.getByRole('main').getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/privacy')
})
