/** The scripted editor in browser tests: a new account with one list, its rows, and the server's data. */
import { expect, type Locator, type Page } from 'playwright/test'
import { ownPage, type Person, withAccount } from './browser'
import { makeList } from './fixtures/satcodx'

type Envelope<D> = { code: string; data: D }
type StoredChannel = { id: number; name: string; lock: boolean; favourites: number[] }
let lists = 0

/** Waits until the editor has replaced the plain page. */
export const openEditor = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await expect(page.locator('[data-editor=ready]')).toBeVisible()
}

/** A new account with one list, of so many channels or of a file, with its editor open. */
export const openNewList = async (
  page: Page,
  records: number | string = 120,
): Promise<{ person: Person; id: string; path: string }> => {
  const person = await withAccount(page, 'editor')
  const bytes = typeof records === 'string' ? records : makeList({ seed: 5 + records, records, variant: '103' }).bytes
  const answer = await page.request.post(`/api/chmax/lists?name=Editor ${++lists}`, {
    headers: { ...ownPage, 'content-type': 'application/octet-stream' },
    data: Buffer.from(bytes),
  })
  const made = (await answer.json()) as Envelope<{ id: string }>
  expect(made.code).toBe('0')
  const path = `/features/lists/${made.data.id}`
  await openEditor(page, path)
  return { person, id: made.data.id, path }
}

/** The row of a channel, by its id in the file: 0 for the first. */
export const rowOf = (page: Page, id: number): Locator => page.locator(`#c-${id}`)

/** Waits until everything is saved and the editor shows this revision. */
export const expectSaved = async (page: Page, revision: number): Promise<void> => {
  await expect(page.locator('.ed-save')).toHaveAttribute('data-revision', String(revision))
  await expect(page.locator('.ed-save')).toHaveAttribute('data-state', 'clean')
}

/** The first rows on the server. */
export const storedChannels = async (page: Page, id: string): Promise<StoredChannel[]> => {
  const answer = (await (await page.request.get(`/api/chmax/lists/${id}/channels?page=1&size=20`)).json()) as Envelope<{
    items: StoredChannel[]
  }>
  return answer.data.items
}
export const storedIds = async (page: Page, id: string): Promise<number[]> =>
  (await storedChannels(page, id)).map((channel) => channel.id)
