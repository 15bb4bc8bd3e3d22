/**
 * The names of a form's fields for audio and subtitle tracks. The hyphens (`audio-0-pid`) keep them apart from numbers
 * of the channel, such as `audioPid`.
 */
import { limits } from '~/engine/types'

export type TrackKind = 'audio' | 'subtitle'
const parts = {
  audio: ['pid', 'type', 'language', 'dolby'],
  subtitle: ['pid', 'type', 'language', 'composition', 'ancillary'],
} as const
type TrackPart = (typeof parts)[TrackKind][number]

export const trackField = (kind: TrackKind, at: number, part: TrackPart): string => `${kind}-${at}-${part}`
/** The fields of one track. */
export const trackFieldsAt = (kind: TrackKind, at: number): string[] =>
  parts[kind].map((part) => trackField(kind, at, part))
export const allTrackFields = (['audio', 'subtitle'] as const).flatMap((kind) =>
  Array.from({ length: limits.tracks }, (_, at) => trackFieldsAt(kind, at)).flat(),
)
