/** Writes bouquets after edits: references, names, members, their order, and new bouquets. */
import type { Channel, Group } from '../model'
import type { NamedFile } from '../types'
import { arrange, type Arranged } from './arrange'
import {
  baseName,
  descriptionOf,
  fileNamedBy,
  nameBehind,
  referenceOf,
  streamOf,
  type Bouquet,
  type Entry,
} from './bouquet'
import type { Changes } from './changes'
import type { Key } from './database'
import type { OpenBouquet } from './folder'
import type { Edit } from './keys'
import { joinLines, lineEndOf, patched, toBytes, type Part, type Put } from '../letters'
import {
  addressLike,
  capitals,
  isRadio,
  isRadioGroup,
  newWriting,
  referenceText,
  subBouquet,
  type Writing,
} from './write'
import { typeOf } from './values'

/** A #DESCRIPTION line takes a name as it is; after an address, a colon would end it. */
const namePuts = (entry: Entry, { was, is }: Edit, { encode, lineEnd }: Writing): Put[] => {
  if (is.name === was.name) return []
  const name = encode(is.name)
  const puts: Put[] = []
  const behind = entry.fields[11]
  const isNamed = behind !== undefined && (entry.kind === 'stream' || behind.end > behind.start)
  if (isNamed) puts.push({ start: behind.start, end: entry.line.end, value: name.replaceAll(':', ' ') })
  const { description, line } = entry
  if (description !== null) puts.push({ ...description, value: name })
  else if (entry.kind === 'stream' || !isNamed || name.includes(':'))
    puts.push({ start: line.end, end: line.end, value: `${lineEnd}#DESCRIPTION ${name}` })
  return puts
}

const referencePuts = ({ fields }: Entry, { was, is }: Edit, keys: { was: Key; is: Key }): Put[] => {
  const [, , type, sid, tsid, onid, space] = fields
  const puts: Put[] = []
  const put = (field: Part | undefined, value: number): void => {
    if (field !== undefined) puts.push({ ...field, value: capitals(value) })
  }
  if (keys.is.tsid !== keys.was.tsid) put(tsid, keys.is.tsid)
  if (keys.is.onid !== keys.was.onid) put(onid, keys.is.onid)
  if (keys.is.space !== keys.was.space) put(space, keys.is.space)
  if (is.sid !== was.sid && is.sid !== null && is.sid < 65_536) put(sid, is.sid)
  if (is.type !== was.type) put(type, typeOf(is))
  return puts
}

const nameOf = ({ folder }: Changes, text: string, entry: Entry): string =>
  descriptionOf(text, entry, folder.letters.decode) || nameBehind(text, entry, folder.letters.decode)
/** Whether an entry's name is its channel's: another bouquet may have a name of its own for it. */
const isOwnName = (said: string, { name }: { name: string }): boolean => said === '' || said === name

/** The edited parts of an entry, in whichever bouquet it is. */
const entryPuts = (changes: Changes, text: string, entry: Entry, writing: Writing): Put[] => {
  if (entry.kind === 'service') {
    const { id, key } = referenceOf(text, entry)
    const record = changes.recordById.get(id)
    const edit = record === undefined ? undefined : changes.edits.get(record)
    if (record === undefined || edit === undefined) return []
    const puts = referencePuts(entry, edit, { was: key, is: changes.keyOfRecord(record) })
    const said = nameOf(changes, text, entry)
    const channel = changes.folder.channels[record]
    const isNamedHere =
      channel?.kind === 'reference' ? isOwnName(said, channel) : said !== '' && said === edit.was.name.trim()
    return isNamedHere ? [...puts, ...namePuts(entry, edit, writing)] : puts
  }
  if (entry.kind !== 'stream') return []
  const record = changes.recordById.get(streamOf(text, entry, changes.folder.letters.decode).id)
  const edit = record === undefined ? undefined : changes.edits.get(record)
  if (edit === undefined) return []
  const { key } = referenceOf(text, entry)
  const puts = referencePuts(entry, edit, { was: key, is: key })
  const channel = changes.folder.channels[record ?? -1]
  const address = entry.fields[10]
  if (address !== undefined && edit.is.url !== edit.was.url && edit.is.url !== '')
    puts.push({ ...address, value: writing.encode(addressLike(text.slice(address.start, address.end), edit.is.url)) })
  const isNamedHere = channel?.kind !== 'stream' || isOwnName(nameOf(changes, text, entry), channel)
  return isNamedHere ? [...puts, ...namePuts(entry, edit, writing)] : puts
}

