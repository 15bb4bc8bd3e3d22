/** Where tests put their files: below .cache, separate from a person's data. */
import { existsSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')
export const testCache = path.join(root, '.cache/tests')
/**
 * Real files for tests, which are not part of the project. Tests on them are registered only where they are: `if
 * (hasSamples) it(…)`.
 */
export const samplesDir = path.resolve(root, process.env.SAMPLES_DIR ?? '../shared/samples')
export const hasSamples = existsSync(samplesDir)
