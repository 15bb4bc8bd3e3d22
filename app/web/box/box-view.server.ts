/** What pages show of an account's boxes: one query for the boxes, one for all lists that they name. */
import type { UserCaller } from '~/modules/session/caller'
import {
  countChanges,
  findGivenRevisions,
  findLists,
  type ListSummary,
} from '~/modules/channel-list/channel-list.server'
import { isEntitled } from '~/modules/entitlement/entitlement.server'
import { settingNames } from '~/modules/device/device.schema'
import { listBoxes, type Box } from '~/modules/device/device.server'
import { dayMs, nowMs } from '~/platform/clock.server'
import type { BoxOnPage } from '~/ui/box-view'

const lately = 2 * dayMs
/** More lists than an account sees in practice; the name of any other is shown as unknown. */
const maxListsRead = 500

type Lists = ReadonlyMap<string, Pick<ListSummary, 'id' | 'name' | 'revision' | 'kind'>>

/** Only for the account's own list, while what the box got is still its newest version. */
const comparePageOf = ({ listId, revision, from }: NonNullable<Box['brought']>, lists: Lists): string | null => {
  const list = lists.get(listId)
  if (list === undefined || list.kind !== 'user' || list.revision !== revision || from === null || from >= revision)
    return null
  return `/features/lists/${listId}/compare-with?with=version.${from}`
}

/** `given`: the version of its list that this box gets, if it isn't the newest of all. `on`: it has CHMax. */
const viewOf = (box: Box, lists: Lists, given: number | undefined, on: boolean): BoxOnPage => {
  const { vnoId: _, activeListId, adultSwitchOnAt, fetchedListId, fetchedRevision, fetchedAt, ...facts } = box
  const nameOf = (listId: string | null): string | null => lists.get(listId ?? '')?.name ?? null
  const { reported, brought } = box
  const known = lists.get(activeListId ?? '') ?? null
  const active = known === null || given === undefined ? known : { ...known, revision: given }
  const state =
    !on || !box.settings.enabled
      ? 'off'
      : active === null
        ? 'none'
        : fetchedListId !== active.id || fetchedRevision === null
          ? 'waiting'
          : fetchedRevision === active.revision
            ? 'current'
            : 'behind'
  return {
    ...facts,
    name: box.nickname ?? (box.model || box.sn),
    adultSwitchOn: adultSwitchOnAt !== null,
    seenLately: box.lastSeenAt !== null && nowMs() - box.lastSeenAt.getTime() < lately,
    activeList: active && { id: active.id, name: active.name, revision: active.revision },
    fetched:
      fetchedAt === null || fetchedRevision === null
        ? null
        : { name: nameOf(fetchedListId), revision: fetchedRevision, at: fetchedAt },
    settingChanges: settingNames.flatMap((name) => {
      const change = box.settingChanges[name]
      return change === undefined ? [] : [{ name, ...change }]
    }),
    reported:
      reported === null || reported.revision === null
        ? null
        : { ...reported, revision: reported.revision, name: nameOf(reported.listId) },
    brought: brought && {
      ...brought,
      name: nameOf(brought.listId),
      compare: comparePageOf(brought, lists),
      changes: null,
    },
    state,
  }
}

/** The account's boxes in the order in which they were bound. */
export const findBoxViews = async (user: UserCaller): Promise<BoxOnPage[]> => {
  const [boxes, lists] = await Promise.all([listBoxes(user.userId), findLists(user, { page: 1, size: maxListsRead })])
  const named = new Map(lists.items.map((list) => [list.id, list]))
  // A box may have another version of a ready-made list than others.
  const given = await findGivenRevisions(
    boxes.flatMap(({ sn, activeListId }) => (activeListId === null ? [] : [{ sn, listId: activeListId }])),
  )
  const haveChmax = await Promise.all(boxes.map(({ sn }) => isEntitled({ sn }, 'chmax')))
  return boxes.map((box, at) =>
    viewOf(box, named, given.get(`${box.sn} ${box.activeListId ?? ''}`), haveChmax[at] === true),
  )
}

/** One box of the account, with what its last update changed; null if it is not this account's. */
export const findBoxView = async (user: UserCaller, sn: string): Promise<BoxOnPage | null> => {
  const box = (await findBoxViews(user)).find((one) => one.sn === sn) ?? null
  if (box === null || box.brought === null || box.brought.from === null) return box
  const { listId, from, revision } = box.brought
  return { ...box, brought: { ...box.brought, changes: await countChanges(user, listId, { from, to: revision }) } }
}
