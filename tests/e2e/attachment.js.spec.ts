/** Uploading a video with scripts: progress, Stop, a lost connection, a page reload, and a form that waits. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright/test'
import {
  arriveAt,
  awaitWatch,
  expect,
  expectAccessible,
  holdRequests,
  ready,
  test,
  withAccount,
  type Person,
} from '../support/browser'
import { HttpClient } from '../support/http-client'
import { mkv, phonePhoto, plainJpeg } from '../support/media'

const open = async (page: Page, prefix: string): Promise<Person> => {
  const person = await withAccount(page, prefix)
  await page.goto('/news/feedback/new')
  await ready(page, true)
  // The scripts are loaded by the first action.
  await page.keyboard.press('Shift')
  await expect(page.locator('.attachment-choose')).toHaveCount(2)
  return person
}
const choose = (page: Page, field: 'Pictures' | 'Video', name: string, buffer: Buffer): Promise<void> =>
  page.getByLabel(field).setInputFiles([{ name, mimeType: 'application/octet-stream', buffer }])
/** The connection's throughput; null is unlimited, 0 nothing. */
const connection = async (page: Page): Promise<(bytesPerSecond: number | null) => Promise<void>> => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  return async (bytesPerSecond) => {
    await cdp.send('Network.emulateNetworkConditions', {
      offline: bytesPerSecond === 0,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond ?? -1,
    })
  }
}
const row = (page: Page) => page.locator('.attachment-row')
const step = (page: Page): Promise<string | null> => row(page).first().getAttribute('data-step')
const sent = async (page: Page): Promise<number> =>
  Number((await row(page).locator('progress').getAttribute('value')) ?? '0')
/** Sent in three parts. */
const film = mkv(9_000_000)
/** Starts uploading a video. Its second part waits until the returned function is called. */
const sendFirstPart = async (page: Page, begin: () => Promise<void>): Promise<() => void> => {
  const later = /\?offset=[1-9]/
  const release = await holdRequests(page, later)
  const asked = page.waitForRequest(later)
  await begin()
  await asked
  return release
}
/** Bytes per second: enough for a page, too slow to send a video within a test. */
const trickle = 20_000

test('a click while the scripts load still opens the dialog, and its files are sent', async ({ page }) => {
  await withAccount(page, 'presser')
  await page.goto('/news/feedback/new')
  await ready(page, true)
  const asked = page.waitForEvent('filechooser')
  await page.getByText('Choose pictures').hover()
  await page.mouse.down()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/uploads-')),
  )
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.mouse.up()
  const dialog = await asked
  await dialog.setFiles([{ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: plainJpeg() }])
  await expect(page.getByText(/photo\.jpg.* is attached/).first()).toBeVisible()
})

test('a video shows its upload progress and can be stopped without leaving anything behind', async ({ page }) => {
  await open(page, 'stopper')
  const letThrough = await connection(page)
  await letThrough(500_000)
  await choose(page, 'Video', 'long film.mkv', film)
  await expect.poll(() => sent(page)).toBeGreaterThan(0)
  const first = await sent(page)
  await expect.poll(() => sent(page), { message: 'the bar moves on' }).toBeGreaterThan(first)
  // However long the checks take, it can't end in the meantime.
  await letThrough(trickle)
  await expect(row(page)).toContainText('long film.mkv')
  await expectAccessible(page)
  const gone = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('button', { name: /^Stop .*long film\.mkv/ }).click()
  await expect(row(page)).toHaveCount(0)
  await letThrough(null)
  expect((await gone).status()).toBe(200)
  await expect(page.locator('.attachment-box').getByRole('status')).toContainText('was stopped')
})

