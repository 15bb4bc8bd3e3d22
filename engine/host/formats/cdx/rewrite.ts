/** Writes a list into the CDX file that it came from; bytes that no edit concerns stay unchanged. */
import { align } from '../align'
import { toBytes } from '../letters'
import type { List, Satellite, Transponder } from '../model'
import type { NamedFile } from '../types'
import { calledText, Favourites } from './favourites'
import { megahertz, newSatellite, newTransponder, polarisationNumber, sideOf } from './objects'
import { Patch } from './patch'
import { programText } from './programs'
import { listOf, type Database, type Piece } from './read'
import { isWritten, next, stateOf, type State } from './state'

const satelliteText = ({ database }: State, piece: Piece, was: Satellite, is: Satellite): string => {
  const fields = database.scanner.fields(piece.body)
  const patch = new Patch(database, piece)
  if (is.name !== was.name) patch.text(fields?.find('SatName') ?? null, is.name)
  if (is.angle !== was.angle && is.angle !== null) {
    const { SatAngle, SatDir } = sideOf(is.angle)
    patch.number(fields?.find('SatAngle') ?? null, SatAngle)
    patch.number(fields?.inner('uiSet', 'uiBit')?.find('SatDir') ?? null, SatDir)
  }
  return patch.done()
}
const transponderText = ({ database }: State, piece: Piece, was: Transponder, is: Transponder): string => {
  const fields = database.scanner.fields(piece.body)
  const patch = new Patch(database, piece)
  if (is.kHz !== was.kHz && is.kHz) patch.number(fields?.find('Freq') ?? null, megahertz(is.kHz))
  if (is.symbolRate !== was.symbolRate && is.symbolRate) patch.number(fields?.find('SR') ?? null, is.symbolRate)
  if (is.polarisation !== was.polarisation && is.polarisation !== null)
    patch.number(fields?.inner('stFlag')?.find('POL') ?? null, polarisationNumber(is))
  return patch.done()
}

const headerText = (state: State, piece: Piece, size: number, added: { satellites: number; transponders: number }) => {
  const { database, now, made } = state
  const fields = database.scanner.fields(piece.body)
  const patch = new Patch(database, piece)
  const put = (key: string, by: (number: number) => number | null): void => {
    const part = fields?.find(key) ?? null
    const value = by(fields?.number(key) ?? 0)
    if (part !== null && value !== null) patch.number(part, value)
  }
  const count = ({ channels }: List, isRadio: boolean): number =>
    channels.filter(({ type }) => (type === 'radio') === isRadio).length
  const written = { ...now, channels: now.channels.filter((_, place) => isWritten(state, place)) }
  // Counts that were wrong before keep their error.
  for (const [key, isRadio] of [
    ['sTVNumber', false],
    ['sRadioNumber', true],
  ] as const) {
    const more = count(written, isRadio) - count(made, isRadio)
    if (more !== 0) put(key, (number) => Math.max(0, number + more))
  }
  if (added.transponders > 0) put('sTransponder', () => database.transponderNumbers.length + added.transponders)
  if (added.satellites > 0) put('sSatellite', () => database.satelliteNumbers.length + added.satellites)
  for (const key of ['uiOriginalSize', 'uiFileLength']) if (fields?.number(key) === piece.start) put(key, () => size)
  return patch.done()
}

/** The last object of a kind; −1 if there is none. */
const lastOf = (pieces: readonly Piece[], of: Piece['kind']): number =>
  pieces.reduce((last, { kind }, at) => (kind === of ? at : last), -1)
/**
 * After which object new ones of a kind are inserted: the last of that kind, or of a kind that boxes write before it.
 */
const lastIn = (pieces: readonly Piece[]) => {
  const or = (place: number, other: number): number => (place < 0 ? other : place)
  const satellite = lastOf(pieces, 'satellite')
  const transponder = or(lastOf(pieces, 'transponder'), satellite)
  const tv = or(lastOf(pieces, 'tv'), transponder)
  const radio = or(lastOf(pieces, 'radio'), tv)
  return { satellite, transponder, tv, radio, favourites: lastOf(pieces, 'favourites') }
}

/** The pieces written so far, with their total length. */
class Output {
  private readonly pieces: string[] = []
  length = 0
  add(text: string): void {
    this.pieces.push(text)
    this.length += text.length
  }
  text(): string {
    return this.pieces.join('')
  }
}

class Writer {
  private readonly out = new Output()
  private readonly queues: Record<'tv' | 'radio', { places: number[]; next: number; behind: number }>
  private readonly favourites: Favourites
  private readonly last: ReturnType<typeof lastIn>
  private readonly satellites: ReadonlyMap<number | null, Satellite>
  private readonly transponders: ReadonlyMap<number | null, Transponder>

