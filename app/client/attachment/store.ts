/**
 * The uploads of one form: one after the other, in parts, resumed after an interruption at the position that the server
 * names. It doesn't depend on the page; its transport and timers are passed in.
 */
import {
  isPassing,
  isUnderWay,
  itemOfFile,
  itemOfMemory,
  itemsOfPage,
  lacks,
  mayBe,
  toRemember,
  type Item,
  type Kept,
  type Unsent,
} from './items'
import type { Remembered } from './memory'
import { createRunner, type Timers } from './runner'
import type { Transport } from './transport'

export type Store = {
  items(): readonly Item[]
  subscribe(listener: () => void): () => void
  add(kind: Item['kind'], file: File): void
  /** Shows a file without sending it: there is no room, or it is not the file that was begun. */
  refuse(kind: Item['kind'], file: File, message: string): void
  /** Supplies the file of an item that was begun before; false if it is another file. */
  giveAgain(key: string, file: File): Promise<boolean>
  /** An earlier upload that may be this file, by its name and size. */
  findBegun(kind: Item['kind'], file: File): Item | undefined
  /** Sends an offered file along. */
  use(key: string): void
  retry(key: string): void
  /** Stops and removes, here and on the server. */
  remove(key: string): void
  /** Asks the server about the uploads that this tab began before. */
  restore(remembered: readonly Remembered[]): Promise<void>
  /** Preparation before sending counts as under way, until the returned function is called. */
  hold(): () => void
  isActive(): boolean
  /** True if a file that was chosen in this form has failed, or must be chosen again. */
  isLacking(): boolean
  /** The connection is, or may be, back: waiting uploads continue at once. */
  wake(): void
  /** Stops uploads when the fields are removed; `open` makes it ready again. */
  close(): void
  open(): void
}

export const makeStore = (options: {
  transport: Transport
  timers: Timers
  remember(items: readonly Remembered[]): void
  kept: readonly Kept[]
  unsent: readonly Unsent[]
  wanted: readonly string[]
}): Store => {
  const { transport, timers } = options
  let all: Item[] = itemsOfPage(options.kept, options.unsent, options.wanted)
  let made = 0
  let holds = 0
  const listeners = new Set<() => void>()
  const notify = (): void => {
    options.remember(all.flatMap(toRemember))
    for (const listener of listeners) listener()
  }
  const find = (key: string): Item | undefined => all.find((item) => item.key === key)
  const change = (key: string, more: Partial<Item>): void => {
    all = all.map((item) => (item.key === key ? { ...item, ...more } : item))
    notify()
  }
  const next = (): Item | undefined => all.find(({ step, file }) => step === 'turn' && file !== null)
  const runner = createRunner({ transport, timers, find, change, next })
  const put = (item: Item): void => {
    all = [...all, item]
    notify()
  }
  const nextKey = (): string => `new-${made++}`

  /** True if both ends of what the server has are the same. If that can't be computed, the file's time decides. */
  const isSame = async (item: Item, id: string, file: File): Promise<boolean> => {
    const state = await transport.fetchState(id)
    if (state.ok && state.data.received === 0) return true
    const sample = state.ok && state.data.sample !== null ? await transport.sample(file, state.data.received) : null
    return sample === null
      ? item.lastModified > 0 && item.lastModified === file.lastModified
      : state.ok && sample === state.data.sample
  }

  return {
    items: () => all,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add: (kind, file) => {
      put(itemOfFile(nextKey(), kind, file))
      runner.sendNext()
    },
    refuse: (kind, file, message) => {
      put({ ...itemOfFile(nextKey(), kind, file), step: 'failed', message, file: null })
    },
    giveAgain: async (key, file) => {
      const item = find(key)
      if (item?.id == null || !mayBe(item, file) || !(await isSame(item, item.id, file)) || find(key)?.step !== 'again')
        return false
      change(key, { file, step: 'turn', lastModified: file.lastModified })
      runner.sendNext()
      return true
    },
    findBegun: (kind, file) => all.find((item) => item.kind === kind && item.step === 'again' && mayBe(item, file)),
    use: (key) => change(key, { step: 'done' }),
    retry: (key) => {
      change(key, { step: 'turn', message: null })
      runner.sendNext()
    },
    remove: (key) => {
      const item = find(key)
      if (item === undefined) return
      all = all.filter((one) => one.key !== key)
      runner.stop(key)
      notify()
      if (item.id !== null) void transport.drop(item.id)
    },
    restore: async (remembered) => {
      for (const one of remembered) {
        const known = all.find(({ id }) => id === one.id)
        if (known !== undefined) {
          // The page knows the file too, but not that it was in this form.
          change(known.key, {
            lastModified: one.lastModified,
            isMine: true,
            step: known.step === 'offer' ? 'done' : known.step,
          })
          continue
        }
        const state = await transport.fetchState(one.id)
        if (runner.isClosed()) return
        // Sent with its feedback, discarded, or dropped by the server: nothing is left to do.
        if (!state.ok && !isPassing(state.code)) continue
        if (state.ok && state.data.feedbackId !== null) continue
        put(itemOfMemory(one, state.ok ? state.data : null))
      }
    },
    hold: () => {
      holds++
      return () => {
        holds--
      }
    },
    isActive: () => holds > 0 || all.some(isUnderWay),
    isLacking: () => all.some(lacks),
    wake: runner.wake,
    close: runner.close,
    open: runner.open,
  }
}
