/**
 * Sends one file until it is complete, fails, or is removed. It is begun, sent in parts, and resumed after an
 * interruption at the position that the server names.
 */
import { failed, finished, isPassing, type Item } from './items'
import type { AttachmentState, Transport } from './transport'

const firstWaitMs = 1000
const maxWaitMs = 15_000
/** If a server asks for a longer pause, it is still asked again after this time. */
const maxAskedWaitMs = 60_000

export type SendingParts = {
  transport: Transport
  find(key: string): Item | undefined
  change(key: string, more: Partial<Item>): void
  pause(delayMs: number): Promise<void>
  isClosed(): boolean
}
type Refusal = { code: string; message: string; data: Record<string, unknown> | null }
/** The next step: begin the file, ask the server what it has, or continue from there. */
type Next = { do: 'begin' } | { do: 'ask' } | { do: 'put'; offset: number; chunkBytes: number } | 'over'

export const createSending = (parts: SendingParts, key: string, signal: AbortSignal) => {
  const { transport, find, change, pause } = parts
  const isGone = (): boolean => parts.isClosed() || signal.aborted || find(key) === undefined
  let delayMs = firstWaitMs

  /** Ends on a final refusal; after a temporary one it waits and then does `next`. */
  const retryOrFail = async ({ code, message, data }: Refusal, next: Next): Promise<Next> => {
    if (isGone()) return 'over'
    if (!isPassing(code)) {
      change(key, failed(code, message))
      return 'over'
    }
    change(key, { step: 'waiting' })
    const askedMs = typeof data?.retryAfterSeconds === 'number' ? data.retryAfterSeconds * 1000 : 0
    await pause(Math.min(Math.max(delayMs, askedMs), maxAskedWaitMs))
    delayMs = Math.min(delayMs * 2, maxWaitMs)
    return isGone() ? 'over' : next
  }
  const continueFrom = (state: AttachmentState): Next => {
    if (!state.done) return { do: 'put', offset: state.received, chunkBytes: state.chunkBytes }
    change(key, finished(state))
    return 'over'
  }

  const begin = async ({ kind, name, size }: Item): Promise<Next> => {
    change(key, { step: 'sending' })
    const begun = await transport.start({ kind, name, size })
    if (!begun.ok) return retryOrFail(begun, { do: 'begin' })
    if (isGone()) {
      // Removed while it was being begun: the server need not keep it for a day.
      void transport.drop(begun.data.id)
      return 'over'
    }
    change(key, { id: begun.data.id, sent: 0 })
    return { do: 'put', offset: 0, chunkBytes: begun.data.chunkBytes }
  }
  const ask = async (id: string): Promise<Next> => {
    const state = await transport.fetchState(id)
    if (isGone()) return 'over'
    return state.ok ? continueFrom(state.data) : retryOrFail(state, { do: 'ask' })
  }
  const put = async (id: string, file: File, size: number, from: number, chunkBytes: number): Promise<Next> => {
    const end = Math.min(from + chunkBytes, size)
    change(key, { step: 'sending', sent: from })
    const answer = await transport.put(id, from, file.slice(from, end), {
      signal,
      onSent: (bytes) => {
        const sent = Math.min(from + bytes, end)
        if (!isGone()) change(key, { sent, step: sent >= size ? 'checking' : 'sending' })
      },
    })
    if (answer === 'stopped' || isGone()) return 'over'
    if (answer.ok) {
      delayMs = firstWaitMs
      return continueFrom({ ...answer.data, chunkBytes })
    }
    if (answer.code !== 'A0409') return retryOrFail(answer, { do: 'ask' })
    // Another part is being processed, or the server has more than expected here.
    if (answer.data?.busy === true) await pause(firstWaitMs)
    return isGone() ? 'over' : { do: 'ask' }
  }

  return async (): Promise<void> => {
    let next: Next = { do: find(key)?.id == null ? 'begin' : 'ask' }
    while (next !== 'over' && !isGone()) {
      const item = find(key)
      if (item?.file == null) return
      if (next.do === 'begin' || item.id === null) next = await begin(item)
      else if (next.do === 'ask') next = await ask(item.id)
      else next = await put(item.id, item.file, item.size, next.offset, next.chunkBytes)
    }
  }
}
