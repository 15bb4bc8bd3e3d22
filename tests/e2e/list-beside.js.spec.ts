/** A box saves while its owner edits: the open editor says so, and unsaved edits go on. */
import type { Page } from 'playwright/test'
import { arriveAt, expect, expectAccessible, test } from '../support/browser'
import { expectSaved, openEditor, openNewList, rowOf, storedChannels } from '../support/editor'
import { bindBox } from '../support/bound-box'

const operations = '**/api/chmax/lists/*/operations'
const rename = async (page: Page, id: number, name: string): Promise<void> => {
  await rowOf(page, id).focus()
  await page.keyboard.press('F2')
  await expect(page.locator('.ed-rename')).toHaveCount(1)
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
}

for (const learns of ['by waking', 'by an edit'] as const)
  test(`a waiting save of a box is announced in the open editor (${learns}), and opening the differences loses no unsaved edit`, async ({
    page,
    server,
    registerBox,
  }) => {
    const { id, path } = await openNewList(page)
    const { box, token } = await bindBox(page, server.origin, await registerBox())
    const loaded = await box.request(`/api/stb/lists/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const file = new Uint8Array(await loaded.arrayBuffer())

    await rename(page, 2, 'By hand')
    await expectSaved(page, 2)
    const saved = await box.api('PUT', `/stb/lists?list=${id}`, {
      token,
      // It does not name its loaded revision: a save with only the portal's own record is merged only by the owner.
      raw: { type: 'application/octet-stream', bytes: file.slice(128) },
    })
    expect(saved).toMatchObject({ code: '0', data: { saved: 3, revision: 4 } })

    // The tab learns of it like of any other revision: when it is shown again, or from the answer to its next edit.
    const notice = page.locator('.beside-notice')
    await expect(notice).toHaveCount(0)
    if (learns === 'by waking') await page.evaluate(() => window.dispatchEvent(new Event('online')))
    else await rename(page, 7, 'One more')
    await expect(notice).toContainText('saved an earlier version of this list')
    const newest = learns === 'by waking' ? 4 : 5
    await expectSaved(page, newest)
    await page.route(operations, (route) => route.abort('internetdisconnected'))
    await rename(page, 4, 'Not saved yet')
    await expect(page.locator('.ed-save')).toHaveAttribute('data-state', 'offline')
    await expect(notice).toBeVisible()
    await expectAccessible(page)

    await notice.getByRole('link', { name: 'See what differs' }).click()
    await arriveAt(page, `**${path}/compare`)
    await expect(page.getByText('This browser has edits to this list that are not saved yet: 1.')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'By hand' })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Not saved yet' })).toHaveCount(0)
    await expectAccessible(page)

    await page.unroute(operations)
    await openEditor(page, path)
    await expectSaved(page, newest + 1)
    await expect(rowOf(page, 4)).toContainText('Not saved yet')
    expect(
      (await storedChannels(page, id)).filter((one) => one.id === 2 || one.id === 4).map((one) => one.name),
    ).toEqual(['By hand', 'Not saved yet'])

    await page.locator('.beside-notice').getByRole('link', { name: 'See what differs' }).click()
    await arriveAt(page, `**${path}/compare`)
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await arriveAt(page, `**${path}`)
    await expect(page.locator('[data-editor=ready]')).toBeVisible()
    await expect(page.locator('.beside-notice')).toHaveCount(0)
  })
