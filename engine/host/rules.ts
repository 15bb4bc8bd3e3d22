/**
 * The rules on what a person or a program may set in a list, with the specification's numbers and codes: one table for
 * the engine, forms and the API. A file may hold anything; the rules apply to edits. Pure code, safe to import
 * anywhere.
 */
import { byName, channelNumberNames, channelNumbers, channelTextNames, channelTexts } from './channel-fields'
import { badNameCharacters, refuseName } from './name'
import {
  type AudioTrack,
  type ChannelField,
  type OperationError,
  type SubtitleTrack,
  addedIdMin,
  bands,
  fecChoices,
  limits,
  nameLanguages,
  polarisations,
} from './types'
import { normalForm } from './normal-form'

export { keptName, refuseName } from './name'

export type Reason = OperationError['code']

/**
 * The codes of refusals: the specification's, and codes assigned to its cases without one. A reason that is not listed
 * here is C1106, with the reason in its data.
 */
export const reasonCodes = {
  'unknown-satellite': 'C1113',
  'default-group': 'C1114',
  'unknown-transponder': 'C1115',
  'transponder-exists': 'C1116',
  'too-many-groups': 'C1119',
  'unknown-category': 'Q2103',
  'group-exists': 'C1103',
  'satellite-exists': 'C1117',
  'category-exists': 'Q2101',
  'too-many-categories': 'Q2102',
  'channel-exists': 'Q2201',
  'too-many-channels': 'Q2202',
  'too-many-added': 'N1001',
} as const satisfies Partial<Record<Reason, string>>

/** The response code for an operation refused for this reason. */
export const codeOfReason = (reason: Reason): (typeof reasonCodes)[keyof typeof reasonCodes] | 'C1106' =>
  reason in reasonCodes ? reasonCodes[reason as keyof typeof reasonCodes] : 'C1106'

/** The id of an added item: a random whole number, drawn by whoever makes the operation. */
export const isAddedId = (id: unknown): id is number =>
  typeof id === 'number' && Number.isInteger(id) && id >= addedIdMin && id < addedIdMin * 2

const isWhole = (value: unknown, [least, most]: readonly [number, number]): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most

/**
 * A key that must be unique among added channels of a list; an existing one is Q2201. `transponder`: its id, null for a
 * streamed channel, for which only the name counts.
 */
export const channelKeyOf = (transponder: number | null, sid: number | null, name: string): string =>
  `${transponder ?? ''} ${transponder === null ? '' : (sid ?? '')} ${normalForm(name, 'NFKC').toLowerCase().trim()}`

/** Optional text: null, or 1 to `most` characters. */
const isTextOrNull = (value: unknown, most: number): boolean =>
  value === null || (typeof value === 'string' && refuseName(value, most) === null)

/**
 * A scheme that boxes open, optional user information, a host, then anything without spaces. Refuses what a browser or
 * a player would read differently (a script's scheme in disguise, no host, a backslash for a slash). It lacks the flag
 * u, with which a long s (U+017F) would count as an s.
 */
