/**
 * Boxes that have paired: who they are bound to, their names, and the list that each loads. The one public file of the
 * module. Binding requires the code on the box's screen; unbinding narrows the box's token at once.
 */
import { now } from '~/platform/clock.server'
import { db, type Prisma, type Transaction } from '~/platform/db.server'
import { once } from '~/platform/idempotency.server'
import { consume, networkOf, peek } from '~/platform/limits.server'
import { provided } from '~/platform/provided.server'
import { afterCommit, transact } from '~/platform/transact.server'
import { recordActBy, recordAudit, type By } from '~/modules/audit/audit.server'
import { findLatestVersions, findModels, findRegisteredBox, isNewerAvailable } from '~/modules/registry/registry.server'
import { fail, ok, tooMany, type Failure, type Result } from '~/errors/table'
import { deviceChanged, endBinding, startBinding } from './change.server'
import { showNetwork, updateReasons, updateResults, type BindInput } from './device.schema'
import { dropFetch, heldOf, pendingFetch } from './fact.server'
import { nobodysFacts, otherSettings, reportedFacts } from './facts'
import { hashUserCode } from './pairing.server'
import { parseChanges, settingsOf, type BoxSettings, type Brought, type SettingChanges } from './setting'
import { normalForm } from '~/text/normal-form'

export { deviceChanged, endWithBinding, startWithBinding } from './change.server'
export { hasAdultControl, setAdultSwitch } from './adult.server'
export { moveDevice, type MovedDevice } from './move.server'
export { flushDeviceFacts, noteFetched, storeReport } from './fact.server'
export { changeSettings } from './setting.server'
export {
  ownerlessSettings,
  settingsHeader,
  tellSettings,
  type BoxClosure,
  type BoxSettings,
  type OwnLoad,
  type SentSettings,
} from './setting'
export {
  clearOldPairings,
  findDeviceToken,
  findPairing,
  makeNonce,
  startPairing,
  takeProvenNonce,
  type DeviceToken,
  type StartedPairing,
} from './pairing.server'

/** What a box last reported about an update. */
export type Reported = {
  at: Date
  listId: string
  revision: number | null
  result: (typeof updateResults)[number]
  reason: (typeof updateReasons)[number] | null
  why: string | null
}
type Row = Prisma.DeviceGetPayload<object>
type Facts = 'sn' | 'nickname' | 'deviceId' | 'cpu' | 'memory' | 'flash' | 'softwareVersion' | 'lastSeenAt'
type Loads = 'activeListId' | 'fetchedListId' | 'fetchedRevision' | 'fetchedAt' | 'updatedItselfAt' | 'updatedSoonAt'
/**
 * A box as its owner sees it. `adultSwitchOnAt`: since when adult control has turned TV and Stream off. `fetched…`: the
 * list and revision that it last loaded. `updatedItselfAt`: when it last looked by itself; `updatedSoonAt`: sooner than
 * its settings allow.
 */
export type Box = Pick<Row, 'adultSwitchOnAt' | Facts | Loads> & {
  model: string
  vnoId: string | null
  boundAt: Date
  /** For its model, if the operator has listed one. */
  latestSoftwareVersion: string | null
  /** The box has reported a version older than the latest. */
  newerSoftware: boolean
  /** The CHMax settings of the box. */
  settings: BoxSettings
  settingChanges: SettingChanges
  /** The last list that it got when it looked by itself. */
  brought: Brought | null
  reported: Reported | null
}

/** More boxes than a household or small dealer has; further ones are D1305. */
export const maxBoxesPerUser = 100

const broughtOf = ({ broughtAt, broughtListId, broughtRevision, broughtFrom }: Row): Brought | null =>
  broughtAt === null || broughtListId === null || broughtRevision === null
    ? null
    : { at: broughtAt, listId: broughtListId, revision: broughtRevision, from: broughtFrom }
