/** Pictures and a video with a feedback, with scripts and without: sent, seen and saved again; what is wrong is said and the rest stays. */
import { expect, ready, test, withAccount } from '../support/browser'
import { mkv, plainJpeg, plainPng, telling, tellingWords } from '../support/media'

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })

test('a feedback takes pictures and a video along, without camera and place', async ({ page, scripted }) => {
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
    await expect.poll(() => picture.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0))).toBeGreaterThan(0)
  }
  const address = await list.getByRole('link', { name: /Save .*photo\.jpg/ }).getAttribute('href')
  const saved = await (await page.request.get(address ?? '')).body()
  for (const word of tellingWords) expect(saved.includes(word), word).toBe(false)
  const film = await (await page.request.get((await list.getByRole('link', { name: /Save .*film\.mkv/ }).getAttribute('href')) ?? '')).body()
  expect(film.equals(mkv(50_000))).toBe(true)
})

test('a file that is not what its name says is told where it stands, and what was right need not be sent again', async ({ page, scripted }) => {
  await withAccount(page, 'mistaken')
  await page.goto('/news/feedback/new')
  await ready(page, scripted)
  if (scripted) {
    await page.keyboard.press('Shift')
    await expect(page.locator('.attachment-choose')).toHaveCount(2)
  }
  await page.getByLabel('What is it about?').selectOption('box')
  await page.getByLabel('Your message').fill('One of these is not a picture at all.')
  await page.getByLabel('Pictures').setInputFiles([file('good.jpg', plainJpeg()), file('bad.png', Buffer.from('no picture'))])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('The file’s content is not what its name says').first()).toBeVisible()
  await expect(page.getByLabel('Your message')).toHaveValue('One of these is not a picture at all.')
  if (scripted) await page.getByRole('button', { name: /Remove .*bad\.png/ }).click()
  else await expect(page.getByRole('checkbox', { name: /good\.jpg/ })).toBeChecked()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page).toHaveURL(/\/news\/feedback\/[0-9a-z]{26}$/)
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1)
})
