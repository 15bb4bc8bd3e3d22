/**
 * A whole evening with a long list: two thousand channels are uploaded, ten become favourites, three hundred move to
 * the front, fifty are renamed by a pattern, the file is exported, and a box fetches it. By keyboard on a desktop, by a
 * finger on a phone, and by forms without scripts; in English and in Arabic.
 */
import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Browser, Download, Locator, Page } from 'playwright/test'
import { expect, ready, test, withAccount } from '../support/browser'
import { joinParts, makeRecord, terminatorOf } from '../support/fixtures/satcodx'
import { tabTo } from '../support/keyboard'

type Envelope<D> = { code: string; data: D }
type Stored = { items: { name: string; favourites: string[] }[]; total: number }

/** Fifty sports channels are among those at the end, three hundred film channels in the middle. */
const names = Array.from({ length: 2000 }, (_, at) =>
  at >= 900 && at < 1200 ? `Film ${at - 899}` : at >= 1900 && at < 1950 ? `Sport ${at - 1899} HD` : `Channel ${at + 1}`,
)
const recordOf = (name: string, at: number): Uint8Array =>
  joinParts(
    makeRecord({ name, sid: at + 1, frequencyKHz: 10_714_000 + (at % 40) * 29_000 }, '103'),
    terminatorOf('103'),
  )
const source = {
  name: 'evening.sdx',
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(joinParts(...names.map(recordOf))),
}

/** The expected result: the three hundred first, all others in their order, fifty of them with new names. */
const wanted = (): Buffer => {
  const all = names.map((name, at) => {
    const sport = /^Sport (\d+) HD$/.exec(name)
    return { at, name: sport === null ? name : `Match ${(sport[1] ?? '').padStart(2, '0')}` }
  })
  const isFilm = ({ at }: { at: number }) => at >= 900 && at < 1200
  return Buffer.from(
    joinParts(
      ...[...all.filter(isFilm), ...all.filter((one) => !isFilm(one))].map(({ name, at }) => recordOf(name, at)),
    ),
  )
}

/** One input method for the same steps. All words are found by their function, in any language. */
type Hand = {
  press(page: Page, part: Locator): Promise<void>
  write(page: Page, field: Locator, text: string): Promise<void>
  choose(page: Page, radio: Locator): Promise<void>
  upload(page: Page): Promise<void>
  /** The first ten channels join the first group. */
  favour(page: Page): Promise<void>
  /** Everything that the search finds moves to the front. */
  moveFound(page: Page, text: string): Promise<void>
}

const uploadLink = (page: Page) => page.locator('main a[href="#field-file"]').first()
const uploadButton = (page: Page) => page.locator('main form:has(input[type=file]) button.primary')
const editor = (page: Page) => page.locator('[data-editor=ready]')
const row = (page: Page, id: number) => page.locator(`#c-${id}`)
const search = (page: Page) => page.locator('[role=search] input[type=search]')
const saved = async (page: Page): Promise<void> => {
  await expect(page.locator('.ed-save')).toHaveAttribute('data-waiting', '0')
  await expect(page.locator('.ed-save')).toHaveAttribute('data-state', 'clean')
}

const keys: Hand = {
  press: async (page, part) => {
    await tabTo(page, part)
    await page.keyboard.press('Enter')
  },
  write: async (page, field, text) => {
    await tabTo(page, field)
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
  },
  choose: async (page, radio) => {
    // One tab stop leads to a group of radio buttons, arrows through it.
    await tabTo(page, page.locator('[name=how]:checked'))
    await page.keyboard.press('ArrowDown')
    await expect(radio).toBeChecked()
  },
  upload: async (page) => {
    const asked = page.waitForEvent('filechooser')
    await expect(page.locator('input[type=file]')).toBeFocused()
    await page.keyboard.press('Space')
    await (await asked).setFiles(source)
    await keys.press(page, uploadButton(page))
  },
  favour: async (page) => {
    await expect(editor(page)).toBeVisible()
    await tabTo(page, row(page, 0))
    await page.keyboard.press('Space')
    for (let more = 1; more < 10; more++) await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('1')
    await saved(page)
    await page.keyboard.press('Escape')
  },
  moveFound: async (page, text) => {
    await page.keyboard.press('/')
    await expect(search(page)).toBeFocused()
    await page.keyboard.type(text)
    await expect(row(page, 0)).toHaveCount(0)
    await tabTo(page, row(page, 900))
    await page.keyboard.press('Control+a')
    await page.keyboard.press('m')
    await expect(page.locator('#ed-move')).toBeFocused()
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await saved(page)
  },
}

