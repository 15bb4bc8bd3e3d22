/** A box as pages show it: its facts with the names of the lists that it loads and has loaded. */
import type { BoxSettings, SettingName } from '~/modules/device/setting'

/**
 * Whether the box has the right list. `off`: CHMax is off for it. `none`: no list is chosen. `waiting`: it has not
 * loaded this list yet. `behind`: a newer version waits.
 */
export type FetchState = 'off' | 'none' | 'waiting' | 'behind' | 'current'
export type BoxView = {
  sn: string
  /** The display name: the nickname, otherwise the model, otherwise the serial number. */
  name: string
  nickname: string | null
  model: string
  softwareVersion: string | null
  /** The latest version of its model, if the provider has listed one. */
  latestSoftwareVersion: string | null
  /** The box has reported an older version than the latest. */
  newerSoftware: boolean
  adultSwitchOn: boolean
  deviceId: string | null
  cpu: string | null
  memory: string | null
  flash: string | null
  boundAt: string
  lastSeenAt: string | null
  /** Seen within the last two days: boxes update their lists once a day. */
  seenLately: boolean
  activeList: { id: string; name: string; revision: number } | null
  fetched: { name: string | null; revision: number; at: string } | null
  settings: BoxSettings
  /** The settings that were changed, when, and where: by the owner here, or in the box's own menu. */
  settingChanges: { name: SettingName; at: string; by: 'owner' | 'box' }[]
  /** When the box last looked for a newer list by itself, and the last list that it got this way. */
  updatedItselfAt: string | null
  /** When it last did so sooner than its settings allow. */
  updatedSoonAt: string | null
  /** What it said last of an update, and by whose wish it was, where it said so. */
  reported: {
    name: string | null
    revision: number
    result: 'loaded' | 'same' | 'refused' | 'failed'
    reason: 'auto' | 'manual' | null
    why: string | null
    at: string
  } | null
  brought: {
    name: string | null
    revision: number
    from: number | null
    at: string
    /** The page that compares the two versions, in counts and row by row. */
    compare: string | null
    listId: string
    /** How many channels it added, removed and changed; null if that is not known. */
    changes: { added: number; removed: number; changed: number } | null
  } | null
  state: FetchState
}

/** Whether a box for which CHMax is on loads a list of this kind by itself once it is chosen. */
export const loadsByItself = ({ autoUpdate }: BoxSettings, list: { kind: string }): boolean =>
  autoUpdate === 'cloud' || (autoUpdate === 'system' && list.kind !== 'user')
/** The same with the box's state. */
export const follows = ({ state, settings }: Pick<BoxView, 'state' | 'settings'>, list: { kind: string }): boolean =>
  state !== 'off' && loadsByItself(settings, list)
