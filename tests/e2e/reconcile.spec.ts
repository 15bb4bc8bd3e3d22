/**
 * A box saved its list after the owner had changed it: both versions are merged on a separate page, each conflict with
 * both values, with forms only and with scripts.
 */
import { expect, expectAccessible, ownPage, test, withAccount } from '../support/browser'
import { joinParts, makeRecord, terminatorOf } from '../support/fixtures/satcodx'
import { bindBox } from '../support/bound-box'

const fileOf = (names: readonly string[]): Uint8Array =>
  joinParts(
    ...names.flatMap((name) => [
      makeRecord({ name, sid: 100 + Number(name.replaceAll(/\D/g, '')) }, '103'),
      terminatorOf('103'),
    ]),
  )

test('a box’s save and the owner’s edits become one list, each conflict by choice', async ({
  page,
  server,
  registerBox,
  scripted,
}) => {
  const examine = (): Promise<void> => (scripted ? expectAccessible(page) : Promise.resolve())
  await withAccount(page, 'reconcile')
  const { box, token } = await bindBox(page, server.origin, await registerBox())
  const made = await page.request.post('/api/chmax/lists?name=Sofa', {
    headers: { ...ownPage, 'content-type': 'application/octet-stream' },
    data: Buffer.from(fileOf(['Channel 1', 'Channel 2', 'Channel 3', 'Channel 4'])),
  })
  const { id } = ((await made.json()) as { data: { id: string } }).data
  const loaded = await box.request(`/api/stb/lists/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const edited = await page.request.post(`/api/chmax/lists/${id}/operations`, {
    headers: ownPage,
    data: {
      base: 1,
      operations: [
        { op: 'rename', id: 0, name: 'Mine 1' },
        { op: 'rename', id: 1, name: 'Mine 2' },
        { op: 'lock', ids: [2], value: true },
      ],
    },
  })
  expect(edited.status()).toBe(200)
  const saved = await box.api('PUT', `/stb/lists?list=${id}`, {
    token,
    headers: { 'if-match': loaded.headers.get('etag') ?? '' },
    raw: { type: 'application/octet-stream', bytes: fileOf(['Sofa 1', 'Sofa 2', 'Channel 3', 'Sofa 4', 'Found 9']) },
  })
  expect(saved).toMatchObject({ code: '0' })

  await page.goto(`/features/lists/${id}`)
  await page.getByRole('link', { name: 'See what differs' }).click()
  await page.getByRole('link', { name: 'Merge both' }).click()
  await expect(page.getByRole('heading', { name: 'Merge both versions' })).toBeVisible()
  await expect(page.getByText('Changed on both sides: 2')).toBeVisible()
  await expect(page.getByText('New channels: 1')).toBeVisible()
  await examine()
  // The first takes the box's name; the second keeps mine, which is the default.
  await page
    .getByRole('group', { name: /^Mine 1/ })
    .getByText('Sofa 1')
    .click()
  await page.getByRole('button', { name: 'Merge both' }).click()
  await expect(page).toHaveURL(new RegExp(`/features/lists/${id}(#.*)?$`))
  await expect(page.getByText('Both versions are merged.').first()).toBeVisible()
  const answer = await page.request.get(`/api/chmax/lists/${id}/channels?size=20`)
  const { items } = ((await answer.json()) as { data: { items: { name: string; lock: boolean }[] } }).data
  expect(items.map(({ name, lock }) => [name, lock])).toEqual([
    ['Sofa 1', false],
    ['Mine 2', false],
    ['Channel 3', true],
    ['Sofa 4', false],
    ['Found 9', false],
  ])

  // Nothing is left to choose: an old tab's address leads back to the list.
  await page.goto(`/features/lists/${id}/reconcile`)
  await expect(page).toHaveURL(new RegExp(`/features/lists/${id}$`))
  await expect(page.getByText('There is nothing to choose between any more').first()).toBeVisible()
})