const finger: Hand = {
  press: async (_, part) => part.tap(),
  write: async (_, field, text) => {
    await field.tap()
    await field.fill(text)
  },
  choose: async (_, radio) => radio.tap(),
  upload: async (page) => {
    await page.locator('input[type=file]').setInputFiles(source)
    await uploadButton(page).tap()
  },
  favour: async (page) => {
    await expect(editor(page)).toBeVisible()
    for (let id = 0; id < 10; id++) await row(page, id).locator('.c-check input').tap()
    await page.locator('.ed-actions button:has(use[href*="star"]):visible').tap()
    await page.getByRole('dialog').locator('.ed-groups button').first().tap()
    await page.getByRole('dialog').locator('.form-actions .primary').tap()
    await saved(page)
    await page.locator('.ed-clear').tap()
  },
  moveFound: async (page, text) => {
    await search(page).tap()
    await search(page).fill(text)
    await expect(row(page, 0)).toHaveCount(0)
    await row(page, 900).locator('.c-check input').tap()
    await page.locator('.bar-more-button').tap()
    await page.locator('.ed-all').tap()
    await page.locator('.ed-actions .ed-move').tap()
    await page.locator('#ed-move').fill('1')
    await page.getByRole('dialog').locator('button.primary').tap()
    await saved(page)
  },
}

const forms: Hand = {
  press: async (_, part) => part.click(),
  write: async (_, field, text) => field.fill(text),
  choose: async (_, radio) => radio.check(),
  upload: async (page) => {
    await page.locator('input[type=file]').setInputFiles(source)
    await uploadButton(page).click()
  },
  favour: async (page) => {
    for (let at = 0; at < 10; at++) await page.locator('.channels tbody input[type=checkbox]').nth(at).check()
    const more = page.locator('.bar-more-button')
    if (await more.isVisible()) await more.click()
    await page.locator('[name=intent][value=favourite-add]').click()
    await expect(page.locator('.toast-done')).toContainText(/10|١٠/)
  },
  moveFound: async (page, text) => {
    await search(page).fill(text)
    await search(page).press('Enter')
    await page.locator('[name=all]').check()
    await page.locator('#field-to').fill('1')
    await page.locator('[name=intent][value=move]').click()
    await expect(page.locator('.toast-done')).toContainText(/300|٣٠٠/)
  },
}

const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path())

/** A box of the account, with this list chosen for it, and the file that it fetches. */
const fetchByBox = async (page: Page, request: APIRequestContext, sn: string, list: string): Promise<Buffer> => {
  const paired = (await (
    await request.post('/api/stb/pair', { data: { sn, model: 'Mango S1', softwareVersion: '1.0.0' } })
  ).json()) as Envelope<{ deviceToken: string; userCode: string }>
  await page.goto(`/terminal/bind?sn=${sn}&code=${paired.data.userCode.replace('-', '')}`)
  await page.locator('main form button.primary').first().click()
  await expect(page).toHaveURL(new RegExp(`/terminal/${sn}`))
  await page.locator('select[name=list]').selectOption(list)
  await page.locator('button[value=list]').click()
  await expect(page.locator(`main a[href*="${list}"]`).first()).toBeVisible()
  const answer = await request.get(`/api/stb/lists/${list}?format=sdx`, {
    headers: { authorization: `Bearer ${paired.data.deviceToken}` },
  })
  expect(answer.status()).toBe(200)
  return answer.body()
}

