/**
 * Channel lists: the only public file of the module. Every function takes the acting account first and checks that it
 * may see or change the list. Expected failures are returned as codes. For a list that the account may not see, the
 * code is the same as for one that doesn't exist (C1101).
 */
export { createList, copyList, type Making } from './create.server'
export { findLists, getList, findDeleted } from './find.server'
export { readList, readWithDetails, reportOf, previewEncoding } from './read.server'
export { exportFile, engineData, unlessTooLong, unlessUseless } from './export.server'
export { applyOperations, undo, redo, restoreRevision, keepMine, findRevisions } from './revise.server'
export { logoBytesMax } from './limits'
export { clearOldLogos, findLogo, findOwnPicture, storeLogo, storePicture, type Logo } from './logo.server'
export { mapChannels } from './mapping.server'
export {
  chooseBoxNames,
  chooseNames,
  findBoxNameChoices,
  findNameChoice,
  nameChoiceChanged,
} from './name-choice.server'
export {
  findNameLanguages,
  findNames,
  namesAside,
  namesOperations,
  nameTable,
  previewNames,
  removeNames,
  setNames,
  withoutNamesOperations,
  type NamesPreview,
  type NamesTaken,
} from './names.server'
export { matchLines } from './pasted.server'
export { moveUploadedNames } from './uploaded-names.server'
export {
  findPublications,
  findVersion,
  publishList,
  setTitles,
  type ListPublications,
  type Publication,
  type Publishing,
  type PublishingInput,
} from './publication.server'
export { openStages } from './opening.server'
export { isFailing, noteListResult, type ListResult, type UpdateResult } from './result.server'
export { countTaken, findTaken, type TakenBox, type TakenCounts, type TakenVersion } from './taken.server'
export { replaceFile } from './replace.server'
export { renameList, deleteList, restoreList } from './keep.server'
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
} from './box.server'
export type { Part } from './own-save'
export { compareBeside, countChanges, type Changes } from './compare.server'
export {
  compareLists,
  previewOrder,
  orderOperations,
  applyOrder,
  previewMergeOf,
  mergeOperations,
  mergeLists,
  type OrderPreview,
} from './two-lists.server'
export {
  makeShare,
  findShares,
  withdrawShare,
  findSharedList,
  readShared,
  copyShared,
  type SharedList,
} from './share.server'
export {
  previewReconcile,
  reconcileOperations,
  reconcileBeside,
  settleReconciled,
  type Reconcilable,
} from './reconcile.server'
export { previewForBox, type BoxPreview } from './box-preview.server'
export { setAside, findAsides, type Aside, type AsideRule } from './aside.server'
export { moveBesideBox, saveKeptBeside, type KeptBeside } from './kept-beside.server'
export { applyTool, previewTool, toolDeed, type ToolList, type ToolOthers, type ToolPreview } from './tools.server'
export { withChannels } from './operation-ids'
export { compactRevisions } from './compact.server'
export { stopEngineThreads } from './heavy.server'
export { findListRoom, makeRoom } from './room.server'
export { refuseUrl } from '~/engine/rules'
export { listChanged } from './changed.server'
export { canMake, canChange, canSee } from './rights'
export type * from './types'
