/**
 * Reads an Enigma2 settings folder, or one file of it: services and streams become channels, bouquets become groups. A
 * channel's index is its record's number forever, so the order of reading must never change.
 */
import type { NamedFile } from '../types'
import { withFlags, withStreams } from './values'
import {
  baseName,
  bouquetName,
  descriptionOf,
  fileNamedBy,
  nameBehind,
  readBouquet,
  referenceOf,
  streamOf,
  type Bouquet,
  type Entry,
} from './bouquet'
import {
  isDatabase,
  keyText,
  readDatabase,
  tuningHead,
  type Database,
  type Key,
  type ServiceRecord,
  type TransponderRecord,
} from './database'
import { toLetters, type FolderLetters } from '../letters'

export type OpenFile = { name: string; bytes: Uint8Array; text: string }
/** A transponder's tuning in a lamedb: “s” for satellite, and the fields after it. */
export type OpenTuning = { letter: string; fields: string[] }
/** A transponder by its key: `tuning` is null if only services or bouquets name it. */
export type OpenTransponder = { key: Key; tuning: OpenTuning | null }
export type OpenChannel =
  | { kind: 'service'; id: string; database: Database; record: ServiceRecord; transponder: number; type: number | null }
  /** A service that only a bouquet without a lamedb names. */
  | { kind: 'reference'; id: string; sid: number; transponder: number; type: number | null; name: string }
  /** `head`: its reference up to the address. */
  | { kind: 'stream'; id: string; head: string; sid: number | null; url: string; name: string; type: number | null }
export type OpenBouquet = {
  /** Its file's index in the upload. */
  file: number
  radio: boolean
  bouquet: Bouquet
  /** For each entry its channel; −1 for anything else. */
  places: number[]
  name: string
  /** False for a list that only names other bouquets. */
  isGroup: boolean
}
export type Folder = {
  letters: FolderLetters
  files: OpenFile[]
  /** The first lamedb provides the channels; another one in the upload is the same data in another version. */
  databases: { file: number; database: Database }[]
  transponders: OpenTransponder[]
  channels: OpenChannel[]
  bouquets: OpenBouquet[]
  /** The first file of each name, in any folder. */
  fileByName: Map<string, number>
  /** Channels with something in a bouquet that no list holds: a heading before it, a name of its own, alternatives. */
  more: Set<number>
}

/** How many entries the bouquets of an upload may have together: each takes almost a kilobyte of memory. */
const entriesMax = 200_000
/** Bouquets may contain bouquets; deeper than this, they form a cycle. */
const depthMax = 8

/** In lamedb 4 notation: version 3 has no flags. */
const tuningOf = ({ text, version }: Database, { line, tuning }: TransponderRecord): OpenTuning | null => {
  const whole = text.slice(line.start, line.end)
  if (tuning !== null) {
    const fields = tuning.map(({ start, end }) => text.slice(start, end))
    return { letter: 's', fields: version === 3 ? withFlags(fields) : version === 5 ? withStreams(fields) : fields }
  }
  const found = tuningHead.exec(whole)
  if (found === null || found[1] === 's') return null
  return { letter: found[1] ?? '', fields: [whole.slice(found[0].length)] }
}

/** A list of bouquets, or a bouquet that a list names or none does; it is a group only if it has channels. */
type Listing = 'top' | 'listed' | 'unlisted'

const isRadioFile = (name: string): boolean => /\.radio$/i.test(name)
const isChannel = ({ kind }: Entry): boolean => kind === 'service' || kind === 'stream'

class Reader {
  readonly folder: Folder
  private readonly placeById = new Map<string, number>()
  private readonly transponderByKey = new Map<string, number>()
  private readonly bouquetByFile = new Map<number, Bouquet>()
  private readonly alternativeByFile = new Map<number, number>()
  private readonly seen = new Set<number>()
  private entriesLeft = entriesMax
  /** True for bouquets without the lamedb that they belong to. */
  private isAlone = false

  constructor(
    files: readonly NamedFile[],
    private readonly channelsMax: number,
    letters: FolderLetters,
  ) {
    const open = files.map(({ name, bytes }) => ({ name, bytes, text: toLetters(bytes) }))
    this.folder = {
      letters,
      files: open,
      databases: [],
      transponders: [],
      channels: [],
      bouquets: [],
      fileByName: new Map(),
      more: new Set(),
    }
    open.forEach(({ name }, at) => {
      const base = baseName(name)
      if (!this.folder.fileByName.has(base)) this.folder.fileByName.set(base, at)
    })
  }

  /** Null if there are more channels than a list may have, or too many entries. */
  read(): Folder | null {
    const { files, databases } = this.folder
    files.forEach(({ text }, file) => {
      if (isDatabase(text)) databases.push({ file, database: readDatabase(text) })
    })
    const main = databases[0]?.database
    if (main) this.addServices(main)
    this.isAlone = main === undefined
    for (const list of [/^bouquets\.tv$/i, /^bouquets\.radio$/i, /^bouquets\./i])
      files.forEach(({ name }, at) => {
        const base = baseName(name)
        if (list.test(base)) this.addBouquet(at, { radio: isRadioFile(base), kind: 'top' }, 0)
      })
    files.forEach(({ name }, at) => {
      const base = baseName(name)
      const radio = isRadioFile(base)
      if (this.isAlone && files.length === 1) this.addBouquet(at, { radio, kind: 'listed' }, 0)
      // Boxes keep deleted bouquets as “….del”.
      else if (/^userbouquet\./i.test(base) && !/\.del$/i.test(base))
        this.addBouquet(at, { radio, kind: 'unlisted' }, 0)
    })
    return this.folder.channels.length > this.channelsMax || this.entriesLeft < 0 ? null : this.folder
  }