test('a video upload resumes by itself after the connection was lost @core', async ({ page }) => {
  await open(page, 'traveller')
  const letThrough = await connection(page)
  await letThrough(1_000_000)
  await choose(page, 'Video', 'film.mkv', film)
  await expect.poll(() => sent(page)).toBeGreaterThan(0.1)
  await letThrough(0)
  await expect.poll(() => step(page)).toBe('waiting')
  await expect(row(page)).toContainText('connection lost')
  await letThrough(null)
  await expect.poll(() => step(page), { timeout: 30_000 }).toBe('done')
  await page.getByLabel('What is it about?').selectOption('box')
  await page.getByLabel('Your message').fill('A film that came through a tunnel.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page).toHaveURL(/\/news\/feedback\/[0-9a-z]{26}$/)
  const address = await page.getByRole('link', { name: /Save .*film\.mkv/ }).getAttribute('href')
  expect((await (await page.request.get(address ?? '')).body()).equals(film)).toBe(true)
})

test('after a reload the page still has its files: a picture unchanged, a video once it is chosen again', async ({
  page,
}) => {
  await open(page, 'reloader')
  await choose(page, 'Pictures', 'photo.jpg', plainJpeg())
  await expect.poll(() => step(page)).toBe('done')
  // From the disk: only such a file has the same time when it is chosen again.
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-film-'))
  const place = path.join(folder, 'film.mkv')
  writeFileSync(place, film)
  const sendRest = await sendFirstPart(page, () => page.getByLabel('Video').setInputFiles(place))
  await page.reload()
  await ready(page, true)
  sendRest()
  const video = row(page).filter({ hasText: 'film.mkv' })
  await expect(row(page).filter({ hasText: 'photo.jpg' })).toHaveAttribute('data-step', 'done')
  await expect(video).toHaveAttribute('data-step', 'again')
  await expect(video).toContainText('Choose the same file again')
  await expectAccessible(page)
  await video
    .locator('input[type=file]')
    .setInputFiles([{ name: 'other.mkv', mimeType: 'video/x-matroska', buffer: film }])
  await expect(video).toContainText('That is not the same file')
  const parts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') parts.push(new URL(request.url()).searchParams.get('offset') ?? '')
  })
  await video.locator('input[type=file]').setInputFiles(place)
  await expect(video).toHaveAttribute('data-step', 'done')
  expect(parts.length).toBeGreaterThan(0)
  expect(parts).not.toContain('0')
  rmSync(folder, { recursive: true })
  await page.getByLabel('What is it about?').selectOption('box')
  await page.getByLabel('Your message').fill('A picture and a film from before.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page).toHaveURL(/\/news\/feedback\/[0-9a-z]{26}$/)
  const address = await page.getByRole('link', { name: /Save .*film\.mkv/ }).getAttribute('href')
  expect((await (await page.request.get(address ?? '')).body()).equals(film)).toBe(true)
})

/** Starts uploading a video, and reloads the page when part of it is sent. */
const breakOff = async (page: Page): Promise<void> => {
  const sendRest = await sendFirstPart(page, () => choose(page, 'Video', 'film.mkv', film))
  await page.reload()
  await ready(page, true)
  sendRest()
  await expect(row(page)).toHaveAttribute('data-step', 'again')
}

test('a form with part of its video missing is not sent until the video is chosen again or removed from it', async ({
  page,
}) => {
  await open(page, 'lacking')
  await breakOff(page)
  await page.getByLabel('What is it about?').selectOption('box')
  await page.getByLabel('Your message').fill('The film shows what happens.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const status = page.locator('.attachment-box').getByRole('status')
  await expect(status).toContainText('The form has not been sent yet: a file is not fully uploaded')
  await expect(page.getByRole('button', { name: /^Choose .*film\.mkv.* again/ })).toBeFocused()
  await expect(page).toHaveURL(/\/new$/)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Remove .*film\.mkv/ }).click()
  await expect(status).not.toContainText('not sent yet')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page).toHaveURL(/\/news\/feedback\/[0-9a-z]{26}$/)
})

test('a video whose upload the session’s end cut off is asked for after signing in, with the typed text kept', async ({
  page,
  server,
}) => {
  const person = await open(page, 'ended')
  await awaitWatch(page)
  await page.getByLabel('Your message').fill('The film shows what happens.')
  const sendRest = await sendFirstPart(page, () => choose(page, 'Video', 'film.mkv', film))
  // Ended from another device; the next part of the upload is refused.
  const other = await new HttpClient(server.origin).signIn(person.userName, person.password)
  expect((await other.post('/personal/sessions', {})).status).toBe(303)
  sendRest()
  await arriveAt(page, '**/login')
  await ready(page, true)
  await page.getByLabel('User name, e-mail, phone or serial number').fill(person.userName)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Your message')).toHaveValue('The film shows what happens.')
  await ready(page, true)
  await page.keyboard.press('Shift')
  // A session that was ended on purpose keeps only that: the video is offered, but the form does not wait for it.
  await expect(row(page)).toHaveAttribute('data-step', 'again')
  await expect(row(page)).toContainText('film.mkv')
})

