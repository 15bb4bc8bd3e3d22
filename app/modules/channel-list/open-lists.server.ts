/**
 * Lists that stay open on the server's own thread after a page was read of them: who turns the pages of a list mostly
 * turns another, and opening the file again took a tenth of a page's time. Each stands in an engine of its own; the one
 * that was read longest ago makes room for the next. It promises that a reader sees the revision that it asked for.
 */
import { getEngineModule, makeLender, type Lender } from '~/engine/engine.server'
import type { OpenList } from '~/engine/types'
import { openListBytes, openListsMax } from './limits'
import { openStored } from './opened'
import type { Stored } from './work'

type Seat = { lender: Lender; held: { key: string; list: OpenList } | null }

/** The one that was read longest ago stands first. */
const seats: Seat[] = []

const takeSeat = (module: WebAssembly.Module, key: string): Seat => {
  const at = seats.findIndex((one) => one.held?.key === key)
  const [seat] = at >= 0 ? seats.splice(at, 1) : seats.length < openListsMax ? [] : seats.splice(0, 1)
  const taken = seat ?? { lender: makeLender(module), held: null }
  seats.push(taken)
  return taken
}

/** Lends the opened list for one synchronous piece of reading. The work changes nothing and keeps nothing of it. */
export const withOpenList = async <T>(stored: Stored, read: (list: OpenList) => T): Promise<T> => {
  const seat = takeSeat(await getEngineModule(), stored.key)
  return seat.lender.lend((engine, isNew) => {
    if (isNew || seat.held?.key !== stored.key) {
      // Opening takes the place of what was open, also where it fails.
      seat.held = null
      seat.held = { key: stored.key, list: openStored(engine, stored.source, stored.state) }
    }
    const value = read(seat.held.list)
    if (engine.memoryBytes() > openListBytes) seats.splice(seats.indexOf(seat), 1)
    return value
  })
}