type Evening = { browser: Browser; origin: string; request: APIRequestContext; sn: string }
type Way = { hand: Hand; language: string; scripted: boolean; touch: boolean }

const spend = async ({ browser, origin, request, sn }: Evening, way: Way): Promise<void> => {
  const { hand, scripted } = way
  const context = await browser.newContext({
    baseURL: origin,
    locale: way.language,
    javaScriptEnabled: scripted,
    viewport: way.touch ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    hasTouch: way.touch,
    isMobile: way.touch,
  })
  const page = await context.newPage()
  await withAccount(page, 'evening')
  await page.goto('/features')
  await ready(page, scripted)
  await expect(page.locator('html')).toHaveAttribute('dir', way.language === 'ar' ? 'rtl' : 'ltr')

  await hand.press(page, uploadLink(page))
  await expect(page.locator('.upload-form .btn.primary')).toBeInViewport({ ratio: 1 })
  await hand.upload(page)
  await expect(page).toHaveURL(/\/features\/lists\/[0-9a-z]+$/)
  const id = /lists\/([^/]+)/.exec(page.url())?.[1] ?? ''
  const path = `/features/lists/${id}`
  await hand.favour(page)
  await hand.moveFound(page, 'Film')

  // The tool takes all channels if nothing is searched or selected.
  await page.goto(path)
  if (scripted) await expect(editor(page)).toBeVisible()
  await hand.press(page, page.locator('.list-ways details').first().locator('summary'))
  await hand.press(page, page.locator(`.list-ways details a[href="${path}/tools/names"]`))
  await expect(page).toHaveURL(new RegExp(`${path}/tools/names`))
  await ready(page, scripted)
  await hand.write(page, page.locator('[name=find]'), 'Sport # HD')
  await hand.write(page, page.locator('[name=by]'), 'Match {nn}')
  await hand.choose(page, page.locator('[name=how][value=pattern]'))
  await hand.press(page, page.locator('main form[method=get] .form-actions button'))
  const rename = page.locator('#plan form[method=post] button')
  await expect(rename).toContainText(way.language === 'ar' ? /50|٥٠/ : /50/)
  await ready(page, scripted)
  await hand.press(page, rename)
  await expect(page).toHaveURL(new RegExp(`${path}(?:[?#]|$)`))

  await page.goto(path)
  if (scripted) await expect(editor(page)).toBeVisible()
  await page.goto(`${path}/export?format=sdx`)
  await ready(page, scripted)
  const downloading = page.waitForEvent('download')
  await hand.press(page, page.locator('main a[download]'))
  const exported = await bytesOf(await downloading)
  expect(exported.equals(wanted())).toBe(true)

  const stored = (await (
    await page.request.get(`/api/chmax/lists/${id}/channels?favourite=0&size=100`)
  ).json()) as Envelope<Stored>
  expect(stored.data.items.map(({ name }) => name)).toEqual(names.slice(0, 10))
  expect((await fetchByBox(page, request, sn, id)).equals(exported)).toBe(true)
  await context.close()
}

const title = 'a list of 2000 comes in, is set in order and reaches a box'
test(`${title}: at a desk, by keyboard or by forms`, async ({ browser, server, request, registerBox, scripted }) => {
  const way = { hand: scripted ? keys : forms, language: 'en-GB', scripted, touch: false }
  await spend({ browser, origin: server.origin, request, sn: await registerBox() }, way)
})
test(`${title}: on a phone in Arabic, by a finger or by forms`, async ({
  browser,
  server,
  request,
  registerBox,
  scripted,
}) => {
  const way = { hand: scripted ? finger : forms, language: 'ar', scripted, touch: true }
  await spend({ browser, origin: server.origin, request, sn: await registerBox() }, way)
})