const reportedOf = (row: Row): Reported | null => {
  const result = updateResults.find((one) => one === row.reportedResult)
  if (row.reportedAt === null || row.reportedListId === null || result === undefined) return null
  const { reportedAt, reportedListId, reportedRevision, reportedWhy } = row
  const reason = updateReasons.find((one) => one === row.reportedReason) ?? null
  return { at: reportedAt, listId: reportedListId, revision: reportedRevision, result, reason, why: reportedWhy }
}
type Registered = { modelId: string; model: string; vnoId: string | null }
const boxOf = (row: Row, registered: Registered | undefined, latest: ReadonlyMap<string, string>): Box => {
  const fetched = pendingFetch(row.sn)
  const latestSoftwareVersion = latest.get(registered?.modelId ?? '') ?? null
  const { adultSwitchOnAt, deviceId, cpu, memory, flash, softwareVersion, updatedSoonAt } = row
  return {
    ...{ sn: row.sn, nickname: row.nickname, activeListId: row.activeListId, adultSwitchOnAt },
    ...{ deviceId, cpu, memory, flash, softwareVersion, latestSoftwareVersion },
    model: registered?.model ?? '',
    vnoId: registered?.vnoId ?? null,
    boundAt: row.boundAt ?? new Date(0),
    newerSoftware: isNewerAvailable(softwareVersion, latestSoftwareVersion),
    lastSeenAt: fetched?.at ?? row.lastSeenAt,
    fetchedListId: fetched?.listId ?? row.fetchedListId,
    fetchedRevision: fetched?.revision ?? row.fetchedRevision,
    fetchedAt: fetched?.at ?? row.fetchedAt,
    settings: settingsOf(row),
    settingChanges: parseChanges(row.settingsChanges),
    updatedItselfAt: fetched?.own?.at ?? row.updatedItselfAt,
    updatedSoonAt,
    brought: fetched?.own?.brought ?? broughtOf(row),
    reported: reportedOf(row),
  }
}

/** With the registry's data on them. */
const boxesOf = async (rows: readonly Row[]): Promise<Box[]> => {
  const models = await findModels(rows.map((row) => row.sn))
  const latest = await findLatestVersions([...models.values()].map((model) => model.modelId))
  return rows.map((row) => boxOf(row, models.get(row.sn), latest))
}

/** The account's boxes, in the order in which they were bound. */
export const listBoxes = async (userId: string): Promise<Box[]> =>
  boxesOf(
    await db.device.findMany({
      where: { userId },
      orderBy: [{ boundAt: 'asc' }, { sn: 'asc' }],
      take: maxBoxesPerUser,
    }),
  )

/** One box of the account; null when it is not the account's. */
export const findBox = async (userId: string, sn: string): Promise<Box | null> => {
  const [box] = await boxesOf(await db.device.findMany({ where: { sn, userId } }))
  return box ?? null
}

/** The owner of this box, or null; used to sign in by serial number. */
export const findOwnerOfBox = async (sn: string): Promise<string | null> =>
  (await db.device.findUnique({ where: { sn }, select: { userId: true } }))?.userId ?? null

/** The brands of the account's boxes, whose lists the account may see. */
export const vnosOfUser = async (userId: string): Promise<string[]> => {
  const rows = await db.device.findMany({ where: { userId }, select: { sn: true }, take: maxBoxesPerUser })
  const models = await findModels(rows.map((row) => row.sn))
  return [...new Set([...models.values()].flatMap((model) => (model.vnoId === null ? [] : [model.vnoId])))]
}

/** The models of the account's boxes, by id, for messages about a model. */
export const modelIdsOfUser = async (userId: string): Promise<string[]> => {
  const rows = await db.device.findMany({
    where: { userId },
    select: { box: { select: { modelId: true } } },
    take: maxBoxesPerUser,
  })
  return [...new Set(rows.map((row) => row.box.modelId))]
}

const takeTry = async (userId: string, address: string): Promise<Failure | null> => {
  for (const [name, key] of [
    ['bind-account', userId],
    ['bind-address', address],
  ] as const) {
    const allowed = await consume(name, key)
    if (!allowed.ok) return tooMany(allowed)
  }
  return null
}