const urlShape =
  /^(?:https?|ftp|rtsp|mms):\/\/(?:[^/?#\\]*@)?(?:\[[0-9a-f:.]{2,45}\]|[^/?#@:\\<>"[\]{}|^`%]+)(?::\d{0,5})?(?:[/?#].*)?$/i
/** Spaces, controls, lone surrogates, and marks that are invisible or change the text direction. */
const badUrlCharacters = /[\s\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u

/** Why boxes can't open an address (http, https, ftp, rtsp or mms, at most 256 characters), or null. */
export const refuseUrl = (url: string): 'url-too-long' | 'url-invalid' | null => {
  if (url.length > limits.urlCharacters) return 'url-too-long'
  return badUrlCharacters.test(url) || !urlShape.test(url) ? 'url-invalid' : null
}
/** True if boxes can open it. */
export const isUrl = (value: unknown): value is string => typeof value === 'string' && refuseUrl(value) === null

const isTrackText = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= limits.otherNameCharacters && !badNameCharacters.test(value)
const isPidOrNull = (value: unknown): boolean => value === null || isWhole(value, limits.pid)
const isPageOrNull = (value: unknown): boolean => value === null || isWhole(value, [0, 65535])
const hasOnly = (value: unknown, keys: readonly string[]): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length === keys.length &&
  keys.every((key) => key in value)
const isAudio = (value: unknown): value is AudioTrack =>
  hasOnly(value, ['pid', 'type', 'language', 'dolby']) &&
  isPidOrNull(value['pid']) &&
  isTrackText(value['type']) &&
  isTrackText(value['language']) &&
  typeof value['dolby'] === 'boolean'
const isSubtitle = (value: unknown): value is SubtitleTrack =>
  hasOnly(value, ['pid', 'type', 'language', 'compositionPage', 'ancillaryPage']) &&
  isPidOrNull(value['pid']) &&
  isTrackText(value['type']) &&
  isTrackText(value['language']) &&
  isPageOrNull(value['compositionPage']) &&
  isPageOrNull(value['ancillaryPage'])
const isTracks = (value: unknown, isTrack: (track: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length <= limits.tracks && value.every(isTrack)

/** Whether a value may be set in a field of a channel. The engine looks up ids (transponder, category). */
const channelRules: Record<string, (value: unknown) => boolean> = {
  type: (value) => value === 'tv' || value === 'radio',
  scrambled: (value) => typeof value === 'boolean',
  transponder: (value) => isWhole(value, [0, addedIdMin * 2 - 1]),
  ...byName(
    channelNumberNames,
    (name) => (value: unknown) => value === null || isWhole(value, channelNumbers[name].bounds),
  ),
  ...byName(channelTextNames, (name) => (value: unknown) => isTextOrNull(value, channelTexts[name])),
  audio: (value) => isTracks(value, isAudio),
  subtitles: (value) => isTracks(value, isSubtitle),
  url: (value) => value === null || isUrl(value),
  category: (value) => value === null || isWhole(value, [0, addedIdMin * 2 - 1]),
}
for (const language of nameLanguages)
  channelRules[`name.${language}`] = (value) => isTextOrNull(value, limits.nameCharacters)

/** True for the name of a channel's field. */
export const isChannelField = (field: unknown): field is ChannelField =>
  typeof field === 'string' && Object.hasOwn(channelRules, field)

/** True if the value may be set in this field of a channel. */
export const isChannelValue = (field: ChannelField, value: unknown): boolean => channelRules[field]?.(value) === true

/** The fields of satellites, transponders, groups and categories, and whether a value may be set in one. */
export const partRules = {
  satellite: {
    name: (value) => typeof value === 'string' && refuseName(value, limits.otherNameCharacters) === null,
    /** Tenths of a degree eastward, the full circle being 0; a person types 0 to 180 with one decimal, east or west. */
    angle: (value) => isWhole(value, [0, 3600]),
    band: (value) => value === null || bands.some((band) => band === value),
  },
  transponder: {
    frequencyKHz: (value) => isWhole(value, [limits.frequencyMHz[0] * 1000, limits.frequencyMHz[1] * 1000]),
    polarisation: (value) => polarisations.some((one) => one === value),
    symbolRate: (value) => isWhole(value, limits.symbolRate),
    fec: (value) => fecChoices.some((one) => one === value),
    band: (value) => value === null || bands.some((band) => band === value),
  },
  group: { name: (value) => typeof value === 'string' && refuseName(value, limits.otherNameCharacters) === null },
  category: {
    name: (value) => typeof value === 'string' && refuseName(value, limits.otherNameCharacters) === null,
    logo: (value) => value === null || (typeof value === 'string' && /^[\w.-]{1,120}$/.test(value)),
  },
} as const satisfies Record<string, Record<string, (value: unknown) => boolean>>

/** An angle as typed (degrees 0 to 180 with one decimal, east or west) in tenths eastward; null if it is not valid. */
export const angleOf = (degrees: number, side: 'east' | 'west'): number | null => {
  const tenths = Math.round(degrees * 10)
  if (!(degrees >= 0 && degrees <= 180) || Math.abs(degrees * 10 - tenths) > 1e-6) return null
  return side === 'west' && tenths > 0 ? 3600 - tenths : tenths
}
