/**
 * The CHMax settings of a box, as its owner chose them, and when the box looks for newer lists by itself. Pure: shared
 * by forms, the API and the answers to boxes.
 */
import type { NameLanguage } from '~/engine/types'

const onOrOff = [true, false] as const
/**
 * The settings by name: their possible values, the `first` one of a box whose owner has set nothing, the `column` of
 * the table Device, and the `key` in the header that boxes read (docs/stb.md). Calls and checks are made from it.
 */
export const boxSettings = {
  enabled: { values: onOrOff, first: true, column: 'chmaxOn', key: 'on' },
  listStyle: { values: ['new', 'original'], first: 'new', column: 'listStyle', key: 'style' },
  search: { values: onOrOff, first: true, column: 'searchOn', key: 'search' },
  /** Where its automatic updates come from: nowhere, the ready-made lists, or the list chosen for it in the cloud. */
  autoUpdate: { values: ['off', 'system', 'cloud'], first: 'cloud', column: 'autoUpdate', key: 'update' },
} as const
export type SettingName = keyof typeof boxSettings
export const settingNames = Object.keys(boxSettings) as SettingName[]
export type BoxSettings = { -readonly [Name in SettingName]: (typeof boxSettings)[Name]['values'][number] }
type Value = BoxSettings[SettingName]
type Columns = { -readonly [Name in SettingName as (typeof boxSettings)[Name]['column']]: BoxSettings[Name] }

/** The setting's value that `matches`; undefined if none does. */
const valueThat = (name: SettingName, matches: (value: Value) => boolean) => {
  const values: readonly Value[] = boxSettings[name].values
  return values.find(matches)
}

/**
 * Why CHMax is off for a box: its setting, its owner's service switch, or a service that is not running. Such a box
 * gets no list and can't save.
 */
export const boxClosures = ['setting', 'switched-off', 'not-given'] as const
export type BoxClosure = (typeof boxClosures)[number]

/** Where a setting was changed: in the portal, or in the box's menu. */
export const settingSources = ['owner', 'box'] as const
export type SettingSource = (typeof settingSources)[number]
/** When (ISO) and where each setting was last changed; absent: never. */
export type SettingChanges = Partial<Record<SettingName, { at: string; by: SettingSource }>>

/** Reads the stored changes. */
export const parseChanges = (text: string | null): SettingChanges =>
  text === null ? {} : (JSON.parse(text) as SettingChanges)

/** For a box whose owner has set nothing. */
export const firstSettings = Object.fromEntries(
  settingNames.map((name) => [name, boxSettings[name].first]),
) as BoxSettings
/** For a box without an owner, or whose owner hasn't confirmed its token: it sees only ready-made lists. */
export const ownerlessSettings: BoxSettings = { ...firstSettings, autoUpdate: 'system' }

/** A box looks after more than ten minutes of standby, when nobody is watching. */
const standbySeconds = 600
const daySeconds = 86_400
/** Ready-made lists change rarely, so once a day is enough. Owners want their own list the same evening. */
const everySeconds: Record<BoxSettings['autoUpdate'], number> = { off: daySeconds, system: daySeconds, cloud: 3600 }

/** A box's requests within this time are one update: it resumes after an interruption and retries after a refusal. */
const oneUpdateMs = 15 * 60_000
/**
 * Whether an automatic check of a box came too soon after the previous one, and whether it begins another update.
 * `changes`: a box learns of changed rules only with its next check.
 */
export const lookAfter = (
  beforeAt: Date | null,
  at: Date,
  { autoUpdate, changes }: Pick<BoxSettings, 'autoUpdate'> & { changes: SettingChanges },
): { isAnother: boolean; isTooSoon: boolean } => {
  if (beforeAt === null) return { isAnother: true, isTooSoon: false }
  const afterMs = at.getTime() - beforeAt.getTime()
  const isAnother = Math.abs(afterMs) > oneUpdateMs
  const isOldRule = Date.parse(changes.autoUpdate?.at ?? '') > beforeAt.getTime()
  const minMs = everySeconds[autoUpdate] * 1000 - oneUpdateMs
  return { isAnother, isTooSoon: isAnother && !isOldRule && afterMs > 0 && afterMs < minMs }
}

/**
 * A fixed moment of the day for each box, in seconds from midnight (UTC), so that boxes don't all ask at once. Evenly
 * spread even for consecutive serial numbers.
 */
