/**
 * Stores edit states: names in other languages are stored once, named by their SHA-256, however many revisions have
 * them. A revision that changes no name refers to those of its predecessor.
 */
import { LRUCache } from 'lru-cache'
import { joinNames, splitNames } from '~/engine/state-names'
import { packBytes, unpackBytes, type Packed } from '~/platform/compress.server'
import { db, type Transaction } from '~/platform/db.server'
import { digestOf } from '~/platform/random.server'
import { namesApartBytes, statesInMemoryBytes } from '../limits'

/** `packed` null: the names are already stored. */
export type PackedState = { state: Uint8Array; names: { id: string; plain: Uint8Array; packed: Packed | null } | null }

/** Prepares a state for storage, before the transaction that stores it. */
export const packState = async (state: Uint8Array): Promise<PackedState> => {
  const split = state.length < namesApartBytes ? null : splitNames(state)
  if (split === null || split.names.length < namesApartBytes) return { state, names: null }
  const id = await digestOf(split.names)
  const there = await db.stateNames.findUnique({ where: { id }, select: { id: true } })
  const packed = there === null ? await packBytes(split.names) : null
  return { state: split.state, names: { id, plain: split.names, packed } }
}

/** The bytes that storing a state adds. */
export const stateBytes = ({ state, names }: PackedState): number => state.length + (names?.packed?.bytes.length ?? 0)

/** Stores the names within the transaction that first uses them; returns the state's columns of a revision's row. */
export const putState = async (
  tx: Transaction,
  { state, names }: PackedState,
): Promise<{ state: Uint8Array<ArrayBuffer>; namesId: string | null }> => {
  const row = { state: new Uint8Array(state), namesId: names?.id ?? null }
  if (names === null) return row
  const there = await tx.stateNames.findUnique({ where: { id: names.id }, select: { id: true } })
  if (there !== null) return row
  // They may have been removed since the check; then store them uncompressed.
  const { bytes, codec } = names.packed ?? { bytes: new Uint8Array(names.plain), codec: null }
  await tx.stateNames.create({
    data: { id: names.id, bytes, codec, stored: codec === null ? null : bytes.length, size: names.plain.length },
  })
  return row
}

/** Whole states by revision, which never changes. */
const whole = new LRUCache<string, Uint8Array<ArrayBuffer>>({
  maxSize: statesInMemoryBytes,
  sizeCalculation: (state) => Math.max(1, state.length),
})

type Stored = { listId: string; number: number; state: Uint8Array<ArrayBuffer>; namesId: string | null }

/** The row with its whole state. */
export const withState = async <R extends Stored>(row: R): Promise<R> => {
  if (row.namesId === null) return row
  const key = `${row.listId} ${row.number}`
  const known = whole.get(key)
  if (known !== undefined) return { ...row, state: known }
  const names = await db.stateNames.findUniqueOrThrow({ where: { id: row.namesId } })
  const state = new Uint8Array(joinNames(row.state, await unpackBytes(names, names.size)))
  whole.set(key, state)
  return { ...row, state }
}

/** Removes names that no revision uses. Returns how many. */
export const dropNames = async (tx: Pick<Transaction, 'stateNames'>): Promise<number> =>
  (await tx.stateNames.deleteMany({ where: { revisions: { none: {} } } })).count
