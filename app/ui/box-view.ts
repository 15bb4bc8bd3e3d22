/** A box as pages show it: its facts with the names of the lists that it loads and has loaded. */
import type { SerializeFrom } from '@remix-run/node'
import type { Box, Reported } from '~/modules/device/device.server'
import type { BoxSettings, Brought, SettingName } from '~/modules/device/setting'

/**
 * Whether the box has the right list. `off`: CHMax is off for it. `none`: no list is chosen. `waiting`: it has not
 * loaded this list yet. `behind`: a newer version waits.
 */
export type FetchState = 'off' | 'none' | 'waiting' | 'behind' | 'current'
/** The facts of a box that pages show otherwise, or not at all. */
type Hidden = 'vnoId' | 'activeListId' | 'adultSwitchOnAt' | 'fetchedListId' | 'fetchedRevision' | 'fetchedAt'
/** A box as a loader answers it. */
export type BoxOnPage = Omit<Box, Hidden | 'settingChanges' | 'reported' | 'brought'> & {
  /** The display name: the nickname, otherwise the model, otherwise the serial number. */
  name: string
  adultSwitchOn: boolean
  /** Seen within the last two days: boxes update their lists once a day. */
  seenLately: boolean
  activeList: { id: string; name: string; revision: number } | null
  fetched: { name: string | null; revision: number; at: Date } | null
  /** The settings that were changed, when, and where: by the owner here, or in the box's own menu. */
  settingChanges: { name: SettingName; at: string; by: 'owner' | 'box' }[]
  /** What it said last of an update, and by whose wish it was, where it said so. */
  reported: (Reported & { name: string | null; revision: number }) | null
  brought:
    | (Brought & {
        name: string | null
        /** The page that compares the two versions, in counts and row by row. */
        compare: string | null
        /** How many channels it added, removed and changed; null if that is not known. */
        changes: { added: number; removed: number; changed: number } | null
      })
    | null
  state: FetchState
}
export type BoxView = SerializeFrom<BoxOnPage>

/** Whether a box for which CHMax is on loads a list of this kind by itself once it is chosen. */
export const loadsByItself = ({ autoUpdate }: BoxSettings, list: { kind: string }): boolean =>
  autoUpdate === 'cloud' || (autoUpdate === 'system' && list.kind !== 'user')
/** The same with the box's state. */
export const follows = ({ state, settings }: Pick<BoxView, 'state' | 'settings'>, list: { kind: string }): boolean =>
  state !== 'off' && loadsByItself(settings, list)
