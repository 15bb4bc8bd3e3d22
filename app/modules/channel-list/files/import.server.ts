/** Reads an uploaded file into a list's first state, with refusals, the channel limit and counts. */
import { limits, type Encoding } from '~/engine/types'
import { fail, ok, type Result } from '~/errors/table'
import { workOn } from '../engine/heavy.server'
import { makeSourceFrom, type Source } from '../storage/source.server'
import type { Imported as Work } from '../engine/work'

export type Imported = Omit<Work, 'made'> & {
  /** What to store: the upload itself, or the text converted from it. */
  source: Source
}

export type ImportOptions = {
  encoding?: Encoding
  keep?: readonly string[]
  /** Accepts lists of any length (a box's save). */
  whole?: boolean
}

/**
 * A0413 too large, C1112 with the cause, Q2205 without channels, Q2202 or C1111 over the limit, I1009 or A0503 when
 * work on long files has to wait. Stores nothing.
 */
export const importBytes = async (who: string, upload: Source, options: ImportOptions): Promise<Result<Imported>> => {
  const { bytes, id } = upload
  if (bytes.length > limits.fileBytes) return fail('A0413', { field: 'file', data: { limitBytes: limits.fileBytes } })
  const read = await workOn(who, 'importBytes', { bytes, digest: id, ...options })
  if (!read.ok) return read
  if (!read.value.ok) return read.value
  const { made, ...imported } = read.value.value
  return ok({ ...imported, source: made === null ? upload : makeSourceFrom(upload, made) })
}
