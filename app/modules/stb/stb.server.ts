/**
 * The interface of boxes: pairing, polling, reports, loading and saving lists. The module's one public file. A box sees
 * public lists until its owner binds it; its token's rights are read again after every change.
 */
import type { z } from 'zod'
import { nowMs, secondMs } from '~/platform/clock.server'
import { consume, networkOf } from '~/platform/limits.server'
import { catalogueChanged } from '~/modules/catalogue/catalogue.server'
import {
  findReadyMadeFor,
  listChanged,
  listsForBox,
  noteListResult,
  nameChoiceChanged,
  saveFromBox,
  type BoxSave,
} from '~/modules/channel-list/channel-list.server'
import {
  changeSettings,
  deviceChanged,
  findActiveListId,
  findFetched,
  findPairing,
  makeNonce,
  noteFetched,
  startPairing,
  storeReport,
  takeProvenNonce,
  tellSettings,
  type BoxSettings,
  type SentSettings,
} from '~/modules/device/device.server'
import { showUserCode, type BoxReport } from '~/modules/device/device.schema'
import { entitlementChanged } from '~/modules/entitlement/entitlement.server'
import { linksChanged } from '~/modules/link/link.server'
import { listKeyChanged, ownerTagsFor } from '~/modules/list-signature/list-signature.server'
import { isSurely } from '~/modules/channel-list/publication/stage.schema'
import { findRegisteredBox, registryChanged } from '~/modules/registry/registry.server'
import { nameLanguages } from '~/engine/types'
import { fail, ok, tooMany, type Result } from '~/errors/table'
import {
  closedFailure,
  forgetAllBoxes,
  forgetAllLists,
  forgetAllServices,
  forgetBox,
  forgetList,
  forgetServices,
  readBox,
  readList,
  type BoxFacts,
  type ListFormat,
  type ReadyFile,
  type ReadyList,
} from './memory.server'
import { settingsHeaderName, type BoxLoad } from './loaded'
import { forgetAllOwn, forgetOwn, forgetOwnOfBox } from './own.server'
import { contentOf, languageFor } from './memory'
import type { pairedOutput, PairInput, polledOutput } from './stb.schema'

export { languageOfTag, loadOfBox, revisionOfTag } from './loaded'
export { toBoxView, type OwnName, type ReadyOwn } from './memory'
export { readOwn as fetchOwn } from './own.server'
export {
  forgetAllBoxes,
  forgetBox,
  readBox as findBoxByToken,
  readServices as fetchServices,
  provideBoxMirror,
  type BoxFacts,
  type ListFormat,
  type ReadyFile,
  type ReadyList,
  type ReadyServices,
} from './memory.server'
/** A box loaded a list that was answered from a copy of this cache. */
export { noteFetched as noteBoxFetch } from '~/modules/device/device.server'

/** Seconds between two polls of a waiting box. */
export const pollIntervalSeconds = 5
/** A box's clock and the network are not exact. */
const pollToleranceMs = 500

/** Connects the cache to changes of lists, boxes, registry and services. Called once at start. */
export const connectStb = (): void => {
  listChanged.listen(({ listId, isDraft = false }) => isDraft || forgetList(listId))
  nameChoiceChanged.listen(({ sns }) => sns.forEach(forgetBox))
  for (const changed of [deviceChanged, entitlementChanged])
    changed.listen(({ sn }) => {
      forgetBox(sn)
      forgetServices(sn)
      forgetOwnOfBox(sn)
    })
  catalogueChanged.listen(() => {
    forgetAllBoxes()
    forgetAllServices()
    forgetAllOwn()
  })
  linksChanged.listen(({ userId }) => forgetOwn(userId))
  listKeyChanged.listen(forgetAllLists)
  registryChanged.listen(({ sns }) => sns.forEach(forgetBox))
}

export type Paired = z.output<typeof pairedOutput>

/**
 * Pairs a box. One with a secret gets a nonce first and repeats the call with its proof. S1000 unknown serial number,
 * D1104 wrong proof, I1009. `origin` is where a person opens the portal.
 */
