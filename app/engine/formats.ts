/** Other dialects, for the server: how they are found, read and written. Pure code; an engine guesses encodings. */
export { findForeignDialect, isOwnText } from '../../engine/host/formats/detect'
export { createFormats, type Formats } from '../../engine/host/formats/index'
export { toModel } from '../../engine/host/formats/to-model'
export {
  describe,
  findUnwritten,
  noRecordFacts,
  type Description,
  type RecordFacts,
} from '../../engine/host/formats/unwritten'
export { readPlaylistRows } from '../../engine/host/formats/m3u/rows'
