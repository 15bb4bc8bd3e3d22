/** What the disk has left for the database. The floor below which nothing more is taken is a setting. */
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { env } from './env.server'

/** Bytes that the database may still take. `floorShare`: the part of the floor that must stay free. */
export const findDatabaseRoom = async (floorShare = 1): Promise<number> => {
  const { bavail, bsize } = await statfs(path.dirname(env.databaseFile))
  return bavail * bsize - env.minFreeDiskBytes * floorShare
}