export const pairBox = async (input: PairInput, from: { address: string; origin: string }): Promise<Result<Paired>> => {
  for (const [name, key] of [
    ['pair-address', from.address],
    ['pair-box', `${input.sn}@${networkOf(from.address)}`],
  ] as const) {
    const allowed = await consume(name, key)
    if (!allowed.ok) return tooMany(allowed)
  }
  const registered = await findRegisteredBox(input.sn)
  if (registered === null) {
    // A non-existent number costs as much as ten existing ones: only somebody who searches for real numbers tries many.
    await consume('pair-address', from.address, 9)
    return fail('S1000', { field: 'sn' })
  }
  if (registered.hasSecret) {
    if (input.proof === undefined) {
      const { nonce, expiresInSeconds } = await makeNonce(input.sn)
      return ok({ step: 'prove', nonce, expiresIn: expiresInSeconds })
    }
    if (!(await takeProvenNonce(input.sn, input.proof, input.nonce ?? null))) return fail('D1104', { field: 'proof' })
  }
  const started = await startPairing(input.sn, registered.hasSecret, {
    modelName: input.model,
    softwareVersion: input.softwareVersion ?? null,
    address: from.address,
  })
  const box = await readBox(started.token)
  const page = `${from.origin}/terminal/bind`
  return ok({
    step: 'paired',
    deviceToken: started.token,
    scope: box.ok && box.value.userId !== null ? 'account' : 'public',
    userCode: showUserCode(started.userCode),
    verificationUri: page,
    verificationUriComplete: `${page}?sn=${input.sn}&code=${started.userCode}`,
    expiresIn: started.expiresInSeconds,
    interval: pollIntervalSeconds,
  })
}

/**
 * pending: the code waits for its owner; bound: the token opens the account's lists; expired: pair again for a new
 * code.
 */
export type Polled = z.output<typeof polledOutput>

/** When each waiting box last polled. The size is bounded: a box that is dropped may poll at once. */
const polls = new Map<string, number>()
const maxPolls = 50_000

/** Tells a box whether it is bound. D1105 (slow down) when a waiting box asks again within five seconds. */
export const pollBox = async (box: BoxFacts): Promise<Result<Polled>> => {
  const owners = ownerTagsFor(box)
  if (box.userId !== null) {
    polls.delete(box.id)
    return ok({ state: 'bound', scope: 'account', interval: pollIntervalSeconds, expiresIn: null, owners })
  }
  const atMs = nowMs()
  const beforeMs = polls.get(box.id)
  if (beforeMs !== undefined && atMs - beforeMs < pollIntervalSeconds * secondMs - pollToleranceMs) {
    return fail('D1105', { data: { interval: pollIntervalSeconds * 2, retryAfterSeconds: pollIntervalSeconds } })
  }
  polls.delete(box.id)
  polls.set(box.id, atMs)
  const oldest = polls.size > maxPolls ? polls.keys().next().value : undefined
  if (oldest !== undefined) polls.delete(oldest)
  const pairing = await findPairing(box.id)
  return ok({
    state: pairing === null ? 'expired' : 'pending',
    scope: 'public',
    interval: pollIntervalSeconds,
    expiresIn: pairing?.expiresInSeconds ?? null,
    owners,
  })
}

/** Why a box can't use the account's data: D1102 bound, but not confirmed by that account; D1101 not bound. */
const unbound = (box: BoxFacts): Result<never> => (box.claimed ? fail('D1102') : fail('D1101'))

/** Stores what a box reports about itself. D1102 for a token that the box's account has not confirmed. */
export const reportBox = async (box: BoxFacts, report: BoxReport): Promise<Result<null>> => {
  if (box.claimed) return unbound(box)
  await storeReport(box.sn, report)
  // A stage may be for newer software.
  if (report.softwareVersion !== undefined && report.softwareVersion !== box.software) forgetBox(box.sn)
  if (report.update !== undefined) await noteListResult(box, report.update)
  return ok(null)
}

/**
 * Stores what was set in the box's menu this many seconds ago; later changes of the owner win. Returns the settings
 * that are now in force. D1101 unbound, D1102 not confirmed.
 */
export const setBoxSettings = async (
  box: BoxFacts,
  settings: Partial<BoxSettings>,
  secondsAgo: number,
): Promise<Result<SentSettings>> => {
  if (box.userId === null) return unbound(box)
  const at = new Date(nowMs() - secondsAgo * secondMs)
  const changed = await changeSettings(box.userId, box.sn, settings, { by: 'box', at })
  return changed.ok ? ok(tellSettings(box.sn, changed.value.settings, changed.value.version)) : changed
}

/** The list that a box follows by itself: the chosen one, or among ready-made ones the brand's first. */
const findUpdateList = async (box: BoxFacts, activeListId: string | null): Promise<string | null> => {
  const { autoUpdate } = box.settings
  if (autoUpdate === 'off') return null
  if (autoUpdate === 'cloud') return activeListId
  return findReadyMadeFor(box, activeListId)
}

