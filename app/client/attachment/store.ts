/**
 * The uploads of one form: one after the other, in parts, resumed after an interruption from where the server says. It
 * knows no page; its transport and timers are passed in.
 */
import type { Remembered } from './memory'
import type { AttachmentState, Transport } from './transport'

/**
 * turn: waits for the file before it. sending. checking: everything is sent. waiting: the connection is lost, and it
 * continues by itself. again: begun before a reload; the file must be chosen once more. offer: complete on the server,
 * and sent along only when it is used. failed: `message` says why. done.
 */
export type Step = 'turn' | 'sending' | 'checking' | 'waiting' | 'again' | 'offer' | 'failed' | 'done'
export type Item = {
  key: string
  kind: 'image' | 'video'
  name: string
  size: number
  lastModified: number
  file: File | null
  id: string | null
  sent: number
  step: Step
  message: string | null
  /** False where sending the same file again is useless. */
  canRetry: boolean
  width: number | null
  height: number | null
  /** It was chosen in this form, which is not sent without it unless it is removed. */
  isMine: boolean
}
export type Store = {
  items(): readonly Item[]
  subscribe(listener: () => void): () => void
  add(kind: Item['kind'], file: File): void
  /** A file without room, or one that is not the file that was begun: it is shown, never sent. */
  refuse(kind: Item['kind'], file: File, message: string): void
  /** The file of an item that was begun before; false when it is another file. */
  giveAgain(key: string, file: File): Promise<boolean>
  /** An earlier upload that may be this file, by its name and size. */
  findBegun(kind: Item['kind'], file: File): Item | undefined
  /** An offered file is sent along. */
  use(key: string): void
  retry(key: string): void
  /** Stops and removes, here and on the server. */
  remove(key: string): void
  /** Asks the server about the uploads that this tab began before. */
  restore(remembered: readonly Remembered[]): Promise<void>
  /** Preparation before sending counts as under way, until the returned function is called. */
  hold(): () => void
  isActive(): boolean
  /** A file that was chosen in this form has failed, or must be chosen once more. */
  isLacking(): boolean
  /** The connection is, or may be, back: waiting uploads continue at once. */
  wake(): void
  /** Stops uploads when the fields are removed; `open` makes it ready again. */
  close(): void
  open(): void
}
export type Timers = { set(work: () => void, delayMs: number): number; clear(id: number): void }

const firstWaitMs = 1000
const longestWaitMs = 15_000
/** Codes after which the same file can't succeed. */
const final: ReadonlySet<string> = new Set(['A0413', 'A0415', 'A0422', 'F1104'])
/** Temporary codes: the network, an overloaded or stopping server, a limit's pause. */
const passing: ReadonlySet<string> = new Set(['network', 'cancelled', 'A0503', 'A0500', 'A0400', 'unknown'])

/** Chosen in this form, but missing: it has failed, or must be chosen once more. */
export const lacks = ({ step, isMine }: Item): boolean => step === 'failed' || (step === 'again' && isMine)

type Kept = { id: string; kind: Item['kind']; name: string; size: number; width: number | null; height: number | null }
/** Belongs to the account and is not sent yet; `received` bytes of it have arrived. */
type Unsent = Kept & { received: number; done: boolean }

const toRemember = (item: Item): Remembered[] =>
  item.id === null || item.step === 'failed' || item.step === 'offer'
    ? []
    : [{ id: item.id, kind: item.kind, name: item.name, size: item.size, lastModified: item.lastModified }]

