/** The same picture from two accounts: each may use it, and neither learns about the other. */
import { expect, it } from 'vitest'
import {
  applyOperations,
  clearOldLogos,
  createList,
  findLogo,
  storeLogo,
  type Actor,
} from '~/modules/channel-list/channel-list.server'
import { logoPixelsMax, logoUnusedMs } from '~/modules/channel-list/limits'
import { db } from '~/platform/db.server'
import { cutPng, plainPng } from '../../support/media'
import { codeOf, good, makeActor, sdxFile } from './people'

const begin = async (): Promise<{ actor: Actor; list: string }> => {
  const actor = await makeActor()
  return { actor, list: good(await createList(actor, { name: 'Mine', bytes: sdxFile(5), fileName: null })).id }
}
const use = ({ actor, list }: { actor: Actor; list: string }, logo: string) =>
  applyOperations(actor, list, {
    base: 1,
    operations: [{ op: 'set', target: 'category', id: 0, values: { logo } }],
  })

it('lets every account that uploads the same picture use it, at once or one after the other', async () => {
  const [one, other, late, stranger] = [await begin(), await begin(), await begin(), await begin()]
  const bytes = plainPng(31, 17)
  const [first, second] = await Promise.all([one, other].map(({ actor, list }) => storeLogo(actor, list, bytes)))
  const { id } = good(first ?? expect.fail())
  expect(good(second ?? expect.fail())).toEqual({ id })
  expect(good(await storeLogo(late.actor, late.list, bytes))).toEqual({ id })
  for (const who of [one, other, late]) {
    expect((await findLogo(who.actor, who.list, id)).ok).toBe(true)
    expect((await use(who, id)).ok).toBe(true)
  }
  expect(codeOf(await findLogo(stranger.actor, stranger.list, id))).toBe('A0404')
  expect(codeOf(await use(stranger, id))).toBe('C1106')
})

it('deletes a picture that no list uses one day after its last upload', async () => {
  const [one, other] = [await begin(), await begin()]
  const bytes = plainPng(33, 19)
  const { id } = good(await storeLogo(one.actor, one.list, bytes))
  const old = new Date(Date.now() - 2 * logoUnusedMs)
  await db.listLogo.update({ where: { id }, data: { createdAt: old } })
  await db.listLogoUpload.updateMany({ where: { logoId: id }, data: { createdAt: old } })
  good(await storeLogo(other.actor, other.list, bytes))
  await clearOldLogos()
  expect(codeOf(await findLogo(one.actor, one.list, id))).toBe('A0404')
  expect((await findLogo(other.actor, other.list, id)).ok).toBe(true)
  await db.listLogoUpload.updateMany({ where: { logoId: id }, data: { createdAt: old } })
  expect(await clearOldLogos()).toBe(1)
  expect(await db.listLogo.count({ where: { id } })).toBe(0)
})

it('keeps a picture as long as a list shows it, however old the upload', async () => {
  const one = await begin()
  const { id } = good(await storeLogo(one.actor, one.list, plainPng(37, 23)))
  expect((await use(one, id)).ok).toBe(true)
  const old = new Date(Date.now() - 2 * logoUnusedMs)
  await db.listLogo.update({ where: { id }, data: { createdAt: old } })
  await db.listLogoUpload.updateMany({ where: { logoId: id }, data: { createdAt: old } })
  await clearOldLogos()
  expect((await findLogo(one.actor, one.list, id)).ok).toBe(true)
  expect(await db.listLogoUpload.count({ where: { logoId: id } })).toBe(1)
})

it('refuses a picture with too many pixels for a box by its header, before decoding it', async () => {
  const { actor, list } = await begin()
  // Rows are missing, which decoding would report first.
  expect(await storeLogo(actor, list, cutPng(4850, 3))).toMatchObject({
    code: 'A0415',
    field: 'file',
    data: { context: 'pixels', limitPixels: logoPixelsMax },
  })
  expect(await storeLogo(actor, list, cutPng(1024, 3))).toMatchObject({ code: 'A0415', data: { context: 'logo' } })
})
