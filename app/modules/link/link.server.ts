/** Links that an account keeps on shelves: what MyLink and audio entries share. The one public file of the module. */
export { linksChanged } from './changed.server'
export { addShelf, deleteShelf, editShelf, findShelves, getShelf, moveShelf } from './shelf.server'
export { addLinks, deleteLinks, editLink, findLinks, findRefusals, getLink, moveLinks, sortLinks } from './entry.server'
export {
  clearOldTables,
  dropHeldTable,
  exportTable,
  findHeldTable,
  holdTable,
  importTable,
  makeTemplate,
  planImport,
  type HeldTable,
} from './import.server'
export { findShownPicture, writeLinksForBox } from './box.server'
export { stopLinkTables } from './tables.server'
export { findLinkLogo, storeLinkLogo, type LinkLogo } from './picture.server'
