/**
 * The inspector shows everything about the selection, next to the rows on a desktop, as a sheet on a phone; it edits
 * one channel or many at once.
 */
import { expect, expectAccessible, test } from '../support/browser'
import { expectSaved, openEditor, openNewList, rowOf } from '../support/editor'

type Stored = { data: { items: { id: number; name: string; favourites: number[]; lock: boolean }[] } }

test('on a desktop one channel shows its fields and is renamed, and several join a group with one click', async ({
  page,
}) => {
  const { id } = await openNewList(page)
  const stored = async () =>
    ((await (await page.request.get(`/api/chmax/lists/${id}/channels?page=1&size=20`)).json()) as Stored).data.items
  const side = page.getByRole('complementary', { name: 'Selected channels' })
  await expect(side).toContainText('About this list')
  await rowOf(page, 3).locator('.c-check input').click()
  const name = (await rowOf(page, 3).locator('.c-name a').textContent()) ?? ''
  await expect(side.getByRole('heading', { level: 2 })).toContainText(name)
  await expect(side).toContainText('Number 4')
  await expect(side.locator('dl')).toContainText('SID')
  await side.getByLabel('Name', { exact: true }).fill('Nile Drama')
  await side.getByLabel('Name', { exact: true }).press('Enter')
  await expectSaved(page, 2)
  await expect(rowOf(page, 3)).toContainText('Nile Drama')

  await rowOf(page, 4).locator('.c-check input').click()
  await rowOf(page, 6).locator('.c-check input').click()
  await expect(side.getByRole('heading', { level: 2 })).toContainText('3 channels')
  const news = side.getByRole('button', { name: 'News' })
  await expect(news).toHaveAttribute('aria-pressed', 'false')
  await news.click()
  await expect(news).toHaveAttribute('aria-pressed', 'true')
  await expectSaved(page, 3)
  await side.getByRole('checkbox', { name: 'Lock' }).check()
  await expectSaved(page, 4)
  const rows = await stored()
  expect(rows.filter(({ favourites }) => favourites.includes(0)).map((row) => row.id)).toEqual([3, 4, 6])
  expect(rows.filter(({ lock }) => lock).map((row) => row.id)).toEqual([3, 4, 6])
  await rowOf(page, 6).locator('.c-check input').click()
  await rowOf(page, 7).locator('.c-check input').click()
  await expect(news).toHaveAttribute('aria-pressed', 'mixed')
  // Some of them are locked: the box is neither ticked nor empty, and is drawn as such.
  const lock = side.getByRole('checkbox', { name: 'Lock' })
  expect(await lock.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await expect(lock).toHaveCSS('background-image', /gradient/)
  await expectAccessible(page)
  // The rail's counts are updated.
  await expect(page.locator('.rail a', { hasText: 'News' })).toContainText('3')
})

test('on a phone it is a sheet, which Escape closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openNewList(page)
  await rowOf(page, 2).locator('.c-check input').click()
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.click()
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Selected channels' })
  await expect(sheet).toContainText('Number 3')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'News' }).click()
  await expectSaved(page, 2)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(more).toBeFocused()
})

test('the category and names in other languages can be set in it, and a channel’s own number is shown', async ({
  page,
}) => {
  const { id, path } = await openNewList(page, 12)
  const channel = async () =>
    (
      (await (await page.request.get(`/api/chmax/lists/${id}/channels/3`)).json()) as {
        data: { category: number | null; 'name.ar': string | null; number: number }
      }
    ).data
  const side = page.getByRole('complementary', { name: 'Selected channels' })
  await rowOf(page, 3).locator('.c-check input').click()
  await side.getByLabel('Category').selectOption('Sports')
  await expectSaved(page, 2)
  await side.getByText('Names in other languages').click()
  await side.getByLabel('Arabic').fill('قناة النيل')
  await side.getByLabel('Arabic').press('Enter')
  await expectSaved(page, 3)
  await expectAccessible(page)
  const stored = await channel()
  expect(stored['name.ar']).toBe('قناة النيل')
  expect(stored.category).not.toBeNull()
  await side.getByLabel('Category').selectOption('None')
  await expectSaved(page, 4)
  expect((await channel()).category).toBeNull()
  await page.goto(`${path}/numbers`)
  await page.getByLabel('From position (1 to 12)').fill('4')
  await page.getByLabel('To position (1 to 12)').fill('4')
  await page.getByLabel('Number for the first of them').fill('777')
  await page.getByRole('button', { name: 'Set these numbers' }).click()
  await expect(page.getByRole('heading', { name: 'Numbers apart from the order' })).toBeVisible()
  await openEditor(page, path)
  await expect(rowOf(page, 3).locator('.c-name')).toContainText('No. 777')
  await rowOf(page, 3).locator('.c-check input').click()
  await expect(side).toContainText('Number 777, position 4 of 12')
})

