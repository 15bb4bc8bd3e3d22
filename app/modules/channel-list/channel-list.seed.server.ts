/**
 * Creates the demo's lists: one for everybody, one of a brand, one of the demo user. Running it again changes nothing.
 */
import { db } from '~/platform/db.server'
import { createList } from './storage/create.server'
import { nameKeyOf } from './name'
import { publishList } from './publication/publication.server'
import type { Actor, NewList } from './types'
import { buildSeedList } from './seed/data'
import { writeChl, writeSatcodx } from './seed/file'

/** One list of each kind, made by an account with the right to make it. */
const seeds: readonly (Omit<NewList, 'bytes'> & {
  by: 'administrator' | 'vno' | 'customer'
  bytes: () => Uint8Array
})[] = [
  {
    by: 'administrator',
    kind: 'system',
    name: 'Europe and Orient',
    fileName: 'Channels.sdx',
    bytes: () => writeSatcodx(buildSeedList({ seed: 1, channels: 640 }), { version: '105' }),
  },
  {
    by: 'administrator',
    kind: 'system',
    name: 'Türksat',
    fileName: 'turksat.sdx',
    bytes: () =>
      writeSatcodx(buildSeedList({ seed: 2, channels: 180, satellites: ['Türksat 42E'], latinOnly: true }), {
        version: '103',
      }),
  },
  {
    by: 'vno',
    kind: 'vno',
    name: 'Oasis selection',
    fileName: 'oasis.chl',
    bytes: () =>
      writeChl(buildSeedList({ seed: 3, channels: 160, satellites: ['Nilesat 201', 'Badr 26E', 'Hotbird 13E'] })),
  },
  {
    by: 'customer',
    kind: 'user',
    name: 'Living room',
    fileName: 'living-room.sdx',
    bytes: () =>
      writeSatcodx(buildSeedList({ seed: 4, channels: 220, satellites: ['Astra 1', 'Hotbird 13E', 'Türksat 42E'] }), {
        version: '105',
      }),
  },
]

/** Makes the demo lists that the accounts lack; deleted ones are not made again. The accounts must exist. */
export const seedLists = async (accounts: {
  demoUserId: string
  administratorId: string
  vnoUserId: string
  vnoId: string
}): Promise<void> => {
  const nameOf = async (id: string): Promise<string> =>
    (await db.user.findUniqueOrThrow({ where: { id }, select: { userName: true } })).userName
  const actors: Record<(typeof seeds)[number]['by'], Actor> = {
    administrator: {
      userId: accounts.administratorId,
      userName: await nameOf(accounts.administratorId),
      role: 'administrator',
      vnoId: null,
    },
    vno: { userId: accounts.vnoUserId, userName: await nameOf(accounts.vnoUserId), role: 'vno', vnoId: accounts.vnoId },
    customer: {
      userId: accounts.demoUserId,
      userName: await nameOf(accounts.demoUserId),
      role: 'customer',
      vnoId: null,
    },
  }
  for (const { by, bytes, ...seed } of seeds) {
    const actor = actors[by]
    if ((await db.channelList.count({ where: { ownerId: actor.userId, nameKey: nameKeyOf(seed.name) } })) > 0) continue
    const made = await createList(actor, { ...seed, bytes: bytes() })
    if (!made.ok)
      throw new Error(`the demo list "${seed.name}" was refused: ${made.code} ${JSON.stringify(made.data ?? {})}`)
    if (made.value.kind === 'user') continue
    const published = await publishList(actor, made.value.id, { act: 'publish', revision: 1, percent: 100 })
    if (!published.ok) throw new Error(`the demo list "${seed.name}" was not published: ${published.code}`)
  }
}
