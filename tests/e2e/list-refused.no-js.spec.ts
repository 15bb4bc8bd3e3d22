/**
 * A refused action on a list's rows without scripts: the page gives the reason at its top and at the field. With
 * scripts the editor asks in its own dialogs.
 */
import { expect, ownPage, test, withAccount } from '../support/browser'
import { makeList } from '../support/fixtures/satcodx'

for (const [size, viewport] of Object.entries({
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
}))
  test(`a refusal is shown at the page’s top and at its field, on a ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await withAccount(page, 'refused')
    const { bytes } = makeList({ seed: 45, records: 60, variant: '103' })
    const made = (await (
      await page.request.post('/api/chmax/lists?name=Refused', {
        headers: { ...ownPage, 'content-type': 'application/octet-stream' },
        data: Buffer.from(bytes),
      })
    ).json()) as { data: { id: string } }
    await page.goto(`/features/lists/${made.data.id}`)
    await page.locator('table.channels input[name=id]').nth(2).check()
    // Nothing is hidden behind a button that needs scripts; the rest is reached by scrolling.
    await expect(page.getByRole('button', { name: 'More' })).toHaveCount(0)
    await page.locator('button[name=intent][value=sort]').scrollIntoViewIfNeeded()
    await expect(page.locator('button[name=intent][value=sort]')).toBeInViewport({ ratio: 1 })
    await page.locator('#field-to').fill('99999')
    await page.locator('button[name=intent][value=move]').click()
    const summary = page.getByRole('alert').filter({ hasText: 'Enter a number from 1 to 60.' })
    await expect(summary).toBeInViewport({ ratio: 1 })
    await expect(summary).toBeFocused()
    await expect(page.locator('#field-to')).toHaveAccessibleDescription('Enter a number from 1 to 60.')
    await expect(page.locator('#field-to')).toHaveValue('99999')
    await expect(page.locator('#field-to-error')).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
  })
