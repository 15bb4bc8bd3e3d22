/**
 * Converts names uploaded before names in other languages were cells. Finds each name's channel by its place in the sky
 * and the name that it had then, and makes the name a cell. Pure engine code.
 */
import { nameLanguages, type Channel, type NameLanguage, type OpenList, type Operation } from '~/engine/types'
import { gather, isSameCarrier, nameKeyOf, satelliteKeyOf } from '~/engine/lists'
import type { Host, Stored } from '../engine/stored'

/** A stored name. `name`: the channel's own name when it was given; `''` if unknown. */
export type UploadedName = {
  place: string
  frequencyKHz: number | null
  polarisation: string | null
  name: string
  text: string
}
export type UploadedNames = Partial<Record<NameLanguage, UploadedName[]>>
/** `left`: names that match no channel now, or that an edit has replaced. */
export type MovedNames = {
  state: Uint8Array
  moved: { language: NameLanguage; channels: number }[]
  left: UploadedNames
}

type Place = Omit<UploadedName, 'text'> & { id: number }

const keyOf = (place: string, name: string): string => `${place}\n${nameKeyOf(name)}`

/** The places of the list's channels in the sky. Deleted ones are included: their names return with them. */
const placesOf = (list: OpenList): Place[] => {
  const satellites = list.satellites().map(satelliteKeyOf)
  const transponders = list.transponders()
  return [...list.channels(0, list.length()), ...list.removed()].map(
    ({ id, name, satellite, transponder, sid }: Channel): Place => {
      const { frequencyKHz = null, polarisation = null } = transponders[transponder] ?? {}
      return { id, place: `${satellites[satellite] ?? ''} ${sid ?? -1}`, frequencyKHz, polarisation, name }
    },
  )
}

/** Beyond this many names of one channel at one place, they can't be told apart. */
const crowd = 32

/** Among several names at one place, the one given for the channel's current name. */
const findName = (channel: Place, there: readonly UploadedName[]): UploadedName | undefined => {
  const near = there.filter((one) => isSameCarrier(one, channel))
  const own =
    near.find(({ name }) => name === channel.name) ??
    near.find(({ name }) => nameKeyOf(name) === nameKeyOf(channel.name))
  const plain = near.filter(({ name }) => name === '')
  return own ?? (plain.length === 1 ? plain[0] : undefined)
}

export const moveUploaded = (host: Host, { stored, names }: { stored: Stored; names: UploadedNames }): MovedNames => {
  const list = host.open(stored)
  host.changed()
  const channels = placesOf(list)
  const moved: MovedNames['moved'] = []
  const left: UploadedNames = {}
  const operations: Operation[] = []
  for (const language of nameLanguages) {
    const given = names[language] ?? []
    if (given.length === 0) continue
    const byPlace = new Map<string, UploadedName[]>()
    for (const one of given) gather(byPlace, keyOf(one.place, one.name), one)
    const edited = list.cells().get(`channel.name.${language}`)
    const used = new Set<UploadedName>()
    const found = channels.flatMap((channel): [number, string][] => {
      const name = findName(channel, [
        ...(byPlace.get(keyOf(channel.place, channel.name)) ?? []).slice(0, crowd),
        ...(byPlace.get(keyOf(channel.place, '')) ?? []).slice(0, crowd),
      ])
      if (name === undefined || edited?.has(channel.id) === true) return []
      used.add(name)
      return [[channel.id, name.text]]
    })
    if (found.length > 0) {
      operations.push({ op: 'names-in', language, names: found })
      moved.push({ language, channels: found.length })
    }
    const rest = given.filter((one) => !used.has(one))
    if (rest.length > 0) left[language] = rest
  }
  if (operations.length > 0) {
    const done = list.apply(operations)
    if (!done.ok) throw new Error(`an uploaded name was refused: ${done.code}`)
  }
  return { state: list.state(), moved, left }
}
