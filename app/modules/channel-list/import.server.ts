/** Reads external bytes into a first state of a list: refusals, the channel limit, the counts. */
import { limits, type Encoding } from '~/engine/types'
import { fail, type Result } from '~/errors/table'
import { workOn } from './heavy.server'
import type { Imported } from './work'

export type { Imported } from './work'

export type ImportOptions = {
  encoding?: Encoding
  keep?: readonly string[]
  /** Accepts lists of any length (a box's save). */
  whole?: boolean
}

/**
 * A0413 too large, C1112 with the cause, Q2205 without channels, Q2202 or C1111 over the limit, I1009 or A0503 when
 * long files have to wait. Nothing is stored here.
 */
export const importBytes = async (
  who: string,
  bytes: Uint8Array,
  options: ImportOptions,
): Promise<Result<Imported>> => {
  if (bytes.length > limits.fileBytes) return fail('A0413', { field: 'file', data: { limitBytes: limits.fileBytes } })
  const read = await workOn(who, 'importBytes', { bytes, ...options }, bytes.length)
  return read.ok ? read.value : read
}