export const makeStore = (options: {
  transport: Transport
  timers: Timers
  remember(items: readonly Remembered[]): void
  kept: readonly Kept[]
  unsent: readonly Unsent[]
  wanted: readonly string[]
}): Store => {
  const { transport, timers } = options
  const itemOf = ({ id, kind, name, size, width, height }: Kept, sent: number, step: Step): Item => ({
    key: id,
    kind,
    name,
    size,
    lastModified: 0,
    file: null,
    id,
    sent,
    step,
    message: null,
    canRetry: step === 'again',
    width,
    height,
    isMine: options.wanted.includes(id),
  })
  let all: Item[] = [
    ...options.kept.map((one) => itemOf(one, one.size, 'done')),
    ...options.unsent.map((one) =>
      itemOf(one, one.received, !one.done ? 'again' : options.wanted.includes(one.id) ? 'done' : 'offer'),
    ),
  ]
  let next = 0
  let running: { key: string; stop: AbortController } | null = null
  let wait: { timer: number; go: () => void } | null = null
  let closed = false
  let holds = 0
  const listeners = new Set<() => void>()
  const tell = (): void => {
    options.remember(all.flatMap(toRemember))
    for (const listener of listeners) listener()
  }
  const find = (key: string): Item | undefined => all.find((item) => item.key === key)
  const change = (key: string, more: Partial<Item>): void => {
    all = all.map((item) => (item.key === key ? { ...item, ...more } : item))
    tell()
  }
  const finish = (key: string, state: AttachmentState): void =>
    change(key, {
      step: 'done',
      id: state.id,
      sent: state.size,
      width: state.width,
      height: state.height,
      file: null,
      message: null,
    })
  const fail = (key: string, code: string, message: string): void =>
    change(key, {
      step: 'failed',
      message,
      canRetry: !final.has(code),
      ...(code === 'F1102' || final.has(code) ? { id: null, sent: 0 } : {}),
    })

  const pause = (delayMs: number): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        if (wait !== null) timers.clear(wait.timer)
        wait = null
        resolve()
      }
      wait = { timer: timers.set(go, delayMs), go }
    })

  /** Sends one file until it is complete, fails, or is removed. */
  const run = async (key: string, stop: AbortController): Promise<void> => {
    const isGone = (): boolean => closed || stop.signal.aborted || find(key) === undefined
    let delayMs = firstWaitMs
    /** True: continue; false: it has failed for good. */
    const survive = async (code: string, message: string, data: Record<string, unknown> | null): Promise<boolean> => {
      if (!passing.has(code)) {
        fail(key, code, message)
        return false
      }
      change(key, { step: 'waiting' })
      const asked = typeof data?.retryAfterSeconds === 'number' ? data.retryAfterSeconds * 1000 : 0
      await pause(Math.min(Math.max(delayMs, asked), 60_000))
      delayMs = Math.min(delayMs * 2, longestWaitMs)
      return !isGone()
    }
    let chunkBytes = 0
    let offset = 0
    let mustLook = true
    for (;;) {
      const item = find(key)
      if (isGone() || item?.file == null) return
      if (item.id === null) {
        change(key, { step: 'sending' })
        const begun = await transport.start({ kind: item.kind, name: item.name, size: item.size })
        if (begun.ok) {
          // Removed while it was begun: the server need not keep it for a day.
          if (isGone()) void transport.drop(begun.data.id)
          else change(key, { id: begun.data.id, sent: 0 })
          chunkBytes = begun.data.chunkBytes
          offset = 0
          mustLook = false
        } else if (isGone() || !(await survive(begun.code, begun.message, begun.data))) return
        continue
      }
      if (mustLook) {
        const state = await transport.look(item.id)
        if (isGone()) return
        if (!state.ok) {
          if (!(await survive(state.code, state.message, state.data))) return
          continue
        }
        if (state.data.done) return finish(key, state.data)
        chunkBytes = state.data.chunkBytes
        offset = state.data.received
        mustLook = false
      }
      const end = Math.min(offset + chunkBytes, item.size)
      const from = offset
      change(key, { step: 'sending', sent: from })
      const answer = await transport.put(item.id, from, item.file.slice(from, end), {
        signal: stop.signal,
        onSent: (bytes) => {
          const sent = Math.min(from + bytes, end)
          if (!isGone()) change(key, { sent, step: sent >= item.size ? 'checking' : 'sending' })
        },
      })
      if (answer === 'stopped' || isGone()) return
      if (answer.ok) {
        delayMs = firstWaitMs
        if (answer.data.done) return finish(key, answer.data)
        offset = answer.data.received
      } else if (answer.code === 'A0409') {
        mustLook = true
        if (answer.data?.busy === true) {
          await pause(firstWaitMs)
          if (isGone()) return
        }
      } else {
        mustLook = true
        if (!(await survive(answer.code, answer.message, answer.data))) return
      }
    }
  }

  const goOn = (): void => {
    if (closed || running !== null) return
    const item = all.find(({ step, file }) => step === 'turn' && file !== null)
    if (item === undefined) return
    const stop = new AbortController()
    running = { key: item.key, stop }
    void run(item.key, stop).finally(() => {
      running = null
      goOn()
    })
  }
  const make = (kind: Item['kind'], file: File, more: Partial<Item>): Item => ({
    key: `new-${next++}`,
    kind,
    name: file.name,
    size: file.size,
    lastModified: file.lastModified,
    file,
    id: null,
    sent: 0,
    step: 'turn',
    message: null,
    canRetry: false,
    width: null,
    height: null,
    isMine: true,
    ...more,
  })

  const mayBe = (item: Item, file: File): boolean => item.name === file.name && item.size === file.size
  /** True when both ends of what the server has are the same; where that can't be computed, when the time is. */
  const isSame = async (item: Item, id: string, file: File): Promise<boolean> => {
    const state = await transport.look(id)
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
      all = [...all, make(kind, file, {})]
      tell()
      goOn()
    },
    refuse: (kind, file, message) => {
      all = [...all, make(kind, file, { step: 'failed', message, file: null })]
      tell()
    },
    giveAgain: async (key, file) => {
      const item = find(key)
      if (item?.id == null || !mayBe(item, file) || !(await isSame(item, item.id, file)) || find(key)?.step !== 'again')
        return false
      change(key, { file, step: 'turn', lastModified: file.lastModified })
      goOn()
      return true
    },
    findBegun: (kind, file) => all.find((item) => item.kind === kind && item.step === 'again' && mayBe(item, file)),
    use: (key) => change(key, { step: 'done' }),
    retry: (key) => {
      change(key, { step: 'turn', message: null })
      goOn()
    },
    remove: (key) => {
      const item = find(key)
      if (item === undefined) return
      all = all.filter((one) => one.key !== key)
      if (running?.key === key) {
        running.stop.abort()
        wait?.go()
      }
      tell()
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
        const state = await transport.look(one.id)
        if (closed) return
        // Sent with its feedback, discarded, or dropped by the server: nothing is left to do.
        if (!state.ok && !passing.has(state.code)) continue
        if (state.ok && state.data.feedbackId !== null) continue
        const base: Item = {
          key: one.id,
          ...one,
          file: null,
          sent: state.ok ? state.data.received : 0,
          step: 'again',
          message: null,
          canRetry: true,
          width: null,
          height: null,
          isMine: true,
        }
        all = [
          ...all,
          state.ok && state.data.done
            ? { ...base, step: 'done', size: state.data.size, width: state.data.width, height: state.data.height }
            : base,
        ]
        tell()
      }
    },
    hold: () => {
      holds++
      return () => {
        holds--
      }
    },
    isActive: () =>
      holds > 0 ||
      all.some(({ step }) => step === 'turn' || step === 'sending' || step === 'checking' || step === 'waiting'),
    isLacking: () => all.some(lacks),
    wake: () => wait?.go(),
    close: () => {
      closed = true
      running?.stop.abort()
      wait?.go()
    },
    open: () => {
      closed = false
    },
  }
}
