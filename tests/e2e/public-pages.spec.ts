/**
 * Details of the page frame: addresses as people type them, the logo on the home page, controls that need scripts, and
 * metadata for search engines.
 */
import { expect, ready, signIn, test } from '../support/browser'

test('an unknown address sends a visitor to / without remembering it; a customer reads that it does not exist @core-no-js', async ({
  page,
}) => {
  for (const address of ['/no/such/page', '/Home', '/useragreement', '/help/Editor']) {
    const answer = await page.request.get(address, { maxRedirects: 0 })
    expect([address, answer.status(), answer.headers().location]).toEqual([address, 302, '/'])
    expect(answer.headers()['set-cookie'] ?? '').not.toContain('portal-return')
  }
  await signIn(page)
  for (const address of ['/no/such/page', '/Home', '/useragreement', '/TERMINAL'])
    expect([address, (await page.goto(address))?.status()]).toEqual([address, 404])
  expect((await page.goto('/userAgreement'))?.status()).toBe(200)
})

test('the logo on the home page scrolls to its top', async ({ page, scripted }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto('/home')
  await ready(page, scripted)
  const scrolled = (): Promise<number> => page.evaluate(() => scrollY)
  await page.mouse.wheel(0, 40)
  await expect.poll(scrolled).toBe(40)
  // The pointer clicks the part that is still visible; the tool must not scroll it into view.
  const box = (await page.locator('.brand').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.click(box.x + 20, Math.max(2, box.y + box.height - 4))
  await expect.poll(scrolled).toBe(0)
})

test('controls that need scripts are not shown without them', async ({ page, scripted }) => {
  for (const address of ['/userAgreement', '/privacy']) {
    await page.goto(address)
    await ready(page, scripted)
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible({ visible: scripted })
  }
})

test('every public page describes itself in a sentence', async ({ page }) => {
  const said: string[] = []
  for (const address of [
    '/home',
    '/login',
    '/register',
    '/forget',
    '/help',
    '/help/editor',
    '/help/contact',
    '/help/app',
    '/help/instructions',
    '/help/regions',
    '/userAgreement',
    '/privacy',
  ]) {
    await page.goto(address)
    const sentences = await page
      .locator('meta[name="description"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('content') ?? ''))
    expect(sentences, address).toHaveLength(1)
    expect(sentences[0]?.length, address).toBeGreaterThan(30)
    said.push(sentences[0] ?? '')
  }
  expect(new Set(said).size).toBeGreaterThan(6)
})

test('heading levels go down one at a time, and every table column has a name', async ({ page }) => {
  const skips = (): Promise<string[]> =>
    page.evaluate(() => {
      const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map((heading) => ({
        level: Number(heading.localName[1]),
        text: heading.textContent ?? '',
      }))
      return levels
        .filter(({ level }, index) => level - (levels[index - 1]?.level ?? level) > 1)
        .map(({ text }) => text)
    })
  await page.goto('/help/contact')
  expect(await skips()).toEqual([])
  await signIn(page)
  for (const address of ['/help/contact', '/personal/sessions', '/personal/tokens', '/features', '/news']) {
    await page.goto(address)
    expect(await skips(), address).toEqual([])
    expect(
      await page
        .locator('th')
        .evaluateAll(
          (all) =>
            all.filter(
              (one) =>
                (one.textContent ?? '').trim() === '' &&
                one.getAttribute('aria-label') === null &&
                one.querySelector('input') === null,
            ).length,
        ),
      address,
    ).toBe(0)
  }
})
