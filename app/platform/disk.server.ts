/** How much room the disk has left for the database. The minimum that must stay free is a setting. */
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { env } from './env.server'

/** Bytes that the database may still take. `floorShare` is the part of the minimum that must stay free. */
export const findDatabaseRoom = async (floorShare = 1): Promise<number> => {
  const { bavail, bsize } = await statfs(path.dirname(env.databaseFile))
  return bavail * bsize - env.minFreeDiskBytes * floorShare
}
