/** M3U playlists: streams and SAT>IP addresses with their groups, numbers and logos. */
import { dialectOf } from '../one-file'
import { listOf, readPlaylist } from './read'
import { rewritePlaylist } from './write'

export { writePlaylist as writeM3u } from './write'
export const { read: readM3u, rewrite: rewriteM3u } = dialectOf(readPlaylist, listOf, rewritePlaylist)
