/**
 * Pictures and a video in feedback, with scripts and without: sent, viewed and saved again. Errors are shown, and valid
 * files stay.
 */
import type { Page } from 'playwright/test'
import { expect, expectAccessible, ownPage, ready, signIn, test, withAccount } from '../support/browser'
import { mkv, plainJpeg, plainPng, telling, tellingWords } from '../support/media'

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })

test('feedback is sent with pictures and a video, without camera and location @core', async ({ page, scripted }) => {
  await withAccount(page, 'painter')
  await page.goto('/news/feedback/new')
  await ready(page, scripted)
  if (scripted) {
    await page.keyboard.press('Shift')
    await expect(page.locator('.attachment-choose')).toHaveCount(2)
  }
  await page.getByLabel('What is it about?').selectOption('box')
  await page.getByLabel('Your message').fill('The picture shows what I mean, the film too.')
  await page.getByLabel('Pictures').setInputFiles([file('photo.jpg', telling(1)), file('shot.png', plainPng())])
  await page.getByLabel('Video').setInputFiles([file('film.mkv', mkv(50_000))])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page).toHaveURL(/\/news\/feedback\/[0-9a-z]{26}$/)
  const list = page.getByRole('list', { name: 'Attachments' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  for (const name of ['photo.jpg', 'shot.png']) {
    const picture = list.getByRole('img', { name: new RegExp(name.replace('.', '\\.')) })
    await expect(picture).toBeVisible()
    await expect
      .poll(() => picture.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
      .toBeGreaterThan(0)
  }
  const address = await list.getByRole('link', { name: /Save .*photo\.jpg/ }).getAttribute('href')
  const saved = await (await page.request.get(address ?? '')).body()
  for (const word of tellingWords) expect(saved.includes(word), word).toBe(false)
  const film = await (
    await page.request.get((await list.getByRole('link', { name: /Save .*film\.mkv/ }).getAttribute('href')) ?? '')
  ).body()
  expect(film.equals(mkv(50_000))).toBe(true)
})

test('a file with a wrong extension is reported at its field, and valid files need not be sent again', async ({
  page,
  scripted,
}) => {
  await withAccount(page, 'mistaken')
  await page.goto('/news/feedback/new')
  await ready(page, scripted)
  if (scripted) {
    await page.keyboard.press('Shift')
    await expect(page.locator('.attachment-choose')).toHaveCount(2)
  }
  await page.getByLabel('What is it about?').selectOption('box')
  await page.getByLabel('Your message').fill('One of these is not a picture at all.')
  await page
    .getByLabel('Pictures')
    .setInputFiles([file('good.jpg', plainJpeg()), file('bad.png', Buffer.from('no picture'))])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('The file’s content doesn’t match its name').first()).toBeVisible()
  await expect(page.getByLabel('Your message')).toHaveValue('One of these is not a picture at all.')
  if (scripted) await page.getByRole('button', { name: /Remove .*bad\.png/ }).click()
  else {
    await expect(page.getByRole('alert')).toContainText(/bad\.png.*: The file’s content doesn’t match its name/)
    await expect(page.getByRole('checkbox', { name: /good\.jpg/ })).toBeChecked()
  }
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page).toHaveURL(/\/news\/feedback\/[0-9a-z]{26}$/)
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1)
})

test('file fields are labelled in the page’s language, and show what was chosen after losing focus', async ({
  page,
  scripted,
}) => {
  await withAccount(page, 'chooser')
  await page.goto('/news/feedback/new')
  await ready(page, scripted)
  const field = page.locator('.file').filter({ hasText: 'Choose pictures' })
  await expect(field.locator('.file-none')).toHaveAttribute('data-none', 'No file yet')
  const own = (): Promise<string> => field.locator('input').evaluate((input) => getComputedStyle(input).color)
  expect(await own()).toBe('rgba(0, 0, 0, 0)')
  const asked = page.waitForEvent('filechooser')
  await field.getByText('Choose pictures').click()
  await (await asked).setFiles([file('photo.jpg', plainJpeg())])
  await page.getByLabel('Your message').focus()
  if (scripted) await expect(page.getByText(/photo\.jpg.* is attached/).first()).toBeVisible()
  else expect(await own()).not.toBe('rgba(0, 0, 0, 0)')
})

