/** The help pages as readers use them, signed out and in, with and without scripts. */
import { expect, people, ready, signIn, test } from '../support/browser'

const names = ['editor', 'box-settings', 'usb-network', 'video-key', 'bluetooth', 'vpn', 'mylink'] as const

test('a visitor finds every guide from the help page, and each guide leads to the next', async ({ page, scripted }) => {
  await page.goto('/help')
  await ready(page, scripted)
  await expect(page).toHaveTitle('Help · Mango Portal')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'First steps',
    'Channel lists',
    'Your box',
    'Network',
    'Services',
    'Still no answer?',
  ])
  await page.getByRole('link', { name: 'The channel list editor' }).click()
  for (const [place, name] of names.entries()) {
    await expect(page).toHaveURL(new RegExp(`/help/${name}$`))
    const guides = page.getByRole('navigation', { name: 'Other guides' })
    if (place === 0) await expect(guides.locator('a[rel=prev]')).toHaveCount(0)
    if (place + 1 < names.length) await guides.locator('a[rel=next]').click()
    else await expect(guides.locator('a[rel=next]')).toHaveCount(0)
  }
  await page.getByRole('navigation', { name: 'Other guides' }).locator('a[rel=prev]').click()
  await expect(page).toHaveURL(/\/help\/vpn$/)
  await page.getByRole('navigation', { name: 'Where you are' }).getByRole('link', { name: 'Help' }).click()
  await expect(page).toHaveURL(/\/help$/)
})

test('a guide has its contents, steps in order, drawings with a text, a description and a link to more help', async ({
  page,
}) => {
  for (const name of names) {
    await page.goto(`/help/${name}`)
    const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
    const sections = page.locator('.guide-section h2')
    await expect(sections).not.toHaveCount(0)
    await expect(contents).toHaveText(await sections.allTextContents())
    for (const drawing of await page.locator('.guide-art').all()) await expect(drawing).toHaveAccessibleName(/\S{3}/)
    expect(await page.locator('.guide-art').count()).toBeGreaterThanOrEqual(2)
    await expect(page.locator('head meta[name=description]')).toHaveAttribute('content', /.{40}/)
    await expect(page.getByRole('link', { name: 'Tell us' })).toHaveAttribute('href', '/news/feedback/new')
    await expect(page.locator('.guide-more').getByRole('link', { name: 'Contact Us' })).toHaveAttribute(
      'href',
      '/help/contact',
    )
    // Unparsed markup would show as it is written.
    expect(await page.locator('main').innerText()).not.toMatch(/\]\(|\*\w|`|guide-/)
  }
})

test('each entry of the contents has its own address, one after the other', async ({ page, scripted }) => {
  await page.goto('/help/usb-network')
  await ready(page, scripted)
  for (const [title, id] of [
    ['When it does not work', 'trouble'],
    ['With an Android phone', 'android'],
    ['How to tell that it works', 'check'],
  ] as const) {
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(new RegExp(`/help/usb-network#${id}$`))
    await expect(page.getByRole('heading', { name: title })).toBeInViewport()
    if (scripted) await expect(page.locator(`#${id}`)).toBeFocused()
  }
})

test('on a phone the contents of a long text are one line that opens, with lines as high as a finger', async ({
  page,
  scripted,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [address, name] of [
    ['/help/usb-network', 'On this page'],
    ['/userAgreement', 'Contents'],
  ] as const) {
    await page.goto(address)
    await ready(page, scripted)
    const contents = page.getByRole('navigation', { name })
    await expect(contents.getByRole('link')).toHaveCount(0)
    await expect(page.locator('main h2').filter({ visible: true }).first()).toBeInViewport()
    await contents.getByText(name).filter({ visible: true }).click()
    await expect(contents.getByRole('link').first()).toBeVisible()
    for (const link of await contents.getByRole('link').all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
})

test('a section’s address opens the guide there', async ({ page, scripted }) => {
  await page.goto('/help/usb-network#trouble')
  await ready(page, scripted)
  await expect(page.getByRole('heading', { name: 'When it does not work' })).toBeInViewport()
})

test('the links inside the guides and of the help page work', async ({ page }) => {
  await signIn(page, people.customer)
  const places = new Set<string>()
  for (const address of ['/help', ...names.map((name) => `/help/${name}`)]) {
    await page.goto(address)
    for (const link of await page.locator('main a[href^="/"]').all())
      places.add(new URL((await link.getAttribute('href')) ?? '', page.url()).pathname)
  }
  expect([...places].sort()).toEqual(
    expect.arrayContaining([
      '/features',
      '/help/app',
      '/help/contact',
      '/help/instructions',
      '/help/regions',
      '/news/feedback/new',
      '/terminal',
      '/terminal/bind',
    ]),
  )
  for (const place of places) expect((await page.request.get(place)).status(), place).toBe(200)
})

test('a guide is in the reader’s language, and its directional drawings follow the script', async ({
  page,
  scripted,
}) => {
  await page.goto('/help/usb-network')
  const wayOf = async (): Promise<string> =>
    page
      .locator('.guide-scene')
      .first()
      .evaluate((scene) => getComputedStyle(scene).transform)
  if (scripted) expect(await wayOf()).toBe('none')
  await page.context().addCookies([{ name: 'language', value: 'ar', url: new URL(page.url()).origin }])
  await page.goto('/help/usb-network')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('إنترنت من هاتفك عبر USB')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  if (scripted) expect(await wayOf()).toMatch(/^matrix\(-1,/)
})

test('an unknown guide leads a visitor to the front page, and is reported as missing to a customer', async ({
  page,
}) => {
  await page.goto('/help/nothing')
  await expect(page).toHaveURL(/\/home$/)
  await signIn(page)
  expect((await page.goto('/help/nothing'))?.status()).toBe(404)
})

test('a printed guide is only its text and drawings', async ({ page }) => {
  await page.goto('/help/bluetooth')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.guide-art').first()).toBeVisible()
  for (const part of ['.guide-contents', '.guide-more', '.guide-around', 'header.top'])
    await expect(page.locator(part)).toBeHidden()
})
