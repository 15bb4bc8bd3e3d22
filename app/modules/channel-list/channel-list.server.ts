/**
 * Channel lists: the only public file of the module. Every function takes the acting account first and checks that it
 * may see or change the list. Expected failures are returned as codes. For a list that the account may not see, the
 * code is the same as for one that doesn't exist (C1101).
 */
export { createList, copyList, type Making } from './storage/create.server'
export { findLists, getList, findDeleted } from './storage/find.server'
export { readList, readWithDetails, reportOf, previewEncoding } from './storage/read.server'
export { exportFile, engineData, unlessTooLong, unlessUseless } from './files/export.server'
export {
  applyOperations,
  undo,
  redo,
  restoreRevision,
  keepMine,
  findRevisions,
  settleConflictCopy,
} from './edit/revise.server'
export { logoBytesMax } from './limits'
export { clearOldLogos, findLogo, storeLogo, storePicture, type Logo } from './edit/logo.server'
export { mapChannels } from './merge/mapping.server'
export {
  chooseBoxNames,
  chooseNames,
  findBoxNameChoices,
  findNameChoice,
  nameChoiceChanged,
} from './names/name-choice.server'
export {
  findNameLanguages,
  findNames,
  namesFileRule,
  namesOperations,
  nameTable,
  previewNames,
  removeNames,
  setNames,
  withoutNamesOperations,
  type NamesPreview,
  type NamesTaken,
} from './names/names.server'
export { matchLines } from './edit/pasted.server'
export { moveUploadedNames } from './names/uploaded-names.server'
export {
  findPublications,
  findVersion,
  publishList,
  setTitles,
  type Publishing,
  type PublishingInput,
} from './publication/publication.server'
export { openStages } from './publication/opening.server'
export { noteListResult } from './publication/result.server'
export { countTaken, findTaken } from './publication/taken.server'
export { replaceFile } from './storage/replace.server'
export { renameList, deleteList, restoreList } from './storage/keep.server'
export {
  listsForBox,
  exportForBox,
  boxMaySee,
  findChoosableList,
  findGivenRevisions,
  findReadyMadeFor,
  ownBox,
  findHolder,
  stagedBox,
  saveFromBox,
  type BoxSave,
} from './sharing/box.server'
export { compareConflictCopy, countChanges } from './merge/compare.server'
export {
  compareLists,
  previewOrder,
  orderOperations,
  applyOrder,
  previewMergeOf,
  mergeOperations,
  mergeLists,
} from './merge/two-lists.server'
export {
  makeShare,
  findShares,
  withdrawShare,
  findSharedList,
  readShared,
  copyShared,
  type SharedList,
} from './sharing/share.server'
export { previewReconcile, reconcileOperations, mergeConflictCopy } from './merge/reconcile.server'
export { previewForBox } from './sharing/box-preview.server'
export { holdFile, findHeldFiles, type HeldListFile, type HeldFileRule } from './storage/held-file.server'
export { moveConflictCopies, conflictCopyKept, type ConflictCopy } from './merge/conflict-copy.server'
export { applyTool, previewTool, planToolEdit, type ToolOthers, type ToolPreview } from './tools/tools.server'
export { drawIds } from './edit/drawn-ids'
export { withChannels } from './edit/operation-ids'
export { compactRevisions } from './storage/compact.server'
export { stopEngineThreads } from './engine/heavy.server'
export { makeThreadTurns } from './engine/turns.server'
export { findListRoom, makeRoom } from './storage/room.server'
export { refuseUrl } from '~/engine/rules'
export { listChanged } from './storage/changed.server'
export type * from './types'
