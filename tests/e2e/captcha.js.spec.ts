/**
 * Operation Verification with scripts: the dialog by pointer, keys and buttons, its rules, and axe in two directions.
 */
import type { Page } from 'playwright/test'
import { codeOf, revealCaptcha, wrongCodeOf } from '../support/captcha'
import { expect, expectAccessible, ready, test } from '../support/browser'

type Kind = 'text' | 'slider' | 'rotate'
const body = (page: Page) => page.locator('dialog[open] .captcha-body')

/** Opens the dialog on the captcha's page, with this kind of challenge. */
const open = async (page: Page, kind: Kind): Promise<void> => {
  // Asks the server for this kind; the dialog itself takes any.
  await page.route('**/api/authority/secondCaptcha?*', async (route) => {
    const url = new URL(route.request().url())
    if (!url.searchParams.has('kind')) url.searchParams.set('kind', kind)
    await route.continue({ url: url.toString() })
  })
  await page.goto('/verification?purpose=sign-in&returnTo=%2Fforget&kind=text')
  await ready(page, true)
  await page.locator('.captcha-card p.center button').click()
  await expect(body(page)).toHaveAttribute('data-phase', 'ready')
  await expect(body(page)).toHaveAttribute('data-kind', kind)
}

test('the digits: empty, wrong with a new picture, right @core', async ({ page, server }) => {
  await open(page, 'text')
  const field = page.getByLabel('Code').last()
  await field.focus()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).focus()
  await expect(page.getByRole('dialog')).toContainText('Code cannot be empty')
  const image = page.getByRole('dialog').locator('.captcha-text')
  const before = await image.getAttribute('src')
  await field.fill(wrongCodeOf(await revealCaptcha(server.dataDir)))
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('dialog')).toContainText('Verification code error')
  await expect(image).not.toHaveAttribute('src', before ?? '')
  await expect(field).toHaveValue('')
  // No toast reports it.
  await expect(page.locator('.toast')).toHaveCount(0)
  await field.fill(codeOf(await revealCaptcha(server.dataDir)))
  await field.press('Enter')
  await expect(page).toHaveURL(/\/forget$/)
})

test('the slider by pointer sends nothing back at its start, changes the picture if wrong, passes if right @core', async ({
  page,
  server,
}) => {
  const answers: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/verifyCaptcha')) answers.push(request.url())
  })
  await open(page, 'slider')
  const drag = async (x: number, y: number): Promise<void> => {
    const box = await page.getByRole('dialog').locator('.captcha-canvas').boundingBox()
    if (box === null) throw new Error('no canvas')
    await page.mouse.move(box.x + 25, box.y + 175)
    await page.mouse.down()
    await page.mouse.move(box.x + 150, box.y + 80, { steps: 4 })
    await page.mouse.move(box.x + x + 25, box.y + y + 25, { steps: 4 })
    await page.mouse.up()
  }
  await drag(0, 150)
  await expect(body(page)).toHaveAttribute('data-phase', 'ready')
  expect(answers).toHaveLength(0)
  const first = await revealCaptcha(server.dataDir)
  if (first.kind !== 'slider') throw new Error(`a ${first.kind} came`)
  const [wrongX = 0, wrongY = 0] = wrongCodeOf(first).split('_').map(Number)
  await drag(wrongX, wrongY)
  await expect(page.getByRole('dialog')).toContainText('Verification failed')
  await expect(body(page)).toHaveAttribute('data-phase', 'ready')
  expect(answers).toHaveLength(1)
  const second = await revealCaptcha(server.dataDir)
  if (second.kind !== 'slider') throw new Error(`a ${second.kind} came`)
  await drag(second.x, second.y)
  await expect(page.getByRole('dialog')).toContainText('Verification passed')
  await expect(page).toHaveURL(/\/forget$/)
})

test('the slider works with keys only and stays inside the canvas', async ({ page, server }) => {
  await open(page, 'slider')
  const right = await revealCaptcha(server.dataDir)
  if (right.kind !== 'slider') throw new Error(`a ${right.kind} came`)
  const piece = page.getByRole('dialog').locator('.captcha-piece')
  await piece.focus()
  for (let n = 0; n < 4; n++) await piece.press('ArrowLeft')
  await expect(page.getByRole('dialog')).toContainText('0 across, 150 down')
  for (let n = 0; n < Math.floor(right.x / 20); n++) await piece.press('Shift+ArrowRight')
  for (let n = 0; n < Math.round((right.x % 20) / 5); n++) await piece.press('ArrowRight')
  for (let n = 0; n < Math.round((150 - right.y) / 5); n++) await piece.press('ArrowUp')
  await piece.press('Enter')
  await expect(page).toHaveURL(/\/forget$/)
})

test('the slider works by click and button, without dragging', async ({ page, server }) => {
  await open(page, 'slider')
  const right = await revealCaptcha(server.dataDir)
  if (right.kind !== 'slider') throw new Error(`a ${right.kind} came`)
  await page
    .getByRole('dialog')
    .locator('.captcha-canvas')
    .click({ position: { x: right.x + 25, y: right.y + 25 } })
  await page.getByRole('dialog').getByRole('button', { name: 'Check' }).click()
  await expect(page).toHaveURL(/\/forget$/)
})

