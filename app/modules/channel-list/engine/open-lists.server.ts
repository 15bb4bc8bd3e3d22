/**
 * Keeps lists open on the server's own thread after one of their pages was read. A user who turns a list's pages
 * usually turns another, and opening the file again took a tenth of a page's time. Each list has its own engine; the
 * least recently read one makes room for the next. A reader always sees the revision that it asked for.
 */
import { getEngineModule, makeLender, type Lender } from '~/engine/engine.server'
import type { OpenList } from '~/engine/types'
import { openListBytes, openListsMax } from '../limits'
import { openStored } from './opened'
import type { Stored } from './stored'

type Seat = { lender: Lender; held: { key: string; list: OpenList } | null }

/** Ordered by last use, the least recently read first. */
const seats: Seat[] = []

const takeSeat = (module: WebAssembly.Module, key: string): Seat => {
  const at = seats.findIndex((one) => one.held?.key === key)
  const [seat] = at >= 0 ? seats.splice(at, 1) : seats.length < openListsMax ? [] : seats.splice(0, 1)
  const taken = seat ?? { lender: makeLender(module), held: null }
  seats.push(taken)
  return taken
}

/** Lends the open list for one synchronous read. The reader must change nothing and keep no references. */
export const withOpenList = async <T>(stored: Stored, read: (list: OpenList) => T): Promise<T> => {
  const seat = takeSeat(await getEngineModule(), stored.key)
  return seat.lender.lend((engine, isNew) => {
    if (isNew || seat.held?.key !== stored.key) {
      // Opening replaces the open list, even if it fails.
      seat.held = null
      seat.held = { key: stored.key, list: openStored(engine, stored.source, stored.state) }
    }
    const value = read(seat.held.list)
    if (engine.memoryBytes() > openListBytes) seats.splice(seats.indexOf(seat), 1)
    return value
  })
}