  constructor(private readonly state: State) {
    const { now, database } = state
    const all = [...now.channels.keys()].filter((place) => isWritten(state, place))
    const queueOf = (kind: 'tv' | 'radio') => ({
      places: all.filter((place) => (now.channels[place]?.type === 'radio') === (kind === 'radio')),
      next: 0,
      behind: (database.pieces[lastOf(database.pieces, kind)]?.number ?? -1) + 1,
    })
    this.queues = { tv: queueOf('tv'), radio: queueOf('radio') }
    this.favourites = new Favourites(state)
    this.last = lastIn(database.pieces)
    this.satellites = new Map(now.satellites.map((one) => [one.no, one]))
    this.transponders = new Map(now.transponders.map((one) => [one.no, one]))
  }

  private addedSatellites(): string[] {
    const { now, satelliteNumbers } = this.state
    return now.satellites.flatMap((one, place) =>
      one.no === null ? [newSatellite(one, satelliteNumbers[place] ?? 0)] : [],
    )
  }
  private addedTransponders(): string[] {
    const { now, transponderNumbers, satelliteNumbers } = this.state
    const none = next(satelliteNumbers)
    return now.transponders.flatMap((one, place) => {
      const number = transponderNumbers[place]
      if (one.no !== null || number === undefined) return []
      return [newTransponder(one, number, satelliteNumbers[one.satellite ?? -1] ?? none)]
    })
  }
  /** New programmes that no object of the file holds yet. */
  private addRest(kind: 'tv' | 'radio'): void {
    const queue = this.queues[kind]
    for (; queue.next < queue.places.length; queue.next++)
      this.out.add(programText(this.state, queue.places[queue.next] ?? 0, queue.behind++))
  }

  /** An object with its edits; null for a programme that was deleted. */
  private pieceText(piece: Piece, number: { satellite: number; transponder: number }): string | null {
    const { state } = this
    const { made, database } = state
    switch (piece.kind) {
      case 'satellite': {
        const [was, is] = [made.satellites[number.satellite], this.satellites.get(number.satellite++)]
        return was && is ? satelliteText(state, piece, was, is) : calledText(state, piece)
      }
      case 'transponder': {
        const [was, is] = [made.transponders[number.transponder], this.transponders.get(number.transponder++)]
        return was && is ? transponderText(state, piece, was, is) : calledText(state, piece)
      }
      case 'tv':
      case 'radio': {
        const queue = this.queues[piece.kind]
        const place = queue.places[queue.next]
        if (place === undefined) return null
        queue.next++
        return programText(state, place, piece.number)
      }
      case 'favourites':
        return this.favourites.text(piece)
      case 'names':
        return this.favourites.namesText(piece)
      case 'header': {
        const [satellites, transponders] = [this.addedSatellites().length, this.addedTransponders().length]
        return headerText(state, piece, this.out.length, { satellites, transponders })
      }
      case 'watching':
        return calledText(state, piece)
      default:
        return database.text.slice(piece.start, piece.end)
    }
  }

  /** What is inserted after the object at `at`; −1: at the start of the file. */
  private addBehind(at: number): void {
    const { last } = this
    if (at === last.satellite) for (const text of this.addedSatellites()) this.out.add(text)
    if (at === last.transponder) for (const text of this.addedTransponders()) this.out.add(text)
    if (at === last.tv) this.addRest('tv')
    if (at === last.radio) this.addRest('radio')
    if (at >= 0 && at === last.favourites) this.out.add(this.favourites.added())
  }

  text(): string {
    const { text, pieces } = this.state.database
    const number = { satellite: 0, transponder: 0 }
    const first = pieces[0]?.start ?? text.length
    this.out.add(text.slice(0, first))
    this.addBehind(-1)
    let at = first
    pieces.forEach((piece, place) => {
      const gap = text.slice(at, piece.start)
      const queue = piece.kind === 'tv' || piece.kind === 'radio' ? this.queues[piece.kind] : null
      const isKept = queue === null || queue.next < queue.places.length
      if (isKept) this.out.add(gap)
      this.out.add(this.pieceText(piece, number) ?? '')
      this.addBehind(place)
      at = piece.end
    })
    this.out.add(text.slice(at))
    return this.out.text()
  }
}

/** `before`: the list as first made from the upload. */
export const rewriteDatabase = (database: Database, before: List, present: List): NamedFile[] => {
  const { channels, now } = align(listOf(database), before, present)
  const made = { ...before, channels }
  return [{ name: '', bytes: toBytes(new Writer(stateOf(database, made, now)).text()) }]
}
