/**
 * The main job, end to end. A list is uploaded over HTTP with an API token, edited in the browser (with scripts in the
 * editor, without them by forms), and fetched by a box with every byte outside the edits equal. It runs on generated
 * fixtures and, if the samples are present, on real files.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { APIRequestContext, Page } from 'playwright/test'
import { makeList } from '../support/fixtures/satcodx'
import { samplesDir } from '../support/paths'
import { expect, ready, test, withAccount, type Person } from '../support/browser'

type Envelope<D> = { code: string; message: string; data: D }

const newline = 0x0a
/** Records with their line ends, and the trailing bytes. */
const split = (bytes: Buffer): { records: Buffer[]; trailer: Buffer } => {
  const records: Buffer[] = []
  let start = 0
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, start)) {
    records.push(bytes.subarray(start, at + 1))
    start = at + 1
  }
  return { records, trailer: bytes.subarray(start) }
}

/** The two parts of a name: bytes 43–50, and from 115 to the record's line end. */
const nameField = (record: Buffer): Buffer =>
  Buffer.concat([record.subarray(43, 51), record.subarray(115, record.length - 1)])
const withName = (record: Buffer, name: string): Buffer => {
  const changed = Buffer.from(record)
  const field = Buffer.alloc(nameField(record).length, 0x20)
  field.write(name, 'latin1')
  field.copy(changed, 43, 0, 8)
  field.copy(changed, 115, 8)
  return changed
}

const makeToken = async (page: Page, person: Person): Promise<string> => {
  await page.goto('/personal/tokens/new')
  await page.locator('[name=name]').fill('curl')
  for (const right of await page.locator('[name=scopes]').all()) await right.check()
  await page.locator('[name=password]').fill(person.password)
  await page.locator('main form button.primary').click()
  return (await page.locator('main .copy-value').first().innerText()).trim()
}

/** A box's part: it pairs, shows a code, and after binding loads the list chosen for it. */
const pairBox = async (request: APIRequestContext, sn: string): Promise<{ deviceToken: string; userCode: string }> => {
  const answer = (await (
    await request.post('/api/stb/pair', { data: { sn, model: 'Mango S1', softwareVersion: '1.0.0' } })
  ).json()) as Envelope<{ deviceToken: string; userCode: string }>
  expect(answer.code).toBe('0')
  return answer.data
}

/** Number, name and button: the same edits by forms and by the scripted editor. */
const editPlain = async (page: Page, listPath: string, renamed: string): Promise<void> => {
  await page.goto(`${listPath}?size=10`)
  // 1. The third and fourth channel move to the front.
  const boxes = page.locator('.channels tbody input[type=checkbox]')
  await boxes.nth(2).check()
  await boxes.nth(3).check()
  await page.locator('#field-to').fill('1')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.locator('.toast')).toContainText('Moved to 1–2: 2 channels')
  // 2. The channel that is now second is renamed on its own page.
  await page.locator('.channels .c-name a').nth(1).click()
  await page.locator('[name=name]').fill(renamed)
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(renamed)
  // 3. The tenth is deleted, after a question.
  await page.goto(`${listPath}?size=10`)
  await page.locator('.channels tbody input[type=checkbox]').nth(9).check()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete 1 channel?')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.locator('.toast')).toContainText('Deleted: 1 channel')
  // 4. One more action, then undone.
  await page.locator('.channels tbody input[type=checkbox]').nth(5).check()
  await page.getByRole('button', { name: 'One up' }).click()
  await expect(page.locator('.toast')).toContainText('Moved up: 1 channel')
  await page.locator('.undo').getByRole('button', { name: /^Undo/ }).click()
  await expect(page.locator('.toast')).toContainText('Undone: ')
}

const editScripted = async (page: Page, listPath: string, renamed: string): Promise<void> => {
  await page.goto(listPath)
  const editor = page.locator('[data-editor=ready]')
  await expect(editor).toBeVisible()
  const rows = editor.locator('.ed-row[data-id]')
  const bar = page.locator('.ed-actions')
  await rows.nth(2).locator('input[type=checkbox]').click()
  await rows.nth(3).locator('input[type=checkbox]').click()
  await bar.getByRole('button', { name: /^Move/ }).first().click()
  await page.locator('#ed-move').fill('1')
  await page.locator('#ed-move').press('Enter')
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await rows.nth(1).locator('input[type=checkbox]').click()
  await bar.getByRole('button', { name: 'Rename' }).click()
  const field = editor.locator('.ed-row .c-name input')
  await field.fill(renamed)
  await field.press('Enter')
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await rows.nth(9).locator('input[type=checkbox]').click()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await rows.nth(5).locator('input[type=checkbox]').click()
  await bar.getByRole('button', { name: 'One up' }).click()
  await editor.getByRole('button', { name: 'Undo' }).first().click()
  await expect(editor.locator('.ed-save')).toHaveAttribute('data-waiting', '0')
  await expect(editor.locator('.ed-save')).toHaveAttribute('data-state', 'clean')
}

