/** Describes values of a list's fields as plain data for people: names instead of ids, tracks in one line. */
import type { Access, ListParts, WholeClashField, WholeValue } from '~/engine/lists'
import { defaultCategoryNames, type AudioTrack, type PartKind, type SubtitleTrack } from '~/engine/types'
import { placeName } from './place-name'

/**
 * A text or a number; null if there is none. For `access`: false is free, true is scrambled by an unnamed system, a
 * text is the system's name. For a transponder: its satellite's name, MHz and polarisation. For a category: its name.
 */
export type FieldValue = string | number | boolean | null

/** Contains everything that an edit may set on a track, so that different tracks read differently. */
const trackText = (track: AudioTrack | SubtitleTrack): string => {
  const more =
    'dolby' in track
      ? [track.dolby ? 'Dolby AC3' : null]
      : [
          track.compositionPage === null && track.ancillaryPage === null
            ? null
            : `${track.compositionPage ?? '–'}/${track.ancillaryPage ?? '–'}`,
        ]
  return [track.language, track.type, track.pid, ...more].filter((part) => part !== null && part !== '').join(' ')
}
/** Audio or subtitle tracks in one line; null if there are none. */
export const describeTracks = (tracks: readonly (AudioTrack | SubtitleTrack)[]): string | null =>
  tracks.length === 0 ? null : tracks.map(trackText).join(', ')

export const describePart = (kind: PartKind, id: number | null, parts: ListParts): string | null => {
  if (id === null) return null
  if (kind === 'category')
    return parts.categories.find((one) => one.id === id)?.name ?? defaultCategoryNames[id] ?? null
  if (kind === 'group') return parts.groups.find((one) => one.id === id)?.name ?? null
  if (kind === 'satellite') return parts.satellites.find((one) => one.id === id)?.name ?? null
  const carrier = parts.transponders.find((one) => one.id === id)
  if (carrier === undefined) return null
  const { name = '' } = parts.satellites[carrier.satellite] ?? {}
  const place = placeName(carrier.frequencyKHz, carrier.polarisation)
  return name === '' ? place : `${name} · ${place}`
}

/** `parts`: those of the list that has the value. */
export const describeValue = (field: WholeClashField, value: WholeValue, parts: ListParts): FieldValue => {
  if (field === 'access') {
    const access = value as Access
    return access === null ? null : access.scrambled ? (access.encryption ?? true) : false
  }
  if (field === 'transponder' || field === 'category') return describePart(field, value as number | null, parts)
  if (Array.isArray(value)) return describeTracks(value)
  return typeof value === 'object' ? null : value
}