export const offsetOf = (sn: string): number => {
  let mixed = 0x811c9dc5
  for (const digit of sn) mixed = Math.imul(mixed ^ digit.charCodeAt(0), 0x01000193)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return ((mixed ^ (mixed >>> 16)) >>> 0) % daySeconds
}

/**
 * The settings with their version and the rule of updates: after `standbySeconds` of standby, at most once in
 * `everySeconds`, each box at its own moment (`offsetSeconds`).
 */
export const tellSettings = (sn: string, settings: BoxSettings, version: number) => ({
  ...settings,
  version,
  standbySeconds,
  everySeconds: everySeconds[settings.autoUpdate],
  offsetSeconds: offsetOf(sn),
})
export type SentSettings = ReturnType<typeof tellSettings>

/** The list chosen for a box, and whether it is a ready-made one. */
export type ChosenList = { id: string; isReadyMade: boolean }

/**
 * The same as a header: a dictionary of structured fields (RFC 9651). It names the list to follow if that is the chosen
 * one, so that a box that has it needs no index.
 */
export const settingsHeader = (
  sn: string,
  settings: BoxSettings,
  version: number,
  chosen: ChosenList | null,
): string => {
  const told = tellSettings(sn, settings, version)
  const { enabled, autoUpdate } = settings
  const isFollowed = enabled && (autoUpdate === 'cloud' || (autoUpdate === 'system' && chosen?.isReadyMade === true))
  return [
    ...settingNames.map((name) => {
      const value = told[name]
      return `${boxSettings[name].key}=${typeof value === 'boolean' ? `?${Number(value)}` : value}`
    }),
    `standby=${told.standbySeconds}`,
    `every=${told.everySeconds}`,
    `offset=${told.offsetSeconds}`,
    `version=${told.version}`,
    ...(chosen === null || !isFollowed ? [] : [`list="${chosen.id}"`]),
  ].join(', ')
}

/** What a box's automatic update brought: the list's version, and the one that the box had before, if it said so. */
export type Brought = { at: Date; listId: string; revision: number; from: number | null }

/** A load that the box started by itself: whether it brought anything, and the version that the box said it had. */
export type OwnLoad = { isNew: boolean; from: number | null }

/** The settings of a stored row. */
export const settingsOf = (row: Readonly<Record<keyof Columns, boolean | number | string>>): BoxSettings =>
  Object.fromEntries(
    settingNames.map((name) => {
      const { column, first } = boxSettings[name]
      return [name, valueThat(name, (value) => value === row[column]) ?? first]
    }),
  ) as BoxSettings
/** Selects these columns. */
export const settingSelect = Object.fromEntries(settingNames.map((name) => [boxSettings[name].column, true])) as Record<
  keyof Columns,
  true
>
/** The columns of settings. */
export const settingColumns = (settings: Partial<BoxSettings>): Partial<Columns> =>
  Object.fromEntries(
    settingNames
      .filter((name) => settings[name] !== undefined)
      .map((name) => [boxSettings[name].column, settings[name]]),
  )

const printed = (value: Value | undefined): string =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value ?? '')
/** Converts settings to the text of a form's hidden field, and back. */
export const printSettings = (settings: BoxSettings): string =>
  settingNames.map((name) => printed(settings[name])).join(' ')
export const parseSettings = (text: string): Partial<BoxSettings> => {
  const words = text.split(' ')
  return Object.fromEntries(
    settingNames.map((name, at) => [name, valueThat(name, (value) => printed(value) === words[at])]),
  )
}

/**
 * What is known of a box by its token. `userId`: the account that the token opens; `claimed`: bound to an account that
 * has not confirmed this token. `proven`: the box proved its secret or its owner entered the code, so the serial number
 * is really its own.
 */
export type TokenBox = {
  sn: string
  userId: string | null
  vnoId: string | null
  claimed: boolean
  proven: boolean
  /** Used to choose the boxes of a stage: the model from the registry, and the reported software. */
  model?: string
  software?: string | null
  /** The owner's language for channel names: per list, and for this box. */
  names?: { lists: Record<string, NameLanguage>; box: NameLanguage | 'original' | null }
  /** The CHMax settings of the box, and the same as a response header. */
  settings: BoxSettings
  settingsVersion: number
  settingsText: string
  /** Why the box gets no list and can't save; absent: it may. */
  closed?: BoxClosure
}
