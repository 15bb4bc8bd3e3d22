/**
 * Links that an account keeps: the categories of MyLink with their channels, and audio entries. The module's one public
 * file. Every function takes the acting account and one of the two services; `shelfId` is a category's, or null for
 * audio entries. Another account's data looks non-existent (Q2103, C1102). Changes need the service (C1109); reading
 * and exporting do not, so that nobody loses what they entered.
 */
export { linksChanged } from './store.server'
export * from './shelf.server'
export * from './entry.server'
export { clearDeletedLinks, findDeletedLinks, restoreLinks } from './deleted.server'
export {
  clearOldTables,
  dropHeldTable,
  exportRefused,
  exportTable,
  findHeldTable,
  holdTable,
  importTable,
  makeTemplate,
  planImport,
  type HeldTable,
} from './import.server'
export type { RefusedWords, TemplateWords } from './table'
export * from './lapse.server'
export { boundsOf, showPlace } from './forms'
export { stopLinkTables, writeLinksForBox } from './tables.server'
export * from './picture.server'
export { categoriesMax, itemsPerAdd, linksMax, tableBytesMax } from './limits'
export type * from './types'
