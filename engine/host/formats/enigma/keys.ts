/**
 * The keys of transponders and services after edits. A service's reference contains its SID and its transponder's key,
 * so a change of either is written wherever the service is referenced.
 */
import type { Channel, List, OwnTransponder } from '../model'
import type { Folder } from './folder'
import { keyText, type Key } from './database'
import { readTuning, tuningAt, type Tuning } from './values'

/** A transponder that the lamedb lacks. `own`: its tuning in the upload. */
export type AddedTransponder = { key: Key; tuning: Tuning; own: OwnTransponder | null }

/** The low half of a namespace when a network's number doesn't distinguish transponders, as in a box's own scan. */
const lowSpace = ({ kHz, polarisation }: Tuning): number =>
  (Math.round((kHz ?? 0) / 1000) & 0xffff) | (polarisation === 'V' ? 0x8000 : 0)

type Ids = { tsid: number; onid: number }

/** The namespace that an upload gives a transponder, at its current satellite. */
const spaceOf = ({ angle }: Tuning, own: OwnTransponder | null): number | null => {
  if (own === null) return null
  if (own.letter !== 's' || angle === null || readTuning(own.fields).angle === angle) return own.space
  return (own.space % 65_536) + angle * 65_536
}

/** True if a transponder has all data that a receiver needs to find it. */
const isTunable = ({ kHz, angle }: Tuning): boolean => (kHz ?? 0) > 0 && angle !== null

/** Assigns keys to transponders, each key once. */
export class KeyBook {
  readonly added: AddedTransponder[] = []
  private readonly used: Set<string>
  private readonly made = new Map<string, Key>()
  /** Where the search for a free key continues, by the first key that was tried. */
  private readonly steps = new Map<string, number>()

  constructor(used: Iterable<Key>) {
    this.used = new Set([...used].map(keyText))
  }

  /**
   * The key of a transponder of the list (`place`) under these ids, added if no transponder has them. `space`: the
   * namespace in its upload.
   */
  keyFor(now: List, place: number, { tsid, onid }: Ids, space: number | null): Key {
    const name = `${place}:${tsid}:${onid}`
    const known = this.made.get(name)
    if (known !== undefined) return known
    const tuning = tuningAt(now, place)
    const own = now.transponders[place]?.own ?? null
    const key = this.newKey({ tsid, onid }, tuning, spaceOf(tuning, own) ?? space)
    if ((isTunable(tuning) || own !== null) && !this.used.has(keyText(key))) this.added.push({ key, tuning, own })
    this.used.add(keyText(key))
    this.made.set(name, key)
    return key
  }

  private newKey(ids: Ids, tuning: Tuning, space: number | null): Key {
    const high = (tuning.angle ?? 0) * 65_536
    // Transponders that aren't on a satellite keep the namespace that says so.
    if (!isTunable(tuning)) return { space: space ?? high, ...ids }
    const key = { space: space ?? high + (ids.onid === 0 ? lowSpace(tuning) : 0), ...ids }
    return this.used.has(keyText(key)) ? this.freeKey(high, ids, tuning) : key
  }

  private freeKey(high: number, ids: Ids, tuning: Tuning): Key {
    const first = lowSpace(tuning)
    const at = (step: number): Key => ({ space: high + ((first + step) & 0xffff), ...ids })
    const from = keyText(at(0))
    let step = this.steps.get(from) ?? 0
    while (step < 0xffff && this.used.has(keyText(at(step)))) step++
    this.steps.set(from, step)
    return at(step)
  }
}

/** The current state of a record of the upload; `place`: its index in the list now. */
export type Edit = { was: Channel; is: Channel; place: number }

type Wanted = { record: number; id: string; transponder: number; tsid: number; onid: number }

const recordAt = (list: List, transponder: number | null): number | null =>
  transponder === null ? null : (list.transponders[transponder]?.no ?? null)

/** Services whose key has changed, by the index of their former transponder. */
const findWanted = (folder: Folder, edits: ReadonlyMap<number, Edit>, lists: { before: List; now: List }) => {
  const wanted = new Map<number, Wanted[]>()
  /** How many services remain on each transponder. */
  const staying = new Map<number, number>()
  for (const [record, { was, is }] of edits) {
    const channel = folder.channels[record]
    if (channel === undefined || channel.kind === 'stream' || is.transponder === null) continue
    const { transponder } = channel
    staying.set(transponder, (staying.get(transponder) ?? 0) + 1)
    const key = folder.transponders[transponder]?.key
    if (key === undefined) continue
    const tsid = is.tsid === was.tsid ? key.tsid : (is.tsid ?? 0)
    const onid = is.onid === was.onid ? key.onid : (is.onid ?? 0)
    const isMoved = recordAt(lists.now, is.transponder) !== recordAt(lists.before, was.transponder)
    if (!isMoved && tsid === key.tsid && onid === key.onid) continue
    const all = wanted.get(transponder)
    const one = { record, id: `${isMoved}:${tsid}:${onid}`, transponder: is.transponder, tsid, onid }
    if (all) all.push(one)
    else wanted.set(transponder, [one])
  }
  return { wanted, staying }
}

/** The key of a channel that the upload doesn't have. */
export const keyOfAdded = ({ tsid, onid, transponder }: Channel, keys: Keys, now: List): Key => {
  if (transponder === null) return { space: 0, tsid: tsid ?? 0, onid: onid ?? 0 }
  const place = recordAt(now, transponder)
  const own = place === null ? undefined : keys.transponders[place]
  const ids = { tsid: tsid ?? own?.tsid ?? 0, onid: onid ?? own?.onid ?? 0 }
  if (own?.tsid === ids.tsid && own.onid === ids.onid) return own
  return keys.book.keyFor(now, transponder, ids, own?.space ?? null)
}

type Keys = {
  /** By the transponder's index in the folder. */
  transponders: Key[]
  /** By record, for services whose ids differ from their transponder's. */
  services: Map<number, Key>
  book: KeyBook
}

export const keysNow = (folder: Folder, edits: ReadonlyMap<number, Edit>, lists: { before: List; now: List }): Keys => {
  const { before, now } = lists
  const placeNow = new Map(now.transponders.map(({ no }, place) => [no, place]))
  const transponders = folder.transponders.map(({ key }, place) => {
    const was = tuningAt(before, place).angle
    const is = tuningAt(now, placeNow.get(place) ?? null).angle
    return is === null || is === was ? key : { ...key, space: (key.space % 65_536) + is * 65_536 }
  })
  const { wanted, staying } = findWanted(folder, edits, lists)
  const used = new Set(transponders.map(keyText))
  // If all services of a transponder get other ids, the transponder gets them too.
  for (const [place, all] of wanted) {
    const [first] = all
    if (first === undefined || all.length !== staying.get(place)) continue
    const key = { ...(transponders[place] as Key), tsid: first.tsid, onid: first.onid }
    if (first.id.startsWith('true') || used.has(keyText(key)) || all.some(({ id }) => id !== first.id)) continue
    used.add(keyText(key))
    transponders[place] = key
  }
  const book = new KeyBook(transponders)
  const services = new Map<number, Key>()
  for (const one of [...wanted.values()].flat()) {
    const like = recordAt(now, one.transponder)
    const own = like === null ? undefined : transponders[like]
    services.set(
      one.record,
      own?.tsid === one.tsid && own.onid === one.onid
        ? own
        : book.keyFor(now, one.transponder, one, own?.space ?? null),
    )
  }
  return { transponders, services, book }
}