/** A waiting code, as shown to the box's owner for confirmation. */
export type WaitingCode = {
  /** Identifies the code when the owner confirms. */
  id: string
  sn: string
  model: string
  softwareVersion: string | null
  askedAt: Date
  /** The start of the address that requested it; null if unknown. */
  network: string | null
  ownNetwork: boolean
  /** The account already has the box: confirming ends its current token. */
  replaces: { name: string; lastSeenAt: Date | null } | null
}
type From = { address: string }
type Match = {
  waiting: WaitingCode
  tokenId: string
  mine: boolean
  told: { modelName?: string; softwareVersion?: string }
}

/**
 * A wrong code uses up one of the account's tries for this box; after the last one, only a new code brings new tries.
 */
const countWrongCode = async (key: string): Promise<Failure> => {
  const allowed = await consume('bind-box', key)
  if (!allowed.ok || allowed.left === 0) return fail('D1106', { field: 'code' })
  const { left } = allowed
  return fail('D1103', { field: 'code', ...(left === Infinity ? {} : { data: { context: 'tries', count: left } }) })
}

/** The valid code that was entered, if the account may use it. */
const matchCode = async (userId: string, input: BindInput, from: From): Promise<Result<Match>> => {
  const registered = await findRegisteredBox(input.sn)
  if (registered === null) return fail('S1000', { field: 'sn' })
  const device = await db.device.findUnique({
    where: { sn: input.sn },
    include: { pairings: { where: { expiresAt: { gt: now() } }, orderBy: { id: 'desc' } } },
  })
  if (device !== null && device.userId !== null && device.userId !== userId)
    return fail('I1401', { field: 'sn', data: { context: 'elsewhere' } })
  const mine = device?.userId === userId
  const [newest] = device?.pairings ?? []
  if (device === null || newest === undefined)
    return mine ? fail('I1401', { field: 'sn', data: { context: 'mine' } }) : fail('D1103', { field: 'code' })
  const key = `${userId}:${newest.id}`
  if (!(await peek('bind-box', key)).ok) return fail('D1106', { field: 'code' })
  const hash = hashUserCode(input.code)
  const pairing = device.pairings.find((one) => one.userCodeHash === hash)
  if (pairing === undefined) return countWrongCode(key)
  const { modelName, softwareVersion } = pairing
  return ok({
    tokenId: pairing.tokenId,
    mine,
    told: { ...(modelName === null ? {} : { modelName }), ...(softwareVersion === null ? {} : { softwareVersion }) },
    waiting: {
      id: pairing.id,
      sn: input.sn,
      model: registered.model,
      softwareVersion,
      askedAt: pairing.createdAt,
      network: pairing.address === null ? null : showNetwork(pairing.address),
      ownNetwork: pairing.address !== null && networkOf(pairing.address) === networkOf(from.address),
      replaces: mine ? { name: device.nickname ?? registered.model, lastSeenAt: device.lastSeenAt } : null,
    },
  })
}

/** The facts that an owner is shown before a code counts. Codes as in bindBox. */
export const findWaitingCode = async (userId: string, input: BindInput, from: From): Promise<Result<WaitingCode>> => {
  const limited = await takeTry(userId, from.address)
  if (limited !== null) return limited
  const match = await matchCode(userId, input, from)
  return match.ok ? ok(match.value.waiting) : match
}

/** `confirm`: the code is right, but the person must first see what it would do. */
export type BindOutcome = { step: 'confirm' } | { step: 'bound'; box: Box; renewed: boolean }