test('a form that is submitted too early waits for its files, and is sent then', async ({ page }) => {
  await open(page, 'hasty')
  const letThrough = await connection(page)
  await letThrough(trickle)
  await page.getByLabel('What is it about?').selectOption('box')
  await page.getByLabel('Your message').fill('I can not wait to send this to you.')
  await choose(page, 'Video', 'film.mkv', film)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.locator('.attachment-box').getByRole('status')).toContainText('as soon as the files are uploaded')
  await expect(page).toHaveURL(/\/new$/)
  await letThrough(null)
  await expect(page).toHaveURL(/\/news\/feedback\/[0-9a-z]{26}$/, { timeout: 30_000 })
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1)
})

test('a form is not sent without a network; the page says so and keeps the typed text', async ({
  page,
  context,
  complaints,
}) => {
  await open(page, 'tunnel')
  await page.getByLabel('What is it about?').selectOption('box')
  await page.getByLabel('Your message').fill('Written in a tunnel, sent behind it.')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.locator('.toast-problem')).toContainText('Network Error')
  await expect(page.getByLabel('Your message')).toHaveValue('Written in a tunnel, sent behind it.')
  await context.setOffline(false)
  // A second click within half a second would count as a double click.
  await page.getByLabel('Your message').fill('Written in a tunnel, sent behind it. In the sun again.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page).toHaveURL(/\/news\/feedback\/[0-9a-z]{26}$/)
  await expect(page.getByRole('main')).toContainText('In the sun again.')
  complaints.length = 0
})

test('a fourth picture is not sent, and the field says that it is full', async ({ page }) => {
  await open(page, 'collector')
  await page
    .getByLabel('Pictures')
    .setInputFiles([1, 2, 3, 4].map((i) => ({ name: `${i}.jpg`, mimeType: 'image/jpeg', buffer: plainJpeg() })))
  await expect(page.locator('.attachment-row[data-step=done]')).toHaveCount(3)
  await expect(page.locator('.attachment-row[data-step=failed]')).toContainText('4.jpg')
  await expect(page.getByLabel('Pictures')).toBeDisabled()
  await page.getByRole('button', { name: /^Remove .*2\.jpg/ }).click()
  await expect(page.getByLabel('Pictures')).toBeEnabled()
})

test('a file chosen before the scripts have loaded is sent too', async ({ page }) => {
  await withAccount(page, 'early')
  const script = /uploads-[^/]*\.js$/
  const release = await holdRequests(page, script)
  const asked = page.waitForRequest(script)
  await page.goto('/news/feedback/new')
  await ready(page, true)
  const plain = page.locator('#field-image')
  await plain.focus()
  await asked
  release()
  // The field in use stays until it has its file.
  await plain.setInputFiles([{ name: 'early.jpg', mimeType: 'image/jpeg', buffer: plainJpeg() }])
  await expect.poll(() => step(page)).toBe('done')
  await expect(row(page)).toContainText('early.jpg')
})

test('a phone’s photo is scaled down before upload, is upright, and is explained without scripts', async ({
  page,
  browser,
}) => {
  const photo = phonePhoto()
  expect(photo.length).toBeGreaterThan(1_000_000)
  await open(page, 'photographer')
  await choose(page, 'Pictures', 'IMG_2026.JPEG', photo)
  await expect(row(page)).toContainText('IMG_2026.jpg')
  await expect.poll(() => step(page), { timeout: 30_000 }).toBe('done')
  const id = await row(page).locator('input[name=attachment]').inputValue()
  const stored = await (await page.request.get(`/news/attachments/${id}`)).body()
  expect(stored.length).toBeLessThanOrEqual(204_800)
  const size = await page.evaluate(async (source) => {
    const picture = await createImageBitmap(await (await fetch(source)).blob())
    return [picture.width, picture.height]
  }, `/news/attachments/${id}`)
  // Taken upright: the camera had rotated it by 90°.
  expect(size[1]).toBeGreaterThan(size[0] ?? 0)
  expect(Math.max(...size)).toBeGreaterThanOrEqual(640)
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const plainPage = await plain.newPage()
  await plainPage.goto(new URL('/news/feedback/new', page.url()).href)
  await expect(plainPage.getByText('Make a smaller copy first')).toBeVisible()
  await expect(plainPage.getByText('Larger photos are made smaller')).toBeHidden()
  await plain.close()
})
