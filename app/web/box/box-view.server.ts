/** What pages show of an account's boxes: one query for the boxes, one for all lists that they name. */
import type { UserCaller } from '~/modules/session/caller'
import { countChanges, findGivenRevisions, findLists } from '~/modules/channel-list/channel-list.server'
import { isEntitled } from '~/modules/entitlement/entitlement.server'
import { settingNames } from '~/modules/device/device.schema'
import { listBoxes, type Box } from '~/modules/device/device.server'
import { dayMs, nowMs } from '~/platform/clock.server'
import type { BoxView } from '~/ui/box-view'

const lately = 2 * dayMs
/** More lists than an account sees in practice; the name of any other is shown as unknown. */
const maxListsRead = 500

type Named = { id: string; name: string; revision: number; isOwn: boolean }

/** Only for the account's own list, while what the box got is still its newest version. */
const comparePageOf = (
  { listId, revision, from }: NonNullable<Box['brought']>,
  lists: ReadonlyMap<string, Named>,
): string | null => {
  const list = lists.get(listId)
  if (list === undefined || !list.isOwn || list.revision !== revision || from === null || from >= revision) return null
  return `/features/lists/${listId}/compare-with?with=version.${from}`
}

const reportOf = ({ reported }: Box, lists: ReadonlyMap<string, Named>): BoxView['reported'] => {
  if (reported === null || reported.revision === null) return null
  const { listId, revision, result, reason, why, at } = reported
  return { name: lists.get(listId)?.name ?? null, revision, result, reason, why, at: at.toISOString() }
}

/** `given`: the version of its list that this box gets, if it isn't the newest of all. `on`: it has CHMax. */
const viewOf = (box: Box, lists: ReadonlyMap<string, Named>, given: number | undefined, on: boolean): BoxView => {
  const known = box.activeListId === null ? null : (lists.get(box.activeListId) ?? null)
  const active = known === null || given === undefined ? known : { ...known, revision: given }
  const state =
    !on || !box.settings.enabled
      ? 'off'
      : active === null
        ? 'none'
        : box.fetchedListId !== active.id || box.fetchedRevision === null
          ? 'waiting'
          : box.fetchedRevision === active.revision
            ? 'current'
            : 'behind'
  return {
    sn: box.sn,
    name: box.nickname ?? (box.model || box.sn),
    nickname: box.nickname,
    model: box.model,
    softwareVersion: box.softwareVersion,
    latestSoftwareVersion: box.latestSoftwareVersion,
    newerSoftware: box.newerSoftware,
    adultSwitchOn: box.adultSwitchOnAt !== null,
    deviceId: box.deviceId,
    cpu: box.cpu,
    memory: box.memory,
    flash: box.flash,
    boundAt: box.boundAt.toISOString(),
    lastSeenAt: box.lastSeenAt?.toISOString() ?? null,
    seenLately: box.lastSeenAt !== null && nowMs() - box.lastSeenAt.getTime() < lately,
    activeList: active && { id: active.id, name: active.name, revision: active.revision },
    fetched:
      box.fetchedAt === null || box.fetchedRevision === null
        ? null
        : {
            name: lists.get(box.fetchedListId ?? '')?.name ?? null,
            revision: box.fetchedRevision,
            at: box.fetchedAt.toISOString(),
          },
    settings: box.settings,
    settingChanges: settingNames.flatMap((name) => {
      const change = box.settingChanges[name]
      return change === undefined ? [] : [{ name, ...change }]
    }),
    reported: reportOf(box, lists),
    updatedItselfAt: box.updatedItselfAt?.toISOString() ?? null,
    updatedSoonAt: box.updatedSoonAt?.toISOString() ?? null,
    brought: box.brought && {
      compare: comparePageOf(box.brought, lists),
      listId: box.brought.listId,
      changes: null,
      name: lists.get(box.brought.listId)?.name ?? null,
      revision: box.brought.revision,
      from: box.brought.from,
      at: box.brought.at.toISOString(),
    },
    state,
  }
}

/** The account's boxes in the order in which they were bound. */
export const findBoxViews = async (user: UserCaller): Promise<BoxView[]> => {
  const [boxes, lists] = await Promise.all([listBoxes(user.userId), findLists(user, { page: 1, size: maxListsRead })])
  const named = new Map(
    lists.items.map((list) => [
      list.id,
      { id: list.id, name: list.name, revision: list.revision, isOwn: list.kind === 'user' },
    ]),
  )
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
export const findBoxView = async (user: UserCaller, sn: string): Promise<BoxView | null> => {
  const box = (await findBoxViews(user)).find((one) => one.sn === sn) ?? null
  if (box === null || box.brought === null || box.brought.from === null) return box
  const { listId, from, revision } = box.brought
  return { ...box, brought: { ...box.brought, changes: await countChanges(user, listId, { from, to: revision }) } }
}
