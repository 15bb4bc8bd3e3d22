/** Sends files one after the other, with pauses if needed; a pause can be ended early. */
import type { Item } from './items'
import { createSending, type SendingParts } from './sending'
import type { Transport } from './transport'

export type Timers = { set(work: () => void, delayMs: number): number; clear(id: number): void }
type Parts = Pick<SendingParts, 'find' | 'change'> & {
  transport: Transport
  timers: Timers
  /** The next file to send. */
  next(): Item | undefined
}

export const createRunner = ({ transport, timers, find, change, next }: Parts) => {
  let running: { key: string; stop: AbortController } | null = null
  let wait: { timer: number; go: () => void } | null = null
  let isClosed = false
  const pause = (delayMs: number): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        if (wait !== null) timers.clear(wait.timer)
        wait = null
        resolve()
      }
      wait = { timer: timers.set(go, delayMs), go }
    })
  const wake = (): void => wait?.go()
  const sendNext = (): void => {
    if (isClosed || running !== null) return
    const item = next()
    if (item === undefined) return
    const stop = new AbortController()
    running = { key: item.key, stop }
    const send = createSending({ transport, find, change, pause, isClosed: () => isClosed }, item.key, stop.signal)
    void send().finally(() => {
      running = null
      sendNext()
    })
  }
  const stop = (): void => {
    running?.stop.abort()
    wake()
  }
  return {
    /** Starts the next file, unless one is under way. */
    sendNext,
    wake,
    isClosed: (): boolean => isClosed,
    /** Stops this file if it is the one under way. */
    stop(key: string): void {
      if (running?.key === key) stop()
    },
    close(): void {
      isClosed = true
      stop()
    },
    open(): void {
      isClosed = false
    },
  }
}
