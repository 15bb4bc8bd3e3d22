/**
 * Fetches the newest list, and tracks whether it is gone and whether the shown one may be outdated. A failed fetch is
 * repeated after a while.
 */
import type { EngineData } from '../engine-data'
import type { Timers } from '../timers'
import type { Transport } from '../transport'
import type { Document } from './document'

/** How soon a failed fetch is repeated. */
const retryMs = 3000

export type Newest = ReturnType<typeof createNewest>
type Parts = {
  document: Document
  fetchNewest: Transport['fetchNewest']
  timers: Timers
  /** It is time to fetch again. */
  again(): void
  changed(): void
}

export const createNewest = ({ document, fetchNewest, timers, again, changed }: Parts) => {
  let isGone = false
  let isStale = false
  let isClosed = false
  let timer: number | null = null
  return {
    /** The list was deleted or taken away in the meantime. */
    isGone: (): boolean => isGone,
    isStale: (): boolean => isStale,
    /** The shown list was the newest a moment ago. */
    freshen(): void {
      isStale = false
    },
    /** The newest list if it differs from the one here, otherwise null. Rejects if it can't be fetched now. */
    async fetch(): Promise<EngineData | null> {
      const { revision, sourceId, beside } = document.newest()
      const answer = await fetchNewest({ revision, sourceId, beside: beside?.revision ?? null })
      if (answer.is === 'gone') {
        isGone = true
        changed()
      }
      if (answer.is === 'unreachable') throw new Error('editor: the newest list can not be fetched')
      return answer.is === 'data' ? answer.data : null
    },
    askAgain(): void {
      isStale = true
      if (timer !== null || isClosed) return
      timer = timers.set(() => {
        timer = null
        again()
      }, retryMs)
    },
    close(): void {
      isClosed = true
      if (timer !== null) timers.clear(timer)
    },
  }
}