const api = '/api/userFeedback/customer/attachment'
/** Part or all of an account's file, as a session that ended leaves it. */
const bring = async (
  page: Page,
  kind: 'image' | 'video',
  name: string,
  bytes: Buffer,
  received = bytes.length,
): Promise<string> => {
  const begun = (await (
    await page.request.post(api, { headers: ownPage, data: { kind, name, size: bytes.length } })
  ).json()) as { data: { id: string } }
  const sent = await page.request.put(`${api}/${begun.data.id}?offset=0`, {
    headers: { ...ownPage, 'content-type': 'application/octet-stream' },
    data: bytes.subarray(0, received),
  })
  expect(sent.status()).toBe(200)
  return begun.data.id
}

test('files from before the session ended are offered after signing in again, to use or discard', async ({
  page,
  scripted,
}) => {
  const person = await withAccount(page, 'returner')
  await bring(page, 'image', 'before.jpg', plainJpeg())
  await bring(page, 'image', 'unwanted.png', plainPng())
  await page.context().clearCookies()
  await signIn(page, person)
  await page.goto('/news/feedback/new')
  await ready(page, scripted)
  await expect(page.getByRole('group', { name: 'Uploaded, but not sent yet' })).toContainText('before.jpg')
  if (scripted) {
    await expectAccessible(page, 'plain fields with offers')
    await page.keyboard.press('Shift')
    await expect(page.locator('.attachment-row')).toHaveCount(2)
    await expectAccessible(page, 'offers')
  }
  await page.getByLabel('What is it about?').selectOption('box')
  await page.getByLabel('Your message').fill('The picture from this morning shows it.')
  await page.getByRole('button', { name: /^Remove .*unwanted\.png/ }).click()
  await expect(page.locator('.attachment-row, .attachment-unsent')).toHaveText([/before\.jpg/])
  await expect(page.getByLabel('Your message')).toHaveValue('The picture from this morning shows it.')
  if (scripted) await page.getByRole('button', { name: /^Attach .*before\.jpg/ }).click()
  else {
    await expect(page.getByRole('checkbox', { name: /before\.jpg/ })).not.toBeChecked()
    await page.getByRole('checkbox', { name: /before\.jpg/ }).check()
  }
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page).toHaveURL(/\/news\/feedback\/[0-9a-z]{26}$/)
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('link', { name: /Save .*before\.jpg/ })).toBeVisible()
})

test('an offered file that is not used is not sent', async ({ page, scripted }) => {
  await withAccount(page, 'choosy')
  await bring(page, 'image', 'private.jpg', plainJpeg())
  await page.goto('/news/feedback/new')
  await ready(page, scripted)
  await page.getByLabel('What is it about?').selectOption('box')
  await page.getByLabel('Your message').fill('There is nothing to see in this one.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page).toHaveURL(/\/news\/feedback\/[0-9a-z]{26}$/)
  await expect(page.getByRole('list', { name: 'Attachments' })).toHaveCount(0)
  // The reply form offers it again.
  await expect(page.getByRole('checkbox', { name: /private\.jpg/ })).not.toBeChecked()
})

test('a half-uploaded video resumes by choosing it again; without scripts it is sent whole', async ({
  page,
  scripted,
}) => {
  const film = mkv(6_000_000)
  const person = await withAccount(page, 'halfway')
  const id = await bring(page, 'video', 'film.mkv', film, 4_194_304)
  await page.context().clearCookies()
  await signIn(page, person)
  await page.goto('/news/feedback/new')
  await ready(page, scripted)
  await expect(page.locator('.attachment-box')).toContainText('70')
  const offsets: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes(api))
      offsets.push(new URL(request.url()).searchParams.get('offset') ?? '')
  })
  if (scripted) {
    await page.keyboard.press('Shift')
    await expect(page.locator('.attachment-row')).toHaveAttribute('data-step', 'again')
  }
  await page.getByLabel('Video').setInputFiles([file('film.mkv', film)])
  if (scripted) await expect(page.locator('.attachment-row')).toHaveAttribute('data-step', 'done')
  await page.getByLabel('What is it about?').selectOption('box')
  await page.getByLabel('Your message').fill('The film shows how it stops.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page).toHaveURL(/\/news\/feedback\/[0-9a-z]{26}$/)
  const address = await page.getByRole('link', { name: /Save .*film\.mkv/ }).getAttribute('href')
  expect((await (await page.request.get(address ?? '')).body()).equals(film)).toBe(true)
  if (scripted) expect([address, offsets]).toEqual([`/news/attachments/${id}`, ['4194304']])
})