const entryText = (changes: Changes, text: string, entry: Entry, writing: Writing): string =>
  patched(text, entry, entryPuts(changes, text, entry, writing))

/** A file of references that is not a group, such as alternatives. */
export const otherText = (changes: Changes, { text, entries }: Bouquet): string => {
  const writing = { encode: changes.folder.letters.encoderFor(text), lineEnd: lineEndOf(text) }
  return patched(
    text,
    { start: 0, end: text.length },
    entries.flatMap((entry) => entryPuts(changes, text, entry, writing)),
  )
}

// ---- Members ----

type GroupNow = { was: Group; is: Group | null }
/** The current group of a bouquet; null if it was none, or was beyond the list's limit. */
const groupOf = ({ groupByFile, groupsBefore, groupNow }: Changes, { file }: OpenBouquet): GroupNow | null => {
  const number = groupByFile.get(file) ?? -1
  const was = groupsBefore[number] ?? null
  return was === null ? null : { was, is: groupNow.get(number) ?? null }
}

const orderOf = (changes: Changes, { bouquet, places }: OpenBouquet, group: GroupNow | null): Arranged[] => {
  const asItIs = bouquet.entries.map((_, entry) => ({ entry }))
  if (group === null) return asItIs
  const { now } = changes
  const members = (group.is?.members ?? []).flatMap((channel) => {
    const one = now.channels[channel]
    return one === undefined ? [] : [{ channel, record: one.no, radio: isRadio(one) }]
  })
  const were = group.was.members
  if (members.length === were.length && members.every(({ record }, at) => record === were[at])) return asItIs
  const known = new Set(were)
  return arrange(
    places.map((place) => (known.has(place) ? place : -1)),
    members,
  )
}

// ---- Bouquets in bouquets ----

/** The group of the file that an entry names. */
const groupNamedBy = ({ folder, groupByFile }: Changes, text: string, entry: Entry): number => {
  const file = entry.kind === 'bouquet' ? folder.fileByName.get(fileNamedBy(text, entry)) : undefined
  return file === undefined ? -1 : (groupByFile.get(file) ?? -1)
}

/** Removes the bouquets of removed groups, and orders the others like the list's groups. */
const arrangeBouquets = (changes: Changes, { text, entries }: Bouquet, order: readonly Arranged[]): Arranged[] => {
  const { groupsBefore, now, groupNow, isArranged } = changes
  const rank = new Map(now.groups.flatMap(({ no }, at) => (no === null ? [] : [[no, at] as const])))
  const groupAt = order.map((one) => {
    const entry = 'entry' in one ? entries[one.entry] : undefined
    return entry === undefined ? -1 : groupNamedBy(changes, text, entry)
  })
  const left = order
    .map((one, at) => ({ one, group: groupAt[at] ?? -1 }))
    .filter(({ group }) => !groupsBefore[group] || groupNow.has(group))
  if (!isArranged) return left.map(({ one }) => one)
  const slots = left.flatMap(({ group }, at) => (rank.has(group) ? [at] : []))
  const sorted = slots
    .flatMap((at) => left[at] ?? [])
    .sort((one, other) => (rank.get(one.group) ?? 0) - (rank.get(other.group) ?? 0))
  slots.forEach((slot, at) => {
    left[slot] = sorted[at] ?? (left[slot] as (typeof left)[number])
  })
  return left.map(({ one }) => one)
}

/** New bouquets: the lines that name them, by the file of their list, and the files themselves. */
export type AddedBouquets = { lines: ReadonlyMap<number, string>; files: NamedFile[] }

