/**
 * Edits of values, put into the uploaded file before the module writes names, order and membership into it: a record
 * keeps every byte that no edit is about. What has no place in the file is found by reading it again (unwritten.ts).
 */
import type { Original } from '../types'
import type { Description } from '../unwritten'
import { amendCdx } from './cdx'
import { changesOf, isSame } from './changes'
import { amendVdr } from './vdr'

const amenders = { cdx: amendCdx, vdr: amendVdr } as const

/** The upload with the values of `now`, of which `made` says what they were; the upload itself where none differs. */
export const amend = (upload: Original, made: Description, now: Description): Original => {
  const changes = changesOf(made, now)
  const { dialect, files } = upload
  // Nothing but order, membership and additions: the module's work.
  const isValued =
    [...changes.channels.values()].some(
      ({ was, is }) =>
        !isSame(
          { ...was, place: 0, channel: { ...was.channel, ...plain } },
          { ...is, place: 0, channel: { ...is.channel, ...plain } },
        ),
    ) ||
    !isSame(made.satellites.map(ownOf), now.satellites.map(ownOf)) ||
    !isSame(made.transponders.map(ownOf), now.transponders.map(ownOf)) ||
    !isSame(made.groups.map(nameOf), now.groups.map(nameOf))
  if (!isValued) return upload
  if (dialect !== 'cdx' && dialect !== 'vdr') return upload
  return { dialect, files: files.map(({ name, bytes }) => ({ name, bytes: amenders[dialect](changes, bytes) })) }
}

/** What of a channel is no value of its record. */
const plain = { position: 0, favourites: 0, lock: false, skip: false, name: '', names: {}, category: null, range: null }
const ownOf = <T extends { channels: number }>(one: T): T => ({ ...one, channels: 0, transponders: 0 })
const nameOf = ({ group }: Description['groups'][number]): string => group.name
