/** Writes a list into the Enigma2 settings that it came from; bytes that no edit concerns stay unchanged. */
import type { Channel, List } from '../model'
import type { NamedFile } from '../types'
import { baseName, readBouquet } from './bouquet'
import { addedBouquets, bouquetText, otherText } from './rewrite-bouquets'
import { findChanges, isService, type Changes } from './changes'
import { keyText, type Database, type Key } from './database'
import type { Folder } from './folder'
import { lineEndOf, toBytes } from '../letters'
import { rewriteDatabase, serviceText, type Placed } from './records'
import { editSatellites } from './satellites'

/** The services of the first lamedb, in the list's order. */
const mainServices = (changes: Changes, added: (place: number) => string): Placed[] =>
  changes.now.channels.flatMap((channel, place): Placed[] => {
    const { no } = channel
    if (no === null) return isService(channel) ? [added(place)] : []
    if (changes.folder.channels[no]?.kind !== 'service') return []
    return [{ at: no, edit: changes.edits.get(no) ?? null, key: changes.keyOfRecord(no) }]
  })

/** A second lamedb keeps its order. */
const otherServices = (
  { services }: Database,
  { now, edits, recordById, keyNow, keyOfRecord }: Changes,
  added: (place: number) => string,
): Placed[] => [
  ...services.flatMap(({ id, key }, at): Placed[] => {
    const no = recordById.get(id)
    if (no === undefined) return [{ at, edit: null, key: keyNow.get(keyText(key)) ?? key }]
    const edit = edits.get(no)
    return edit === undefined ? [] : [{ at, edit, key: keyOfRecord(no) }]
  }),
  ...now.channels.flatMap((channel, place) => (channel.no === null && isService(channel) ? [added(place)] : [])),
]

const databaseText = (changes: Changes, database: Database, isMain: boolean): string => {
  const { text, version } = database
  const writing = { encode: changes.folder.letters.encoderFor(text), lineEnd: lineEndOf(text) }
  const added = (place: number): string =>
    serviceText(version, changes.now.channels[place] as Channel, { ...writing, key: changes.keyAt[place] as Key })
  const services = isMain ? mainServices(changes, added) : otherServices(database, changes, added)
  return rewriteDatabase(database, services, changes)
}

/** `fresh`: the folder as read now; `made`: the list made when it was uploaded. */
export const rewriteFolder = (folder: Folder, fresh: List, made: List, present: List): NamedFile[] => {
  const changes = findChanges(folder, fresh, made, present)
  const { files, databases, bouquets } = folder
  const databaseAt = new Map(databases.map(({ file, database }) => [file, database]))
  const bouquetAt = new Map(bouquets.map((one) => [one.file, one]))
  const added = addedBouquets(changes)
  const written = files.map(({ name, bytes, text }, at): NamedFile => {
    const database = databaseAt.get(at)
    const bouquet = bouquetAt.get(at)
    let now = text
    if (database !== undefined) now = databaseText(changes, database, at === databases[0]?.file)
    else if (/^satellites\.xml$/i.test(baseName(name))) now = editSatellites(text, changes)
    else if (bouquet !== undefined) now = bouquetText(changes, bouquet, added)
    else if (text.includes('#SERVICE')) now = otherText(changes, readBouquet(text))
    return { name, bytes: now === text ? bytes : toBytes(now) }
  })
  return [...written, ...added.files]
}