/** The text before the first entry. */
const headText = ({ text, name, entries }: Bouquet, group: GroupNow | null, { encode, lineEnd }: Writing): string => {
  const end = entries[0]?.start ?? text.length
  const isRenamed = group !== null && group.is !== null && group.is.name !== group.was.name
  if (!isRenamed) return text.slice(0, end)
  const value = encode(group.is?.name ?? '')
  if (name === null || name.start >= end) return `#NAME ${value}${lineEnd}${text.slice(0, end)}`
  return patched(text, { start: 0, end }, [{ ...name, value }])
}

/** The lines of a channel that the bouquet didn't have. */
const memberText = ({ folder, now, keyAt }: Changes, place: number, writing: Writing): string => {
  const channel = now.channels[place] as Channel
  const from = channel.no === null ? undefined : folder.channels[channel.no]
  return referenceText(channel, keyAt[place] as Key, writing, from?.kind === 'stream' ? from.head : null)
}

export const bouquetText = (changes: Changes, one: OpenBouquet, added: AddedBouquets): string => {
  const { bouquet, file } = one
  const { text, entries } = bouquet
  const writing = { encode: changes.folder.letters.encoderFor(text), lineEnd: lineEndOf(text) }
  const group = groupOf(changes, one)
  const order = arrangeBouquets(changes, bouquet, orderOf(changes, one, group))
  const pieces = order.map((piece) =>
    'entry' in piece
      ? entryText(changes, text, entries[piece.entry] as Entry, writing)
      : memberText(changes, piece.channel, writing),
  )
  return joinLines([headText(bouquet, group, writing), ...pieces, added.lines.get(file) ?? ''], writing.lineEnd)
}

// ---- New bouquets ----

/** Groups that have no bouquet yet, under unused file names. */
const newGroups = ({ folder, groups, now }: Changes): { group: Group; radio: boolean; name: string }[] => {
  const used = new Set(folder.files.map(({ name }) => baseName(name).toLowerCase()))
  let number = groups.length
  const free = (end: string): string => {
    while (used.has(`userbouquet.portal${number}.${end}`)) number++
    return `userbouquet.portal${number++}.${end}`
  }
  return now.groups
    .filter(({ no, members }) => members.length > 0 && no === null)
    .map((group) => {
      const radio = isRadioGroup(now, group)
      return { group, radio, name: free(radio ? 'radio' : 'tv') }
    })
}

/** A single file has no place for new bouquets; a folder without a list of bouquets gets one. */
export const addedBouquets = (changes: Changes): AddedBouquets => {
  const { folder, groups } = changes
  const lines = new Map<number, string>()
  const files: NamedFile[] = []
  if (folder.files.every(({ name }) => name === '')) return { lines, files }
  const all = newGroups(changes)
  for (const radio of [false, true]) {
    const own = all.filter((one) => one.radio === radio)
    if (own.length === 0) continue
    const listName = radio ? 'bouquets.radio' : 'bouquets.tv'
    const list = folder.fileByName.get(listName)
    const like = folder.files[list ?? folder.databases[0]?.file ?? 0]?.name ?? ''
    const path = like.slice(0, like.length - baseName(like).length)
    const lineEnd = lineEndOf(list === undefined ? '' : (folder.files[list]?.text ?? ''))
    const added = own.map(({ name }) => subBouquet(name, radio, lineEnd)).join('')
    if (list !== undefined) lines.set(list, added)
    else {
      const known = groups.filter((one) => one.radio === radio)
      const others = known.map(({ file }) => subBouquet(baseName(folder.files[file]?.name ?? ''), radio, '\n'))
      const title = `#NAME Bouquets (${radio ? 'Radio' : 'TV'})\n`
      files.push({ name: path + listName, bytes: toBytes(title + others.join('') + added) })
    }
    for (const { group, name } of own) {
      const members = group.members.map((place) => memberText(changes, place, newWriting))
      files.push({ name: path + name, bytes: toBytes(`#NAME ${newWriting.encode(group.name)}\n${members.join('')}`) })
    }
  }
  return { lines, files }
}