type Bound = { step: 'confirm' } | { step: 'bound'; renewed: boolean }
/** Uses up the code and binds the box to the account, or confirms it again. */
const bind = async (
  tx: Transaction,
  userId: string,
  { waiting, tokenId, mine, told }: Match,
): Promise<Result<Bound>> => {
  const at = now()
  const { sn } = waiting
  if (!mine && (await tx.device.count({ where: { userId } })) >= maxBoxesPerUser)
    return fail('D1305', { data: { most: maxBoxesPerUser } })
  const used = await tx.boxPairing.deleteMany({ where: { id: waiting.id, expiresAt: { gt: at } } })
  if (used.count === 0) return fail('D1103', { field: 'code' })
  const bound = await tx.device.updateMany({
    where: { sn, userId: mine ? userId : null },
    data: {
      ...told,
      lastSeenAt: at,
      ...(mine ? { userId } : { userId, boundAt: at, ...nobodysFacts, ...otherSettings }),
    },
  })
  if (bound.count === 0) return fail('I1401', { field: 'sn', data: { context: 'elsewhere' } })
  // The code belongs to its token: that token is in the box that the owner sees, and all others end.
  await tx.deviceToken.updateMany({ where: { sn, revokedAt: null, id: { not: tokenId } }, data: { revokedAt: at } })
  await tx.deviceToken.updateMany({ where: { id: tokenId, trustedAt: null }, data: { trustedAt: at } })
  await tx.boxPairing.deleteMany({ where: { sn } })
  if (!mine) await startBinding(tx, { sn, userId })
  await recordAudit({ actor: userId, action: mine ? 'device.confirm' : 'device.bind', subject: sn }, tx)
  deviceChanged.notifyAfter(tx, { sn })
  return ok({ step: 'bound', renewed: mine })
}

/**
 * Binds a box to the account by its serial number and the code on its screen. S1000 unknown number, I1401 already bound
 * (data.context: mine or elsewhere); D1103 wrong or expired code, D1106 too many wrong codes, D1305 too many boxes,
 * I1009. A box of this account that has paired again is confirmed by its new code (`renewed`). For that, and where the
 * code was requested from another network, the person must have seen the facts: `seen` is the id of the code whose
 * facts were shown.
 */
export const bindBox = async (
  userId: string,
  input: BindInput & { seen: string | null; batch?: string | undefined },
  from: From,
): Promise<Result<BindOutcome>> => {
  const { batch, sn } = input
  const named = { owner: userId, purpose: 'device.bind', key: batch, asked: { sn, code: hashUserCode(input.code) } }
  const done = await once<Bound, Failure>(named, async (commit) => {
    const limited = await takeTry(userId, from.address)
    if (limited !== null) return limited
    const match = await matchCode(userId, input, from)
    if (!match.ok) return match
    const { waiting, mine } = match.value
    if (input.seen !== waiting.id && (mine || !waiting.ownNetwork)) return ok({ step: 'confirm' })
    return commit((tx) => bind(tx, userId, match.value))
  })
  if (!done.ok) return done
  if (done.value.step === 'confirm') return ok({ step: 'confirm' })
  const box = await findBox(userId, input.sn)
  if (box !== null) return ok({ step: 'bound', box, renewed: done.value.renewed })
  // It was unbound since then: the code is used up.
  return done.isNew ? fail('I1402') : fail('D1103', { field: 'code' })
}

const release = async (tx: Transaction, sn: string, userId: string | null): Promise<Result<null>> => {
  // The write comes first, so that what is read stays true until it is changed.
  await tx.$executeRaw`UPDATE "Device" SET "userId" = "userId" WHERE "sn" = ${sn}`
  const before = await tx.device.findUnique({ where: { sn }, select: { userId: true } })
  const owner = before?.userId ?? null
  if (owner === null || (userId !== null && userId !== owner)) return fail('I1402')
  // Before the name is removed, because the message to the owner uses it.
  await endBinding(tx, { sn, userId: owner })
  const freed = await tx.device.updateMany({
    where: { sn, userId: owner },
    data: {
      userId: null,
      boundAt: null,
      ...nobodysFacts,
      ...otherSettings,
      ...reportedFacts,
    },
  })
  if (freed.count === 0) return fail('I1402')
  // Such a box keeps the owner whom it knows as long as its token, so it needs a new token for another one.
  await tx.boxPairing.deleteMany({ where: { sn, token: { trustedAt: { not: null } } } })
  afterCommit(tx, 'what an unbound box loaded is forgotten', () => dropFetch(sn))
  deviceChanged.notifyAfter(tx, { sn })
  return ok(null)
}

