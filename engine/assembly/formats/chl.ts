/** The CHMax `.chl` dialect: its reader, its writer, and the functions for the host. */
import { DIALECT_CHL, dialect } from '../model'
import { KIND_INDEX, OBJECT_BYTES, brokenChannels, elements, firstBroken, groupCount, groups, objectCount, objects } from './chl-read'

export { collectChlProblems, readChl } from './chl-read'
export { convertToChl, writeChl } from './chl-write'

/** The number of truncated channel objects in the last `.chl` read. */
export function brokenChannelCount(): u32 { return brokenChannels }
/** The position of the first of them in the file. */
export function brokenChannelAt(): u32 { return firstBroken }

/**
 * Facts for the host: start and end of the index object (0 for none), the table of groups and their number, the
 * elements of their arrays, the table of objects and their number.
 */
const FACTS = memory.data(28)
export function chlFacts(): usize {
  memory.fill(FACTS, 0, 28)
  if (dialect != DIALECT_CHL) return FACTS
  for (let i: u32 = 0; i < objectCount; i++) {
    const entry = objects + <usize>i * OBJECT_BYTES
    if (load<u32>(entry, 8) != KIND_INDEX) continue
    store<u32>(FACTS, load<u32>(entry))
    store<u32>(FACTS, load<u32>(entry, 4), 4)
    break
  }
  store<u32>(FACTS, <u32>groups, 8)
  store<u32>(FACTS, groupCount, 12)
  store<u32>(FACTS, <u32>elements, 16)
  store<u32>(FACTS, <u32>objects, 20)
  store<u32>(FACTS, objectCount, 24)
  return FACTS
}
