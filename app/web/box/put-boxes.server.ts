/** Prepares the account's boxes for putting a list on one of them. */
import { listBoxes, type Box } from '~/modules/device/device.server'

type Named = Pick<Box, 'sn' | 'nickname' | 'model' | 'activeListId'>

/** Each box by its display name, and whether it already uses the list. */
export const putBoxesOf = (boxes: readonly Named[], listId: string): { sn: string; name: string; hasList: boolean }[] =>
  boxes.map(({ sn, nickname, model, activeListId }) => ({
    sn,
    name: nickname ?? (model || sn),
    hasList: activeListId === listId,
  }))

export const findPutBoxes = async (userId: string, listId: string) => putBoxesOf(await listBoxes(userId), listId)