/**
 * Unbinds a box of the account; from its next request it sees only public lists. I1402 when it is not the account's.
 */
export const unbindBox = (userId: string, sn: string): Promise<Result<null>> =>
  transact(async (tx) => {
    const freed = await release(tx, sn, userId)
    if (freed.ok) await recordAudit({ actor: userId, action: 'device.unbind', subject: sn }, tx)
    return freed
  })

/** For the operator, to settle a dispute: unbinds a box from any account. I1402 when it is not bound. */
export const releaseBox = (by: By, sn: string): Promise<Result<null>> =>
  transact(async (tx) => {
    const freed = await release(tx, sn, null)
    if (freed.ok) await recordActBy(by, { action: 'device.release', subject: sn }, tx)
    return freed
  })

const nicknameKey = (text: string): string => normalForm(text, 'NFKC').toLowerCase()
/** Renames a box of the account; an empty name removes the nickname. I1402, D1306: another box has the name. */
export const renameBox = (userId: string, sn: string, nickname: string): Promise<Result<null>> =>
  transact(async (tx): Promise<Result<null>> => {
    const others = await tx.device.findMany({
      where: { userId, sn: { not: sn }, nickname: { not: null } },
      select: { nickname: true },
    })
    if (nickname !== '' && others.some((other) => nicknameKey(other.nickname ?? '') === nicknameKey(nickname)))
      return fail('D1306', { field: 'nickname' })
    const named = await tx.device.updateMany({
      where: { sn, userId },
      data: { nickname: nickname === '' ? null : nickname },
    })
    return named.count === 0 ? fail('I1402') : ok(null)
  })

type MayLoad = (box: { sn: string; userId: string; vnoId: string | null }, listId: string) => Promise<boolean>
/** Whether a box of this account may load a list. Provided at start, because channel-list imports device. */
export const mayLoadList = provided<MayLoad>('which lists a box may load')

/**
 * Chooses the list that a box of the account loads, or none. I1402, C1101 when the list is not available to this box.
 */
export const setActiveList = async (userId: string, sn: string, listId: string | null): Promise<Result<null>> => {
  const box = await findBox(userId, sn)
  if (box === null) return fail('I1402')
  if (listId !== null && !(await mayLoadList({ sn, userId, vnoId: box.vnoId }, listId)))
    return fail('C1101', { field: 'list' })
  const chosen = await db.device.updateMany({
    where: { sn, userId },
    data: { activeListId: listId, formerListId: null },
  })
  if (chosen.count === 0) return fail('I1402')
  await deviceChanged.notify({ sn })
  return ok(null)
}

/** The list that a box should load; null if nobody chose one. */
export const findActiveListId = async (sn: string): Promise<string | null> =>
  (await db.device.findUnique({ where: { sn }, select: { activeListId: true } }))?.activeListId ?? null
const fetchedSelect = { fetchedListId: true, fetchedRevision: true, fetchedHeld: true, fetchedLanguage: true } as const
/**
 * The list that the box was given last, with its revision and the language of its names then (null: the channels' own).
 * `held`: the revision of it that the box surely has; 0: none is known.
 */
export const findFetched = async (
  sn: string,
): Promise<{ listId: string; revision: number | null; held: number | null; language: string | null } | null> => {
  const row = await db.device.findUnique({ where: { sn }, select: fetchedSelect })
  const pending = pendingFetch(sn)
  if (row === null) return null
  if (pending !== undefined) return { ...pending, held: heldOf(pending, row) }
  const { fetchedListId: listId, fetchedRevision: revision, fetchedHeld, fetchedLanguage: language } = row
  return listId === null ? null : { listId, revision, held: fetchedHeld ?? revision, language }
}

/** Removes a deleted list from the boxes that load it. */
export const clearActiveList = async (listId: string): Promise<void> => {
  await db.device.updateMany({ where: { activeListId: listId }, data: { activeListId: null } })
}
