/** Links to lists: who may create and revoke them, what their readers may see, and when they stop working. */
import { describe, expect, it } from 'vitest'
import {
  copyShared,
  createList,
  deleteList,
  findRevisions,
  findShares,
  getList,
  makeShare,
  readShared,
  restoreList,
  withdrawShare,
} from '~/modules/channel-list/channel-list.server'
import { db } from '~/platform/db.server'
import { redactUrl } from '~/platform/log.server'
import { codeOf, good, makeActor, sdxFile } from './people'

const begin = async () => {
  const owner = await makeActor()
  const list = good(await createList(owner, { name: 'To read', bytes: sdxFile(5), fileName: 'of owner.sdx' }))
  return { owner, id: list.id }
}
const read = (token: string | null) => readShared(token ?? '', (view) => view.length)

describe('a link', () => {
  it('opens the list for anyone who has it; nothing else does', async () => {
    const { owner, id } = await begin()
    const { share, token } = good(await makeShare(owner, id, { days: null }))
    expect(token).toMatch(/^[\w-]{22}$/)
    expect(good(await read(token))).toEqual({ name: 'To read', channels: 5, value: 5 })
    for (const wrong of ['', id, share.id, `${token}x`, token?.slice(1) ?? '', `${token?.slice(0, -1)}!`])
      expect(codeOf(await read(wrong))).toBe('C1101')
    const rows = await db.listShare.findMany({ where: { listId: id } })
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows[0]?.seenAt).not.toBeNull()
  })

  it('stops working once it is revoked or expired, or the list is deleted', async () => {
    const { owner, id } = await begin()
    const [first, second, third] = [
      good(await makeShare(owner, id, { days: null })),
      good(await makeShare(owner, id, { days: 1 })),
      good(await makeShare(owner, id, { days: null })),
    ]
    good(await withdrawShare(owner, id, first.share.id))
    good(await withdrawShare(owner, id, first.share.id))
    expect(codeOf(await read(first.token))).toBe('C1101')
    expect(codeOf(await read(second.token))).toBe('no failure')
    await db.listShare.update({
      where: { id: second.share.id },
      data: { createdAt: new Date(Date.now() - 90_000_000), endsAt: new Date(Date.now() - 1) },
    })
    expect(codeOf(await read(second.token))).toBe('C1101')
    expect(good(await findShares(owner, id)).map(({ isLiving }) => isLiving)).toEqual([true, false, false])
    good(await deleteList(owner, id))
    expect(codeOf(await read(third.token))).toBe('C1101')
  })

  it('stops working while its owner is disabled, and stays revoked when a deleted list is restored', async () => {
    const { owner, id } = await begin()
    const { token } = good(await makeShare(owner, id, { days: null }))
    await db.user.update({ where: { id: owner.userId }, data: { disabledAt: new Date() } })
    expect(codeOf(await read(token))).toBe('C1101')
    expect(codeOf(await copyShared(await makeActor(), token ?? '', { name: 'Mine' }))).toBe('C1101')
    await db.user.update({ where: { id: owner.userId }, data: { disabledAt: null } })
    expect((await read(token)).ok).toBe(true)
    good(await deleteList(owner, id))
    good(await restoreList(owner, id))
    expect(codeOf(await read(token))).toBe('C1101')
    expect(good(await findShares(owner, id)).map(({ isLiving }) => isLiving)).toEqual([false])
  })

  it('is created, seen and revoked only by the list’s owner, and every action is in the audit log', async () => {
    const [{ owner, id }, other] = [await begin(), await makeActor()]
    const { share } = good(await makeShare(owner, id, { days: 7 }))
    expect(codeOf(await makeShare(other, id, { days: null }))).toBe('C1101')
    expect(codeOf(await findShares(other, id))).toBe('C1101')
    expect(codeOf(await withdrawShare(other, id, share.id))).toBe('C1101')
    const own = good(await createList(other, { name: 'Own', bytes: sdxFile(3), fileName: null }))
    expect(codeOf(await withdrawShare(other, own.id, share.id))).toBe('A0404')
    good(await withdrawShare(owner, id, share.id))
    const acts = await db.auditEntry.findMany({ where: { subject: id }, orderBy: { at: 'asc' } })
    expect(acts.map(({ action, detail }) => [action, detail])).toEqual([
      ['list.share', share.id],
      ['list.share-withdraw', share.id],
    ])
  })

  it('is created once per form id, shown only the first time, and limited to twenty', async () => {
    const { owner, id } = await begin()
    const first = good(await makeShare(owner, id, { days: 7, batch: 'share-form-1' }))
    const again = good(await makeShare(owner, id, { days: 7, batch: 'share-form-1' }))
    expect([again.share.id, again.token]).toEqual([first.share.id, null])
    for (let made = 1; made < 20; made++) good(await makeShare(owner, id, { days: null }))
    expect(codeOf(await makeShare(owner, id, { days: null }))).toBe('A0422')
  })

  it('lets a reader copy the list without any of its owner’s private data', async () => {
    const [{ owner, id }, reader] = [await begin(), await makeActor()]
    const { token } = good(await makeShare(owner, id, { days: null }))
    const copy = good(await copyShared(reader, token ?? '', { name: 'Mine now' }))
    expect(copy).toMatchObject({ owned: true, channels: 5, fileName: null })
    const history = good(await findRevisions(reader, copy.id, { page: 1, size: 10 }))
    expect(JSON.stringify([history, good(await getList(reader, copy.id))])).not.toContain(owner.userName)
    expect(codeOf(await copyShared(reader, 'x'.repeat(22), { name: 'None' }))).toBe('C1101')
  })

  it('is not written into the log', () => {
    expect(redactUrl('/shared/abcdefghijklmnopqrstuv?page=2')).toBe('/shared/[hidden]?page=2')
    expect(redactUrl('/s/abcdefghijklmnopqrstuv?page=2')).toBe('/s/[hidden]?page=2')
    expect(redactUrl('/fa/s/abcdefghijklmnopqrstuv/print')).toBe('/fa/s/[hidden]/print')
    expect(redactUrl('/shared/abcdefghijklmnopqrstuv/print')).toBe('/shared/[hidden]/print')
    expect(redactUrl('/api/chmax/shared/abcdefghijklmnopqrstuv')).toBe('/api/chmax/shared/[hidden]')
  })
})
