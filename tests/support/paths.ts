/** Where tests put their files: below .cache, separate from a person's data. */
import { accessSync, constants, existsSync, mkdtempSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')
export const testCache = path.join(root, '.cache/tests')
/**
 * Real files for tests, which are not part of the project. Tests on them are registered only if the files are present:
 * `if (hasSamples) it(…)`.
 */
export const samplesDir = path.resolve(root, process.env.SAMPLES_DIR ?? '../shared/samples')
export const hasSamples = existsSync(samplesDir)

const memory = '/dev/shm'
/** Several videos of 300 MiB at once are the largest that tests store. */
const neededBytes = 4 * 1024 ** 3
const hasRoomInMemory = (): boolean => {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= neededBytes && os.freemem() >= 2 * neededBytes
  } catch {
    return false
  }
}
/**
 * An empty folder for a test's data, in memory if there is room: hundreds of databases come and go, and each commit
 * would wait for the disk. A killed process leaves the same data there; no test cuts the power.
 */
export const makeDataFolder = (name: string): string =>
  mkdtempSync(path.join(hasRoomInMemory() ? memory : os.tmpdir(), name))