test('the rotation ignores a quick release, and is straightened by keys and buttons', async ({ page, server }) => {
  await open(page, 'rotate')
  const wheel = page.getByRole('dialog').getByRole('slider')
  const box = await wheel.boundingBox()
  if (box === null) throw new Error('no wheel')
  // A quarter turn within a fifth of a second by the events' own time, however slow the machine is.
  const cdp = await page.context().newCDPSession(page)
  const pressedAt = Date.now() / 1000
  for (const [type, x, y, afterS] of [
    ['mousePressed', 200, 125, 0],
    ['mouseMoved', 125, 200, 0.1],
    ['mouseReleased', 125, 200, 0.2],
  ] as const)
    await cdp.send('Input.dispatchMouseEvent', {
      type,
      x: box.x + x,
      y: box.y + y,
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: 1,
      timestamp: pressedAt + afterS,
    })
  await expect(wheel).toHaveAttribute('aria-valuenow', '90')
  await expect(body(page)).toHaveAttribute('data-phase', 'ready')
  const right = await revealCaptcha(server.dataDir)
  if (right.kind !== 'rotate') throw new Error(`a ${right.kind} came`)
  // From 90° to upright, the shorter way round.
  const way = ((((360 - right.degrees - 90) % 360) + 540) % 360) - 180
  await wheel.focus()
  for (let n = 0; n < Math.floor(Math.abs(way) / 15); n++)
    await wheel.press(way > 0 ? 'Shift+ArrowRight' : 'Shift+ArrowLeft')
  for (let n = 0; n < Math.round((Math.abs(way) % 15) / 5); n++)
    await page
      .getByRole('button', { name: `Turn ${way > 0 ? 'right' : 'left'} by 5°` })
      .last()
      .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('dialog')).toContainText('Verification passed')
  await expect(page).toHaveURL(/\/forget$/)
})

test('the rotation works with keys only, even on the new picture after a wrong turn', async ({ page, server }) => {
  await open(page, 'rotate')
  const wheel = page.getByRole('dialog').getByRole('slider')
  const turnTo = async (degrees: number): Promise<void> => {
    for (let n = 0; n < Math.floor(degrees / 15); n++) await page.keyboard.press('Shift+ArrowRight')
    for (let n = 0; n < Math.round((degrees % 15) / 2); n++) await page.keyboard.press('ArrowRight')
  }
  await expect(wheel).toBeFocused()
  const picture = await wheel.locator('img').getAttribute('src')
  const first = await revealCaptcha(server.dataDir)
  if (first.kind !== 'rotate') throw new Error(`a ${first.kind} came`)
  await turnTo((360 - first.degrees + 180) % 360 || 180)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Verification failed')
  await expect(wheel.locator('img')).not.toHaveAttribute('src', picture ?? '')
  await expect(body(page)).toHaveAttribute('data-phase', 'ready')
  await expect(wheel).toBeFocused()
  const second = await revealCaptcha(server.dataDir)
  if (second.kind !== 'rotate') throw new Error(`a ${second.kind} came`)
  await turnTo(360 - second.degrees)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/forget$/)
})

test('the reset icon loads another picture and puts the piece back', async ({ page }) => {
  await open(page, 'slider')
  const picture = page.getByRole('dialog').locator('.captcha-canvas > img')
  const before = await picture.getAttribute('src')
  await page.getByRole('dialog').getByRole('button', { name: 'Move right' }).click()
  await expect(page.getByRole('dialog')).toContainText('5 across')
  await page.getByRole('dialog').getByRole('button', { name: 'Another picture', exact: true }).click()
  await expect(picture).not.toHaveAttribute('src', before ?? '')
  await expect(page.getByRole('dialog')).toContainText('0 across, 150 down')
})

test('a network failure reloads the challenge, 403 and 404 show "Forbidden", and closing changes nothing', async ({
  page,
}) => {
  await open(page, 'text')
  let failures = 0
  await page.route('**/api/authority/secondCaptcha?*', (route) => (failures++ === 0 ? route.abort() : route.fallback()))
  await page.getByRole('dialog').getByRole('button', { name: 'Another picture', exact: true }).click()
  await expect.poll(() => failures).toBe(2)
  await expect(body(page)).toHaveAttribute('data-phase', 'ready')
  for (const status of [403, 404]) {
    await page.route(
      '**/api/authority/secondCaptcha?*',
      (route) =>
        route.fulfill({
          status,
          contentType: 'application/json',
          body: '{"code":"A0403","message":"Forbidden","data":null}',
        }),
      { times: 1 },
    )
    await page.getByRole('dialog').getByRole('button', { name: 'Another picture', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('Forbidden')
  }
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(page).toHaveURL(/\/verification/)
})

for (const language of ['en', 'ar']) {
  test(`pages and dialog have no accessibility faults in ${language}`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }])
    for (const kind of ['text', 'slider', 'rotate'] as const) {
      await page.goto(`/verification?purpose=sign-in&returnTo=%2Fforget&kind=${kind}`)
      await ready(page, true)
      await expectAccessible(page, `${kind} page in ${language}`)
      await page.unrouteAll()
      await open(page, kind)
      await expectAccessible(page, `${kind} dialog in ${language}`)
    }
    await page.goto('/verification/code?purpose=recover&returnTo=%2Fforget')
    await ready(page, true)
    await expectAccessible(page)
  })
}
