/** Accounts, boxes and files for the tests of channel lists, created directly in the test file's own database. */
import { now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { getList, publishList, type Actor, type Box } from '~/modules/channel-list/channel-list.server'
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { writeChl, writeSatcodx } from '~/modules/channel-list/seed/file'

let count = 0
/** A VNO with a unique name. */
export const makeVno = async (): Promise<string> => {
  const id = makeId()
  await db.vno.create({ data: { id, name: `Brand ${id}` } })
  return id
}
export const makeActor = async (role: Actor['role'] = 'customer', vnoId: string | null = null): Promise<Actor> => {
  const userId = makeId()
  const userName = `person-${++count}-${userId.slice(-6)}`
  await db.user.create({
    data: { id: userId, userName, userNameKey: userName, passwordHash: '-', role, vnoId, createdAt: now() },
  })
  return { userId, userName, role, vnoId }
}
/** A registered and paired box, bound when an owner is given. */
export const makeBox = async (owner: Actor | null, vnoId: string | null = null): Promise<Box> => {
  const sn = String(100_000_000_000 + ++count)
  await db.boxModel.upsert({ where: { id: 'model' }, create: { id: 'model', name: 'Model' }, update: {} })
  await db.registeredBox.create({ data: { sn, modelId: 'model', vnoId } })
  await db.device.create({ data: { sn, userId: owner?.userId ?? null, boundAt: owner === null ? null : now() } })
  return { sn, userId: owner?.userId ?? null, vnoId, proven: true, claimed: false }
}

export const sdxFile = (channels: number, seed = 7): Uint8Array =>
  writeSatcodx(buildSeedList({ seed, channels, latinOnly: true }), { version: '103' })
export const chlFile = (channels: number, seed = 8): Uint8Array => writeChl(buildSeedList({ seed, channels }))

/** A file of very many channels: a hundred, repeated. */
export const longSdxFile = (channels: number): Uint8Array => {
  const hundred = sdxFile(100)
  const bytes = new Uint8Array(hundred.length * Math.ceil(channels / 100))
  for (let at = 0; at < bytes.length; at += hundred.length) bytes.set(hundred, at)
  return bytes.subarray(0, (hundred.length / 100) * channels)
}

/** Unwraps a result that the test expects to succeed. */
export const good = <T>(result: { ok: true; value: T } | { ok: false; code: string; data?: unknown }): T => {
  if (!result.ok) throw new Error(`expected success, got ${result.code} ${JSON.stringify(result.data ?? {})}`)
  return result.value
}
/** Publishes the newest version of a System or VNO list to everybody. */
export const putOut = async <T extends { id: string }>(actor: Actor, list: T): Promise<T> => {
  const { revision } = good(await getList(actor, list.id))
  good(await publishList(actor, list.id, { act: 'publish', revision, percent: 100 }))
  return list
}
/** The code of a result that the test expects to fail. */
export const codeOf = (result: { ok: true } | { ok: false; code: string }): string =>
  result.ok ? 'no failure' : result.code
