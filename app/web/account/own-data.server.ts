/**
 * All data of an account as one ZIP, whose entries are created one by one while they are sent. It contains no
 * credentials: no password, code, token or key.
 */
import { tooMany, type Result } from '~/errors/table'
import type { Language } from '~/i18n/languages'
import { getProfile } from '~/modules/account/account.server'
import { exportFile, findLists } from '~/modules/channel-list/channel-list.server'
import { listBoxes } from '~/modules/device/device.server'
import { findFeedbacks, getFeedback } from '~/modules/feedback/feedback.server'
import { exportTable } from '~/modules/link/link.server'
import { findMessages } from '~/modules/message/message.server'
import { listOrders } from '~/modules/order/order.server'
import { listPointsEntries } from '~/modules/points/points.server'
import type { UserCaller } from '~/modules/session/caller'
import { walletState } from '~/modules/wallet/wallet.server'
import { zipAsMade, type Entry } from '~/platform/archive.server'
import { now } from '~/platform/clock.server'
import type { Flow, FlowBody } from '~/platform/http.server'
import { consume } from '~/platform/limits.server'
import { requireValue } from '../lists/answer.server'
import { beginDownload } from '../download-slots.server'
import { makeStatementFile, wordsFor } from '../wallet/statement-file.server'

/** Collects all pages of an answer that comes in pages. */
const size = 100
const allOf = async <T>(read: (paging: { page: number; size: number }) => Promise<readonly T[]>): Promise<T[]> => {
  const all: T[] = []
  for (let page = 1; ; page++) {
    const items = await read({ page, size })
    all.push(...items)
    if (items.length < size) return all
  }
}

const jsonEntry = (name: string, data: unknown): Entry => ({
  name: `${name}.json`,
  bytes: new TextEncoder().encode(`${JSON.stringify(data, null, 2)}\n`),
})

const everything = { type: null, direction: null, from: null, before: null }
const walletEntry = async (userId: string, language: Language): Promise<Entry> => {
  const flow = requireValue(await makeStatementFile(userId, everything, wordsFor(language)))
  const pieces: Uint8Array[] = []
  for (let piece = await flow.next(); piece !== null; piece = await flow.next()) pieces.push(piece)
  return { name: 'wallet.csv', bytes: Buffer.concat(pieces) }
}

const entriesOf = async function* (user: UserCaller, language: Language): AsyncGenerator<Entry> {
  const { userId } = user
  yield jsonEntry('account', await getProfile(userId))
  yield jsonEntry('boxes', await listBoxes(userId))
  const lists = await allOf(async (paging) => (await findLists(user, { ...paging, kind: 'user' })).items)
  yield jsonEntry('lists', lists)
  for (const { id } of lists) {
    const { bytes, fileName } = requireValue(await exportFile(user, id))
    yield { name: `lists/${id}/${fileName}`, bytes }
  }
  for (const service of ['mylink', 'audio'] as const) {
    const { bytes, fileName } = requireValue(await exportTable(user, service, 'xlsx', language))
    yield { name: fileName, bytes }
  }
  yield jsonEntry(
    'orders',
    await allOf(async (paging) => (await listOrders(userId, {}, { ...paging, language })).orders),
  )
  if ((await walletState(userId)) !== null) yield await walletEntry(userId, language)
  yield jsonEntry('points', await allOf(async (paging) => (await listPointsEntries(userId, {}, paging)).items))
  yield jsonEntry(
    'messages',
    await allOf(async (paging) => (await findMessages(userId, { ...paging, language })).items),
  )
  const written = await allOf(async (paging) => (await findFeedbacks(userId, paging)).items)
  const threads = []
  for (const { id } of written) threads.push(requireValue(await getFeedback(userId, id)))
  yield jsonEntry('feedback', threads)
}

export const ownDataFile = (): FlowBody => ({
  type: 'application/zip',
  fileName: `my-data-${now().toISOString().slice(0, 10)}.zip`,
})

/** I1009: too many of these files, or too many at the same time; A0503. */
export const beginOwnData = (user: UserCaller, language: Language): Promise<Result<Flow>> =>
  beginDownload(user.userId, async () => {
    const allowed = await consume('own-data', user.userId)
    if (!allowed.ok) return tooMany(allowed)
    const pieces = zipAsMade(entriesOf(user, language))
    const next = async () => (await pieces.next()).value
    return { ok: true, value: { next, end: () => void pieces.return(null) } }
  })
