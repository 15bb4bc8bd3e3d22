/**
 * Operation Verification without scripts: each kind as a plain form, another picture after a wrong answer, or a code
 * instead.
 */
import { codeOf, revealCaptcha, wrongCodeOf } from '../support/captcha'
import { expect, test } from '../support/browser'

const address = (kind: string): string => `/verification?purpose=sign-in&returnTo=%2Fforget&kind=${kind}`

test.describe('a person without scripts', () => {
  test('types the digits after a wrong try and another picture', async ({ page, server }) => {
    await page.goto(address('text'))
    await expect(page.getByRole('heading', { level: 1, name: 'Operation Verification' })).toBeVisible()
    await page.getByLabel('Code').fill(wrongCodeOf(await revealCaptcha(server.dataDir)))
    await page.getByRole('button', { name: 'OK' }).click()
    await expect(page.getByRole('alert')).toContainText('Verification code error')
    await expect(page.getByLabel('Code')).toHaveValue('')
    await page.getByLabel('Code').fill(codeOf(await revealCaptcha(server.dataDir)))
    await page.getByRole('button', { name: 'OK' }).click()
    await expect(page).toHaveURL(/\/forget$/)
    await expect(page.getByText('Verification passed')).toBeVisible()
  })

  test('clicks the hole that the piece fits, on a phone too @core', async ({ page, server }) => {
    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 320, height: 700 },
    ]) {
      await page.setViewportSize(viewport)
      await page.goto(address('slider'))
      const right = await revealCaptcha(server.dataDir)
      if (right.kind !== 'slider') throw new Error(`a ${right.kind} came`)
      await expect(page.getByRole('img', { name: 'The piece' })).toBeVisible()
      await page.locator('input[type="image"]').click({ position: { x: right.x + 25, y: right.y + 25 } })
      await expect(page).toHaveURL(/\/forget$/)
    }
  })

  test('gives the middle of the hole as two numbers', async ({ page, server }) => {
    await page.goto(address('slider'))
    const right = await revealCaptcha(server.dataDir)
    if (right.kind !== 'slider') throw new Error(`a ${right.kind} came`)
    await page.getByLabel('Across').fill(String(right.x + 25))
    await page.getByLabel('Down').fill(String(right.y + 25))
    await page.getByRole('button', { name: 'OK' }).click()
    await expect(page).toHaveURL(/\/forget$/)
  })

  test('turns the picture upright by buttons @core', async ({ page, server }) => {
    await page.goto(address('rotate'))
    const right = await revealCaptcha(server.dataDir)
    if (right.kind !== 'rotate') throw new Error(`a ${right.kind} came`)
    const missing = 360 - right.degrees
    const large = missing <= 180 ? Math.floor(missing / 30) : -Math.floor((360 - missing) / 30)
    const rest = missing <= 180 ? missing - large * 30 : missing - 360 - large * 30
    for (let n = 0; n < Math.abs(large); n++)
      await page.getByRole('button', { name: `Turn ${large > 0 ? 'right' : 'left'} by 30°` }).click()
    for (let n = 0; n < Math.abs(Math.round(rest / 5)); n++)
      await page.getByRole('button', { name: `Turn ${rest > 0 ? 'right' : 'left'} by 5°` }).click()
    await page.getByRole('button', { name: 'It stands upright' }).click()
    await expect(page).toHaveURL(/\/forget$/)
  })

  test('switches from one kind to another and to a code by mail', async ({ page }) => {
    await page.goto(address('text'))
    await page.getByRole('link', { name: 'Place a piece instead' }).click()
    await expect(page.locator('input[type="image"]')).toBeVisible()
    await page.getByRole('link', { name: 'Straighten a picture instead' }).click()
    await expect(page.getByRole('button', { name: 'It stands upright' })).toBeVisible()
    await page.getByRole('link', { name: 'A code by e-mail or SMS instead of a picture' }).click()
    await page.getByLabel('E-mail').fill('reader@mango.example')
    await page.getByRole('button', { name: 'Send the code' }).click()
    await expect(page).toHaveURL(/\/verification\/code\/enter/)
    const enter = page.url()
    await page.goto('/dev/outbox?to=reader%40mango.example')
    await page.locator('main a[href^="/dev/outbox/"]').first().click()
    const code = /\d{6}/.exec((await page.locator('.message-code').textContent()) ?? '')?.[0] ?? ''
    await page.goto(enter)
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/forget$/)
  })
})
