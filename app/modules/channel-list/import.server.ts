/** Reads bytes that came from outside into a first state of a list: refusals, the limit of channels, the counts. */
import { withEngine } from '~/engine/engine.server'
import { limits, type Encoding } from '~/engine/types'
import { fail, ok, type Result } from '~/errors/table'
import type { Facts } from './commit.server'
import { fitList } from './keep-rules'
import { countProblems, countsOf } from './opened'

export type Imported = { state: Uint8Array; facts: Facts; problems: { errors: number; warnings: number } }

export type ImportOptions = {
  encoding?: Encoding
  keep?: readonly string[]
  /** Takes lists of any length (a box's save). */
  whole?: boolean
}

/** A0413 too large, C1112 with the cause, Q2205 without channels, Q2202 or C1111 over the limit. Nothing is stored here. */
export const importBytes = async (bytes: Uint8Array, options: ImportOptions): Promise<Result<Imported>> => {
  if (bytes.length > limits.fileBytes) return fail('A0413', { field: 'file', data: { limitBytes: limits.fileBytes } })
  return withEngine((engine): Result<Imported> => {
    const opened = engine.open(bytes, options.encoding === undefined ? {} : { encoding: options.encoding })
    if (!opened.ok) return fail('C1112', { field: 'file', data: { cause: opened.refusal, record: opened.record, offset: opened.offset, limitBytes: limits.fileBytes, mostRecords: limits.records } })
    const { list } = opened
    if (list.length() === 0) return fail('Q2205', { field: 'file' })
    const problems = countProblems(list)
    if (options.whole !== true) {
      const fits = fitList(list, options.keep ?? [])
      if (!fits.ok) return fits
    }
    return ok({ state: list.state(), facts: { ...countsOf(list), dialect: list.dialect, version: list.version, encoding: list.encoding }, problems })
  })
}
