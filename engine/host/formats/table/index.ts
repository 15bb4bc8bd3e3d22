/** Tables with a channel per row and columns named by headings; and ChanSort's neutral list, which has no headings. */
import { dialectOf, oneFile, type Dialect } from '../dialect'
import { listOf, readTable } from './read'
import { rewriteTable, writeNeutral, writeTable } from './write'

export { isTable } from './head'

export const table = (isNeutral: boolean): Dialect =>
  dialectOf({
    open: oneFile((bytes, maxRecords, charset) => readTable(bytes, maxRecords, charset, isNeutral)),
    listOf,
    write: isNeutral ? writeNeutral : writeTable,
    rewrite: rewriteTable,
  })