type Source = { title: string; file: string; bytes: () => Buffer }

const fixtures: Source[] = [
  {
    title: 'a list of 127-byte records',
    file: 'plain.sdx',
    bytes: () => Buffer.from(makeList({ seed: 11, records: 120, variant: '103' }).bytes),
  },
  {
    title: 'a list of 128-byte records with a NUL after the last',
    file: 'vestel.sdx',
    bytes: () =>
      Buffer.from(makeList({ seed: 12, records: 90, variant: '103-vestel', encoding: 'turkish', trailer: '\0' }).bytes),
  },
]
const samples: Source[] = [
  {
    title: 'silva_schneider.sdx',
    file: 'silva_schneider.sdx',
    bytes: () => readFileSync(path.join(samplesDir, 'silva_schneider.sdx')),
  },
  {
    title: 'turksat_vestel.sdx',
    file: 'turksat_vestel.sdx',
    bytes: () => readFileSync(path.join(samplesDir, 'turksat_vestel.sdx')),
  },
]
const isThere = existsSync(samplesDir)
if (!isThere) console.log(`${samplesDir} is not there: the main job runs on our own fixtures alone`)

for (const source of [...fixtures, ...(isThere ? samples : [])]) {
  test(`${source.title} is uploaded by API, edited, and fetched by a box with all other bytes equal${source === fixtures[0] ? ' @core' : ''}`, async ({
    page,
    request,
    scripted,
    registerBox,
  }) => {
    const bytes = source.bytes()
    const person = await withAccount(page, 'owner')
    const token = await makeToken(page, person)

    const uploaded = (await (
      await request.post('/api/chmax/lists', {
        headers: { authorization: `Bearer ${token}` },
        multipart: {
          name: 'Main job',
          file: { name: source.file, mimeType: 'application/octet-stream', buffer: bytes },
        },
      })
    ).json()) as Envelope<{ id: string; counts: { channels: number } }>
    expect(uploaded.code).toBe('0')
    const { records, trailer } = split(bytes)
    expect(uploaded.data.counts.channels).toBe(records.length)

    const sn = await registerBox()
    const box = await pairBox(request, sn)
    await page.goto(`/terminal/bind?sn=${sn}&code=${box.userCode.replace('-', '')}`)
    await page.locator('main form button.primary').first().click()
    await expect(page).toHaveURL(new RegExp(`/terminal/${sn}`))
    await page.locator('select[name=list]').selectOption({ label: 'Main job' })
    await page.locator('button[value=list]').click()
    await expect(page.getByText('Main job').first()).toBeVisible()

    const fetchFile = async (): Promise<Buffer> => {
      const lists = (await (
        await request.get('/api/stb/lists', { headers: { authorization: `Bearer ${box.deviceToken}` } })
      ).json()) as Envelope<{ activeListId: string }>
      expect(lists.data.activeListId).toBe(uploaded.data.id)
      const answer = await request.get(`/api/stb/lists/${lists.data.activeListId}?format=sdx`, {
        headers: { authorization: `Bearer ${box.deviceToken}` },
      })
      expect(answer.status()).toBe(200)
      return answer.body()
    }
    expect((await fetchFile()).equals(bytes)).toBe(true)

    const renamed = 'Mango Test'
    await ready(page, scripted)
    await (scripted ? editScripted : editPlain)(page, `/features/lists/${uploaded.data.id}`, renamed)

    const expected = [...records]
    const front = expected.splice(2, 2)
    expected.unshift(...front)
    expected[1] = withName(expected[1] ?? Buffer.alloc(0), renamed)
    expected.splice(9, 1)
    const result = await fetchFile()
    const now = split(result)
    expect(now.records.length).toBe(expected.length)
    for (const [at, record] of expected.entries()) {
      if (!record.equals(now.records[at] ?? Buffer.alloc(0)))
        expect((now.records[at] ?? Buffer.alloc(0)).toString('latin1'), `record ${at + 1}`).toBe(
          record.toString('latin1'),
        )
    }
    expect(now.trailer.equals(trailer)).toBe(true)
    expect(result.equals(Buffer.concat([...expected, trailer]))).toBe(true)
  })
}
