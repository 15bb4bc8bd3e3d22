/** Prepares the account's boxes for putting a list on one of them. */
import { listBoxes, type Box } from '~/modules/device/device.server'
import { isEntitled } from '~/modules/entitlement/entitlement.server'
import { loadsByItself } from '~/ui/box-view'

const nameOf = ({ sn, nickname, model }: Pick<Box, 'sn' | 'nickname' | 'model'>): string => nickname ?? (model || sn)

type Named = Pick<Box, 'sn' | 'nickname' | 'model' | 'activeListId'>

/** Each box by its display name, and whether it already uses the list. */
export const putBoxesOf = (boxes: readonly Named[], listId: string): { sn: string; name: string; hasList: boolean }[] =>
  boxes.map((box) => ({ sn: box.sn, name: nameOf(box), hasList: box.activeListId === listId }))

export const findPutBoxes = async (userId: string, listId: string) => putBoxesOf(await listBoxes(userId), listId)

/** The names of the boxes that use a list, and of those among them that load its changes by themselves. */
export const findBoxesUsing = async (
  userId: string,
  list: { id: string; kind: string },
): Promise<{ all: string[]; following: string[] }> => {
  const using = (await listBoxes(userId)).filter(({ activeListId }) => activeListId === list.id)
  const on = await Promise.all(using.map(({ sn }) => isEntitled({ sn }, 'chmax')))
  const following = using.filter(({ settings }, at) => on[at] && settings.enabled && loadsByItself(settings, list))
  return { all: using.map(nameOf), following: following.map(nameOf) }
}