  private transponderAt(key: Key, tuning: OpenTuning | null): number {
    const text = keyText(key)
    const known = this.transponderByKey.get(text)
    if (known !== undefined) return known
    const place = this.folder.transponders.push({ key, tuning }) - 1
    this.transponderByKey.set(text, place)
    return place
  }

  private addServices(database: Database): void {
    for (const record of database.transponders) this.transponderAt(record.key, tuningOf(database, record))
    let last: Key | null = null
    let transponder = -1
    for (const record of database.services) {
      const { key } = record
      // Neighbours are mostly on the same transponder.
      if (last?.tsid !== key.tsid || last.onid !== key.onid || last.space !== key.space)
        transponder = this.transponderAt(key, null)
      last = key
      const { id, type } = record
      const place = this.folder.channels.push({ kind: 'service', id, database, record, transponder, type }) - 1
      if (!this.placeById.has(id)) this.placeById.set(id, place)
    }
  }

  private add(id: string, channel: OpenChannel): number {
    const place = this.folder.channels.push(channel) - 1
    this.placeById.set(id, place)
    return place
  }

  /** The channel of an entry, added if only the entry knows it; −1 if there is none. */
  private placeOf(text: string, entry: Entry): number {
    if (entry.kind === 'service') {
      const { id, sid, key, type } = referenceOf(text, entry)
      const known = this.placeById.get(id)
      if (known !== undefined || !this.isAlone) return known ?? -1
      const { decode } = this.folder.letters
      const name = descriptionOf(text, entry, decode) || nameBehind(text, entry, decode)
      return this.add(id, { kind: 'reference', id, sid, transponder: this.transponderAt(key, null), type, name })
    }
    if (entry.kind === 'stream') {
      const { id, head, url, name } = streamOf(text, entry, this.folder.letters.decode)
      const known = this.placeById.get(id)
      // A file path on the box is a recording.
      if (known !== undefined || (!url.includes('//') && !this.isAlone)) return known ?? -1
      const { sid, type } = referenceOf(text, entry)
      return this.add(id, {
        kind: 'stream',
        id,
        head,
        sid: sid > 0 ? sid : null,
        url,
        name: descriptionOf(text, entry, this.folder.letters.decode) || name,
        type,
      })
    }
    return entry.kind === 'alternatives' ? this.firstAlternative(text, entry) : -1
  }

  private firstAlternative(text: string, entry: Entry): number {
    const file = this.folder.fileByName.get(fileNamedBy(text, entry))
    if (file === undefined) return -1
    const known = this.alternativeByFile.get(file)
    if (known !== undefined) return known
    const { text: inside, entries } = this.bouquetIn(file)
    let place = -1
    for (const one of entries) {
      if (place >= 0) break
      if (one.kind !== 'alternatives') place = this.placeOf(inside, one)
    }
    if (place >= 0 && entries.filter(isChannel).length > 1) this.folder.more.add(place)
    this.alternativeByFile.set(file, place)
    return place
  }

  /** The channel's name, as far as it is known without a bouquet. */
  private nameAt(place: number): string {
    const channel = this.folder.channels[place]
    if (channel === undefined) return ''
    if (channel.kind !== 'service') return channel.name
    const { database, record } = channel
    return this.folder.letters.decode(database.text.slice(record.name.start, record.name.end)).trim()
  }

  /** Marks channels with something in a bouquet that no list holds; what isn't a channel counts with the next one. */
  private findMore({ text, entries }: Bouquet, places: readonly number[]): void {
    const { letters, more } = this.folder
    let [isOpen, last] = [false, -1]
    entries.forEach((entry, at) => {
      const place = places[at] ?? -1
      const said = descriptionOf(text, entry, letters.decode) || nameBehind(text, entry, letters.decode)
      if (place < 0) isOpen ||= isChannel(entry) || (entry.kind === 'marker' && said !== '')
      else {
        const hasOwnName = isChannel(entry) && said !== '' && said !== this.nameAt(place)
        if (isOpen || hasOwnName) more.add(place)
        isOpen = false
        last = place
      }
    })
    if (isOpen && last >= 0) more.add(last)
  }

  private bouquetIn(file: number): Bouquet {
    let bouquet = this.bouquetByFile.get(file)
    if (bouquet === undefined) {
      bouquet = readBouquet(this.folder.files[file]?.text ?? '', Math.max(0, this.entriesLeft))
      this.entriesLeft -= bouquet.entries.length
      this.bouquetByFile.set(file, bouquet)
    }
    return bouquet
  }

  private addBouquet(file: number, { radio, kind }: { radio: boolean; kind: Listing }, depth: number): void {
    if (this.seen.has(file) || depth > depthMax || this.entriesLeft < 0) return
    this.seen.add(file)
    const bouquet = this.bouquetIn(file)
    const { text, entries } = bouquet
    const places = entries.map((entry) => this.placeOf(text, entry))
    const isGroup = kind === 'listed' || (kind === 'top' ? entries.some(isChannel) : places.some((place) => place >= 0))
    const name = bouquetName(bouquet, this.folder.letters.decode) || baseName(this.folder.files[file]?.name ?? '')
    this.folder.bouquets.push({ file, radio, bouquet, places, name, isGroup })
    this.findMore(bouquet, places)
    for (const entry of entries) {
      if (entry.kind !== 'bouquet') continue
      const named = this.folder.fileByName.get(fileNamedBy(text, entry))
      if (named !== undefined) this.addBouquet(named, { radio, kind: 'listed' }, depth + 1)
    }
  }
}

/** Reads an upload; null if it has more channels than `channelsMax`, or too many entries. */
export const readFolder = (files: readonly NamedFile[], channelsMax: number, letters: FolderLetters): Folder | null =>
  new Reader(files, channelsMax, letters).read()
