/**
 * How a page detects the end of its session: by its own clock, or from another tab. The server decides; until it
 * confirms the end, the page stays.
 */
import { callApi } from '~/client/api/call'
import { isLeaving, leave } from './leave'
import { askSession } from './page-session'
import type { EndReason, Tabs } from './tabs'
import type { PageSession } from './tokens'

/** How often the server is asked again after the idle time if it can't be reached. */
const askAgainMs = 10_000
/** A tab that is told of the end checks at these times, because the other tab's form may still be on its way. */
const endLooksMs = [0, 250, 500, 1000, 2000, 4000] as const
/**
 * Both tabs get the message from the next page, through one cookie: the tab that ended the session gets its page first.
 */
const otherFirstMs = 1000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Parts = {
  send: Tabs['send']
  /** Beyond this, the server knows of an action that this page does not know of. */
  lateMs: number
  /** The session continues: the server knows of an action elsewhere, or this browser's clock has jumped. */
  onAwake(session: PageSession): void
}

export const createEnding = ({ send, lateMs, onAwake }: Parts) => {
  let isFindingOut = false
  let askedMs = -askAgainMs
  const findOut = (work: () => Promise<void>): void => {
    isFindingOut = true
    void work().finally(() => {
      isFindingOut = false
    })
  }

  const end = async (): Promise<void> => {
    askedMs = performance.now()
    const known = await askSession()
    if (isLeaving()) return
    if (!known.ok && known.code === 'network') return
    if (known.ok && known.data.idleLeftMs > lateMs) return onAwake(known.data)
    send({ is: 'ended', reason: 'idle' })
    // If the server has already ended the session by its own clock, it says so; nothing depends on it.
    await callApi('/iot/customer/onlineState', {
      method: 'POST',
      values: { state: 0 },
      background: true,
      quiet: true,
      endsHere: false,
    })
    leave('idle')
  }
  const follow = async (reason: EndReason): Promise<void> => {
    for (const waitMs of endLooksMs) {
      await pause(waitMs)
      if (isLeaving()) return
      const known = await askSession()
      if (!known.ok && known.code !== 'network') {
        await pause(otherFirstMs)
        return leave(reason)
      }
    }
  }

  return {
    /** True during the check, and while the page is being left: actions no longer count. */
    isOn: (): boolean => isFindingOut || isLeaving(),
    /** The idle time is over by this browser's clock. */
    byIdle(): void {
      if (performance.now() - askedMs >= askAgainMs) findOut(end)
    },
    /** Another tab says that the session ends: this page leaves too, once the server confirms it. */
    byOtherTab: (reason: EndReason): void => findOut(() => follow(reason)),
  }
}
