/** Prepares the account's boxes for putting a list on one of them. */
import { listBoxes, type Box } from '~/modules/device/device.server'
import { isEntitled } from '~/modules/entitlement/entitlement.server'
import { loadsByItself } from '~/ui/box-view'
import { nameBoxes } from './box-names.server'

type Named = Pick<Box, 'sn' | 'nickname' | 'model' | 'activeListId'>

/** Each box by its display name, and whether it already uses the list. */
export const putBoxesOf = (boxes: readonly Named[], listId: string): { sn: string; name: string; hasList: boolean }[] =>
  nameBoxes(boxes).map((named, at) => ({ ...named, hasList: boxes[at]?.activeListId === listId }))

export const findPutBoxes = async (userId: string, listId: string) => putBoxesOf(await listBoxes(userId), listId)

/** The names of the boxes that use a list, and of those among them that load its changes by themselves. */
export const findBoxesUsing = async (
  userId: string,
  list: { id: string; kind: string },
): Promise<{ all: string[]; following: string[] }> => {
  const boxes = await listBoxes(userId)
  const using = boxes.filter(({ activeListId }) => activeListId === list.id)
  const on = await Promise.all(using.map(({ sn }) => isEntitled({ sn }, 'chmax')))
  const following = using.filter(({ settings }, at) => on[at] && settings.enabled && loadsByItself(settings, list))
  const names = new Map(nameBoxes(boxes).map(({ sn, name }) => [sn, name]))
  const namesOf = (some: readonly Named[]): string[] => some.map(({ sn }) => names.get(sn) ?? sn)
  return { all: namesOf(using), following: namesOf(following) }
}
