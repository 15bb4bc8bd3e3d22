/**
 * Which boxes are in a stage: a pure function of serial number and stage, so that server and gateway agree without a
 * query, and a box stays in or out until the stage is widened.
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { compareVersions } from '~/text/software-version'

/** The boxes of a stage: those of some models, and with some software or newer; null: all. */
export type StageAim = { models: readonly string[] | null; softwareFrom: string | null }
/**
 * `salt`: of the publication, so that it is not always the same boxes that come first, and nobody knows which; null:
 * the stage is older than salts, and its boxes stay those that it had. `isPaused`: only those of its boxes get the
 * version that have it already.
 */
export type ListStage = { id: string; salt: string | null; percent: number; isPaused: boolean } & StageAim

/** The stage of a stored publication. */
export const readStage = ({
  id,
  salt,
  percent,
  models,
  softwareFrom,
  pausedAt,
}: Omit<ListStage, 'isPaused' | 'models'> & { models: string | null; pausedAt: Date | null }): ListStage => ({
  ...{ id, salt, percent, softwareFrom, isPaused: pausedAt !== null },
  models: models === null ? null : (JSON.parse(models) as string[]),
})

/** A hundredth of a percent. */
const buckets = 10_000

/** How stages without a salt choose: anybody who knows the publication's id can compute it. */
const openBucketOf = (sn: string, publicationId: string): number => {
  let hash = 0x811c9dc5
  const text = `${publicationId} ${sn}`
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % buckets
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
/** The first 48 bits of a hash as a number. */
const numberIn = (hash: Uint8Array): number => hash.subarray(0, 6).reduce((number, byte) => number * 256 + byte, 0)

/** A box's rank in the order in which boxes get this publication: 0 to 9999, evenly distributed. */
export const bucketOf = (sn: string, { id, salt }: Pick<ListStage, 'id' | 'salt'>): number =>
  salt === null ? openBucketOf(sn, id) : numberIn(hmac(sha256, utf8(salt), utf8(sn))) % buckets

/** The boxes that a stage reaches, by serial number alone; a wider stage includes those of a narrower one. */
export const isInStage = (sn: string, stage: Pick<ListStage, 'id' | 'salt' | 'percent'>): boolean =>
  bucketOf(sn, stage) < (stage.percent * buckets) / 100

/** A box as stages see it: its model, and the software that it reports. */
export type AimedBox = { sn: string; model?: string | undefined; software?: string | null | undefined }
/** Whether a stage is for a box of this model and software. Unknown values match no restriction. */
export const isAimedAt = ({ model, software }: Omit<AimedBox, 'sn'>, { models, softwareFrom }: StageAim): boolean =>
  (models === null || (model !== undefined && models.includes(model))) &&
  (softwareFrom === null || (typeof software === 'string' && compareVersions(software, softwareFrom) >= 0))

/** Who vouches for the box's identity, from the facts of its token (`BoxFacts`). */
export type StageBox = AimedBox & { proven: boolean; claimed: boolean }

/**
 * True if the serial number is proven. Anybody may pair with a number read somewhere, and numbers are consecutive: with
 * a few tries he would be in every stage, and count as boxes that he doesn't have.
 */
export const isSurely = ({ proven, claimed }: Pick<StageBox, 'proven' | 'claimed'>): boolean => proven && !claimed

/** True for a proven box that a stage reaches. */
export const isBoxInStage = (box: StageBox, stage: ListStage): boolean =>
  isSurely(box) && isAimedAt(box, stage) && isInStage(box.sn, stage)

/**
 * Whether a box gets the staged version; null if that depends on what the box already has, which only the database
 * knows (`findHolder`). `has`: the answer from there.
 */
export const isGivenStage = (box: StageBox, stage: ListStage | null, has?: boolean): boolean | null => {
  if (stage === null || !isBoxInStage(box, stage)) return false
  return stage.isPaused ? (has ?? null) : true
}