test('every value is edited in place, for one channel or several, with the bounds of the table of fields', async ({
  page,
}) => {
  const { id } = await openNewList(page, 12)
  type Channel = { sid: number | null; pcrPid: number | null; provider: string | null; audio: { language: string }[] }
  const channel = async (channelId: number) =>
    ((await (await page.request.get(`/api/chmax/lists/${id}/channels/${channelId}`)).json()) as { data: Channel }).data
  const side = page.getByRole('complementary', { name: 'Selected channels' })
  const field = (label: string) => side.getByLabel(label, { exact: true })
  await rowOf(page, 3).locator('.c-check input').click()
  await side.getByText('Edit these values here').click()
  // The keyboard is enough, and the digits may be Arabic; leaving the field saves it.
  await field('SID').fill('١٢٣٤')
  await field('SID').press('Tab')
  await expectSaved(page, 2)
  await expect(page.getByText(/^Changed \(.SID.\): 1 channel/)).toBeVisible()
  expect((await channel(3)).sid).toBe(1234)
  await expect(field('SID')).toHaveValue('1234')
  // A refused value stays beside its sentence and code until it is corrected or put back.
  await field('PCR PID').fill('8192')
  await field('PCR PID').press('Enter')
  await expect(field('PCR PID')).toHaveAccessibleDescription(/^A PID is a whole number from 0 to 8,191\. \(.C1106.\)$/)
  await expect(field('PCR PID')).toHaveAttribute('aria-invalid', 'true')
  await field('PCR PID').press('Escape')
  await expect(field('PCR PID')).toHaveAccessibleDescription('From 0 to 8,191.')
  await expect(field('Address (URL)')).toHaveCount(0)
  await side.getByRole('group', { name: 'Audio 1' }).getByLabel('Language').fill('ara')
  await page.keyboard.press('Enter')
  await expectSaved(page, 3)
  expect((await channel(3)).audio).toEqual([{ pid: null, type: '', language: 'ara', dolby: false }])
  await expectAccessible(page)

  await rowOf(page, 4).locator('.c-check input').click()
  await expect(field('SID')).toHaveAttribute('placeholder', 'different values')
  await expect(field('SID')).toHaveValue('')
  await field('SID').press('Enter')
  await field('Provider').fill('Mango TV')
  await field('Provider').press('Enter')
  await expectSaved(page, 4)
  expect([(await channel(3)).provider, (await channel(4)).provider]).toEqual(['Mango TV', 'Mango TV'])
  const transponder = field('Transponder')
  const other = (select: HTMLSelectElement) =>
    [...select.options].find((option) => !option.selected && option.value !== '?')?.value ?? ''
  await transponder.selectOption(await transponder.evaluate(other))
  await expectSaved(page, 5)
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expectSaved(page, 6)
  await field('Type').focus()
  await field('Type').selectOption('radio')
  await expectSaved(page, 7)
  await expect(field('Type')).toBeFocused()
})

test.describe('right to left on the smallest phone', () => {
  test.use({ locale: 'ar', viewport: { width: 320, height: 640 } })
  test('a streamed channel has an address in place of a transponder, in a form that fits', async ({ page }) => {
    const { id } = await openNewList(page, '#EXTM3U\n#EXTINF:-1,News\nhttp://example.org/live/1.m3u8\n')
    await rowOf(page, 0).locator('.c-check input').click()
    await page.locator('.bar-more-button').click()
    await page.locator('.ed-inspect').click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('تعديل هذه القيم هنا').click()
    const address = sheet.getByLabel('العنوان (URL)')
    await address.fill('example.org')
    await address.press('Enter')
    await expect(address).toHaveAccessibleDescription(/C1106/)
    await address.fill('https://example.org/live/2.m3u8')
    await address.press('Enter')
    await expectSaved(page, 2)
    await expect(sheet.getByLabel('الترانسبوندر')).toHaveCount(0)
    await expectAccessible(page)
    expect(await sheet.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    const answer = await page.request.get(`/api/chmax/lists/${id}/channels/0`)
    expect((await answer.json()) as object).toMatchObject({ data: { url: 'https://example.org/live/2.m3u8' } })
  })
})
