/** Edit states as bytes, as the engine writes and loads them (layout in assembly/state.ts). */

/**
 * Moves a state to another reading of the same records, whose own state is `fresh`; null if the number of records
 * differs. Both versions begin with the records and the source that they belong to.
 */
export const rebaseState = (state: Uint8Array, fresh: Uint8Array): Uint8Array | null => {
  const [from, to] = [4, 16]
  if (state.subarray(from, 8).some((byte, at) => byte !== fresh[from + at])) return null
  const rebased = state.slice()
  rebased.set(fresh.subarray(from, to), from)
  return rebased
}
