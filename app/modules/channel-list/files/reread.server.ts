/** Reads an upload in another dialect again, with its names in a chosen encoding. */
import type { Encoding } from '~/engine/types'
import { fail, ok, type Result } from '~/errors/table'
import { workOn } from '../engine/heavy.server'
import { getSource, makeSourceFrom, type Origin, type Source } from '../storage/source.server'
import type { Reread as Work } from '../engine/work'
import type { Stored } from '../engine/stored'

export type Reread = Pick<Work, 'state' | 'problems'> & { source: Source }

/** A0422 if the upload has other satellites, groups or records in this encoding: then no edit would fit. */
export const rereadUpload = async (
  who: string,
  stored: Stored,
  origin: Origin,
  encoding: Encoding,
): Promise<Result<Reread>> => {
  const upload = await getSource(origin.id)
  const read = await workOn(who, 'reread', { bytes: upload.bytes, digest: upload.id, stored, encoding })
  if (!read.ok) return read
  if (read.value === null) return fail('A0422', { field: 'encoding' })
  const { made, state, problems } = read.value
  return ok({ source: makeSourceFrom(upload, made), state, problems })
}
