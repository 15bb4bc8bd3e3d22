/** JSON “CDX” of MStar boxes: satellites, transponders, programmes and favourite lists as objects. */
import { dialectOf } from '../one-file'
import { listOf, readDatabase } from './read'
import { rewriteDatabase } from './rewrite'

export { writeDatabase as writeCdx } from './write'
export const { read: readCdx, rewrite: rewriteCdx } = dialectOf(readDatabase, listOf, rewriteDatabase)
