/**
 * The durable journal of edits that the server has not acknowledged, one record per user, list and tab, in IndexedDB. A
 * written edit survives the tab, the network and the browser, is returned to the same user only, and is removed once it
 * is acknowledged.
 */
import { newBatchId } from '~/client/batch-id'
import type { Operation } from '~/engine/types'

/** One action of the person, sent as one batch: all or nothing, and one step of undo. */
export type Entry = {
  batch: string
  kind: 'edit' | 'undo' | 'redo'
  operations: Operation[]
  /** The file that its channel ids belong to. Records of earlier versions name one for all entries (`sourceId`). */
  source?: string
  /**
   * An earlier revision, with which the portal compares the action if this tab can't. Others changed the list after the
   * action was made, and the action before it is saved or decided.
   */
  base?: number
}
/** `base`: the revision that the first entry was made on; each next entry is based on the one before. */
export type JournalRecord = { base: number; sourceId: string; entries: Entry[] }

export type Journal = {
  /** Writes the current record; null removes it. Resolves when it is durable. */
  write(record: JournalRecord | null): Promise<void>
  /**
   * Adopts the oldest record of the same user and list that no open tab owns. It is called again when this tab has
   * nothing to keep.
   */
  takeOrphan(): Promise<JournalRecord | null>
  /** Gives up the tab's ownership. */
  close(): void
}

const databaseName = 'portal-editor'
const storeName = 'journal'
type Stored = JournalRecord & { user: string; list: string; tab: string; at: number }

const asPromise = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('journal: request failed'))
  })

const openDatabase = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(storeName, { keyPath: ['user', 'list', 'tab'] }).createIndex('user', 'user')
    }
    request.onsuccess = () => {
      // Another tab with a newer version must be able to upgrade the database.
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => reject(request.error ?? new Error('journal: can not be opened'))
    request.onblocked = () => reject(new Error('journal: blocked'))
  })

const inTransaction = <T>(
  db: IDBDatabase,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const tx = db.transaction(storeName, mode, { durability: mode === 'readwrite' ? 'strict' : 'default' })
    let result: T
    work(tx.objectStore(storeName)).then((value) => {
      result = value
    }, reject)
    tx.oncomplete = () => resolve(result)
    tx.onerror = () => reject(tx.error ?? new Error('journal: transaction failed'))
    tx.onabort = () => reject(tx.error ?? new Error('journal: transaction aborted'))
  })

const lockName = (user: string, list: string, tab: string) => `portal-editor:${user}:${list}:${tab}`

/**
 * Open tabs, by their locks; null if the browser has no locks. Then every record counts as an orphan, which is safe
 * because batches are idempotent.
 */
const livingLocks = async (): Promise<Set<string> | null> => {
  if (!('locks' in navigator)) return null
  const held = (await navigator.locks.query()).held ?? []
  return new Set(held.flatMap((lock) => (lock.name ? [lock.name] : [])))
}

/**
 * Opens the journal of one tab. Rejects if the browser stores nothing (private modes); the editor then warns before it
 * closes.
 */
export const openJournal = async (user: string, list: string): Promise<Journal> => {
  const db = await openDatabase()
  const tab = newBatchId()
  const closing = new AbortController()
  if ('locks' in navigator) {
    await new Promise<void>((resolve) => {
      void navigator.locks.request(lockName(user, list, tab), () => {
        resolve()
        return new Promise<void>((release) => closing.signal.addEventListener('abort', () => release()))
      })
    })
  }
  // One write at a time; only the newest state waits, because a record holds everything.
  let running: Promise<void> | null = null
  let waiting: { record: JournalRecord | null; done: Promise<void> } | null = null
  const writeNow = (record: JournalRecord | null) =>
    inTransaction(db, 'readwrite', async (store) => {
      if (!record || record.entries.length === 0) await asPromise(store.delete([user, list, tab]))
      else await asPromise(store.put({ ...record, user, list, tab, at: Date.now() } satisfies Stored))
    })
  const start = (record: JournalRecord | null): Promise<void> => {
    const write = writeNow(record).finally(() => {
      if (running === write) running = null
    })
    running = write
    return write
  }
  return {
    write: (record) => {
      if (waiting) {
        waiting.record = record
        return waiting.done
      }
      if (!running) return start(record)
      const slot = { record, done: Promise.resolve() }
      slot.done = running
        .catch(() => undefined)
        .then(() => {
          waiting = null
          return start(slot.record)
        })
      waiting = slot
      return slot.done
    },
    takeOrphan: async () => {
      const living = await livingLocks()
      return inTransaction(db, 'readwrite', async (store) => {
        const all = (await asPromise(store.index('user').getAll(user))) as Stored[]
        const orphans = all.filter((r) => r.list === list && r.tab !== tab && !living?.has(lockName(user, list, r.tab)))
        orphans.sort((a, b) => a.at - b.at)
        const [first] = orphans
        // The first record becomes this tab's in the same transaction, so that two tabs never both replay it.
        if (first) {
          await asPromise(store.delete([user, list, first.tab]))
          await asPromise(store.put({ ...first, tab }))
        }
        return first ? { base: first.base, sourceId: first.sourceId, entries: first.entries } : null
      })
    },
    close: () => {
      closing.abort()
      db.close()
    },
  }
}

/** How many edits of a list wait in this browser, in any tab. */
export const countWaiting = async (user: string, list: string): Promise<number> => {
  const db = await openDatabase()
  try {
    return await inTransaction(db, 'readonly', async (store) => {
      const all = (await asPromise(store.index('user').getAll(user))) as Stored[]
      return all.reduce((count, record) => (record.list === list ? count + record.entries.length : count), 0)
    })
  } finally {
    db.close()
  }
}

/** Removes everything that this browser keeps for a user (Exit). */
export const clearJournals = async (user: string): Promise<void> => {
  const db = await openDatabase()
  try {
    await inTransaction(db, 'readwrite', async (store) => {
      const keys = await asPromise(store.index('user').getAllKeys(user))
      await Promise.all(keys.map((key) => asPromise(store.delete(key))))
    })
  } finally {
    db.close()
  }
}
