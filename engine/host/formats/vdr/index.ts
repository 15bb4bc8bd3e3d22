/** VDR's channels.conf: a channel per line, and lines that begin a group or number the channels after them. */
import { dialectOf } from '../one-file'
import { listOf, readConf } from './read'
import { rewriteConf } from './write'

export { writeConf as writeVdr } from './write'
export const { read: readVdr, rewrite: rewriteVdr } = dialectOf(readConf, listOf, rewriteConf)