/**
 * The lists that a box may load (none if CHMax is off for it), the one that its owner chose for it, its CHMax settings,
 * and the list that it follows by itself. Ready-made lists are named in the language that the owner chose for their
 * channels, otherwise in `language`, which the box asks for.
 */
export const findBoxLists = async (
  box: BoxFacts,
  { language = null, ...paging }: { page: number; size: number; language?: string | null },
) => {
  const settings = tellSettings(box.sn, box.settings, box.settingsVersion)
  if (box.closed !== undefined)
    return { items: [], total: 0, activeListId: null, settings, updateListId: null, closed: box.closed }
  const [lists, activeListId] = await Promise.all([
    listsForBox(box, paging, (listId) => [languageFor(box, listId), language]),
    box.userId === null ? null : findActiveListId(box.sn),
  ])
  const updateListId = await findUpdateList(box, activeListId)
  return { ...lists, activeListId, settings, updateListId, closed: null }
}

/** A load by somebody who only knows a box's serial number is not a fact about the box. */
const note = (box: BoxFacts, list: ReadyList, { own, held }: BoxLoad): void => {
  if (isSurely(box)) noteFetched(box.sn, list.listId, list.revision, list.language, own, held)
}
/** What an answer with this file means for the box: null if it doesn't have the whole file afterwards. */
type LoadOf = (file: ReadyFile) => BoxLoad | null
const aLoad: LoadOf = () => ({ own: null, held: null })

/** Headers of every answer with a list: even a box that gets 304 learns its settings. */
export const boxHeaders = ({ settingsText }: Pick<BoxFacts, 'settingsText'>): Record<string, string> => ({
  [settingsHeaderName]: settingsText,
})

/**
 * A list's file for a box. `tag`: the file that it says it has; `sha256`: the content that it asks for by its address,
 * A0404 where its list is another one. C1101; C1109 where CHMax is off for it.
 */
export const fetchList = async (
  box: BoxFacts,
  listId: string,
  format: ListFormat | null,
  { load = aLoad, tag = null, sha256 = null }: { load?: LoadOf; tag?: string | null; sha256?: string | null } = {},
): Promise<Result<ReadyList>> => {
  const list = await readList(box, listId, format, tag)
  if (!list.ok) return list
  const file = sha256 === null ? list.value.file : contentOf(list.value.file, sha256)
  if (file === null) return fail('A0404')
  const loaded = load(file)
  if (loaded !== null) note(box, list.value, loaded)
  return ok({ ...list.value, file })
}

/**
 * Saves a box's list in its owner's account: a new revision of the list that it loaded, or else a new list (C1202 for
 * the sixth). D1101: unbound. D1102: bound to an account that has not confirmed this token. C1109: CHMax is off for the
 * box. A0422: ranges without the version that the box had loaded (field `base`).
 */
export const saveBoxList = async (
  box: BoxFacts,
  saved: Pick<BoxSave, 'listId' | 'language' | 'part' | 'bytes' | 'batch'> & {
    loaded: number | null
    name: string | null
    typed: boolean
  },
): ReturnType<typeof saveFromBox> => {
  if (box.userId === null) return unbound(box)
  if (box.closed !== undefined) return closedFailure(box, box.closed)
  // Positions in a version that the portal only believes the box to have would delete other channels.
  if ((saved.part?.ranges.length ?? 0) > 0 && saved.loaded === null) return fail('A0422', { field: 'base' })
  const allowed = await consume('upload', `box:${box.sn}`)
  if (!allowed.ok) return tooMany(allowed)
  const fetched = await findFetched(box.sn)
  const listId = saved.listId ?? fetched?.listId ?? null
  const record = fetched?.listId === listId ? fetched : null
  const loaded = saved.loaded ?? record?.revision ?? null
  // A box that names the list has some version of it; one that doesn't may still have another list.
  const isSure = saved.loaded !== null || record === null || (record.held === 0 && saved.listId !== null)
  // What the box was given counts, whatever its owner has chosen since.
  const given = record !== null ? record.language : listId === null ? null : languageFor(box, listId)
  const language = saved.language !== undefined ? saved.language : (nameLanguages.find((one) => one === given) ?? null)
  const stored = await saveFromBox(box, {
    ...{ ...saved, listId, language, loaded, name: saved.name ?? '' },
    namedListId: saved.listId,
    held: isSure ? loaded : record.held,
    isLoadedTold: saved.loaded !== null,
  })
  // From now on the box has the list that it saved.
  if (stored.ok) noteFetched(box.sn, stored.value.id, stored.value.saved, language)
  return stored
}
