/** Where tests keep what they make: below .cache, apart from a person's data. */
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')
export const testCache = path.join(root, '.cache/tests')
/** Real files for tests; the folder may be absent. */
export const samplesDir = path.resolve(root, process.env.SAMPLES_DIR ?? '../shared/samples')
