/**
 * Which boxes are in a stage: a pure function of serial number and stage, so that server and gateway agree without
 * asking anybody, and a box is in or out for as long as the stage is as wide.
 */

/** The shares of boxes, in percent, that a version can be given to before all get it. */
export const stageSteps = [1, 10, 50] as const
export type StageStep = (typeof stageSteps)[number]
/** `id`: of the publication, so that it is not always the same boxes that come first. */
export type ListStage = { id: string; percent: number }

/** A hundredth of a percent. */
const buckets = 10_000

/** The place of a box in the order in which it gets this publication, from 0 to 9999, evenly spread. */
export const bucketOf = (sn: string, publicationId: string): number => {
  // FNV-1a, and then the last mixing of MurmurHash3: serial numbers that follow each other end far apart.
  let hash = 0x811c9dc5
  const text = `${publicationId} ${sn}`
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % buckets
}

/** True for the boxes that a stage reaches; those of a narrow one are among those of a wider one. */
export const isInStage = (sn: string, { id, percent }: ListStage): boolean =>
  bucketOf(sn, id) < (percent * buckets) / 100

/** By whose word a box is this one: as the facts of its token say (`BoxFacts`). */
export type StageBox = { sn: string; proven: boolean; claimed: boolean }

/**
 * True where the serial number is surely the box's own. Anybody may pair with a number that he has read somewhere, and
 * numbers follow each other: by trying a few he would be in every stage, and count as boxes that he does not have.
 */
export const isSurely = ({ proven, claimed }: Omit<StageBox, 'sn'>): boolean => proven && !claimed

/** True for a box that surely is one of those that a stage reaches. */
export const isBoxInStage = (box: StageBox, stage: ListStage): boolean => isSurely(box) && isInStage(box.sn, stage)
