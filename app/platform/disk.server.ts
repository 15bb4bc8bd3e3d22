/** Measures how much room the disk has left for the database. The minimum that must stay free is a setting. */
import { rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { env } from './env.server'

/**
 * Returns how many bytes the database may still take. `floorShare` is the fraction of the minimum that must stay free.
 */
export const findDatabaseRoom = async (floorShare = 1): Promise<number> => {
  const { bavail, bsize } = await statfs(path.dirname(env.databaseFile))
  return bavail * bsize - env.minFreeDiskBytes * floorShare
}

/** Writes and removes a small file in the folder; throws if that fails. */
export const tryFolder = async (folder: string): Promise<void> => {
  const probe = path.join(folder, `.ready-${process.pid}`)
  await writeFile(probe, 'x', { mode: 0o600 })
  await rm(probe, { force: true })
}
