/**
 * Watches over a signed-in page. Every click, key press and touch counts as an act and is reported to the server. Once
 * a second the idle time is checked: a warning appears two minutes before its end; at the end the person is told, what
 * was typed is kept, and the page is left. Other tabs of the session are told of acts and of its end.
 */
import { callApi } from '~/client/api/call'
import { isKeptPage } from '~/client/kept-page'
import { heldUnread, holdUnread, listenToReads } from '~/client/unread/count'
import { startPoll } from '~/client/unread/poll'
import { startDrafts } from './drafts'
import { idleLeftMs, nextIdle, startIdle, type Idle } from './idle.states'
import { beginLeaving, isLeaving, leave } from './leave'
import { prepareState, restoreState, storeState } from './storage'
import { heldSession, holdSession, listenToCalls, listenToParts, type PageSession } from './tokens'

const checkEveryMs = 1000
/**
 * Acts are reported to the server at most this often, and the last one no later than this: a click a second must not be
 * a call a second.
 */
const tellEveryMs = 15_000
/** How often a server that can't be reached after the idle time is asked again. */
const askAgainMs = 10_000
/** A tab that is told of the end checks it for this long: the other tab's form may still be on its way. */
const endLooksMs = [0, 250, 500, 1000, 2000, 4000] as const
/**
 * Both tabs get the message from the next page, through one cookie: the tab that ended the session gets its page first.
 */
const otherFirstMs = 1000
/** Reading a page below this address changes the count. */
const messages = '/news'
const actEvents = ['click', 'keydown', 'touchstart', 'submit'] as const

export type Watch = { stop(): void; stay(): void; leftPage(page: string): void }
export type WatchNews = { warned: boolean; leftMs: number }
type EndReason = 'exit' | 'idle'
type Message =
  { is: 'act'; atMs: number } | { is: 'ended'; reason: EndReason } | { is: 'unread'; count: number; at: number }

const askSession = () =>
  callApi<PageSession>('/iot/customer/pageSession', { background: true, quiet: true, endsHere: false })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Resolves with the next act, when the network is back, or when the page is left. */
const nextChance = (left: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = new AbortController()
    const go = () => {
      done.abort()
      resolve()
    }
    const options = { capture: true, passive: true, signal: done.signal } as const
    for (const name of actEvents) document.addEventListener(name, go, options)
    addEventListener('online', go, options)
    left.addEventListener('abort', go, options)
  })

/**
 * The session, as soon as the server can be reached; null where it answers that there is none, or the page was left.
 */
const findSession = async (left: AbortSignal): Promise<PageSession | null> => {
  while (!left.aborted) {
    const asked = await callApi<PageSession>('/iot/customer/pageSession', { background: true, quiet: true })
    if (asked.ok) return asked.data
    if (asked.code !== 'network') return null
    await nextChance(left)
  }
  return null
}

/**
 * Starts watching as soon as the server can be reached. `onNews` shows and hides the warning. Null where nobody is
 * signed in; then the page is being left.
 */
export const startWatch = async ({
  language,
  given,
  wasActive,
  onNews,
  left,
}: {
  language: string
  given: boolean
  wasActive: () => boolean
  onNews: (news: WatchNews) => void
  left: AbortSignal
}): Promise<Watch | null> => {
  const session = await findSession(left)
  if (session === null) return null
  holdSession(session)
  const restored = await restoreState(session.storageKey)
  let idle = startIdle(session.idleMs, session.idleLeftMs, Date.now(), restored?.lastClickTime ?? null)
  // Monotonic: a clock that is set back must not stop the reports. The first act is reported at once: until then the
  // server only knows that somebody signed in.
  let toldMs = performance.now() - tellEveryMs
  let untold = false
  /** Whether the server was last told that the person is online. */
  let online = false
  let ending = false
  let askedMs = -askAgainMs
  const drafts = startDrafts(given)
  const channel =
    typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`portal-session-${session.sessionId}`)
  const say = (message: Message) => channel?.postMessage(message)
  const save = () =>
    void prepareState(session.storageKey, {
      username: session.userName,
      accessToken: session.accessToken,
      gatewayToken: session.token,
      language,
      allUnReadNum: heldUnread() ?? restored?.allUnReadNum ?? 0,
      lastClickTime: idle.lastActMs,
    }).catch(() => undefined)
  const show = () => onNews({ warned: idle.state === 'warned', leftMs: idleLeftMs(idle, Date.now()) })
  const set = (next: Idle) => {
    const before = idle.state
    idle = next
    if (idle.state !== before) show()
  }
  const tell = () => {
    untold = false
    online = true
    toldMs = performance.now()
    say({ is: 'act', atMs: idle.lastActMs })
    save()
    // The answer says when the session has ended meanwhile, and then the page is left.
    void callApi('/iot/customer/onlineState', { method: 'POST', values: { state: 1 }, background: true, quiet: true })
  }
  const act = () => {
    if (ending || isLeaving()) return
    const wasWarned = idle.state === 'warned'
    set(nextIdle(idle, { is: 'act', atMs: Date.now() }))
    untold = true
    if (wasWarned || performance.now() - toldMs >= tellEveryMs) tell()
  }
  // The server itself counts an upload as an act: only other tabs have to be told.
  let partMs = -tellEveryMs
  const holdByPart = () => {
    if (ending || isLeaving() || performance.now() - partMs < tellEveryMs) return
    partMs = performance.now()
    set(nextIdle(idle, { is: 'act', atMs: Date.now() }))
    say({ is: 'act', atMs: idle.lastActMs })
    save()
  }
  /**
   * The idle time is over by this browser's clock. The server may know of an act elsewhere, or show that the clock has
   * jumped.
   */
  const over = async (): Promise<void> => {
    askedMs = performance.now()
    const known = await askSession()
    if (isLeaving()) return
    if (!known.ok && known.code === 'network') return
    // The server hears of acts a little late, never early.
    if (known.ok && known.data.idleLeftMs > tellEveryMs + 2 * checkEveryMs) {
      idle = startIdle(known.data.idleMs, known.data.idleLeftMs, Date.now(), null)
      show()
      return
    }
    say({ is: 'ended', reason: 'idle' })
    // A server that has already ended the session by its own clock says so; nothing depends on it.
    await callApi('/iot/customer/onlineState', {
      method: 'POST',
      values: { state: 0 },
      background: true,
      quiet: true,
      endsHere: false,
    })
    leave('idle')
  }
  const tick = () => {
    if (ending || isLeaving()) return
    const next = nextIdle(idle, { is: 'tick', atMs: Date.now() })
    if (next.state === 'over') {
      if (performance.now() - askedMs < askAgainMs) return
      ending = true
      void over().finally(() => {
        ending = false
      })
      return
    }
    if (idle.state === 'awake' && next.state === 'warned') void drafts.keep()
    set(next)
    if (untold && performance.now() - toldMs >= tellEveryMs) tell()
  }
  /** Another tab says that the session ends: this page leaves too, once it is true. */
  const endElsewhere = async (reason: EndReason): Promise<void> => {
    ending = true
    for (const waitMs of endLooksMs) {
      await pause(waitMs)
      if (isLeaving()) return
      const known = await askSession()
      if (!known.ok && known.code !== 'network') {
        await pause(otherFirstMs)
        leave(reason)
        return
      }
    }
    ending = false
  }
  const onMessage = ({ data }: MessageEvent<Message>) => {
    if (ending || isLeaving()) return
    if (data.is === 'act') set(nextIdle(idle, data))
    else if (data.is === 'unread') holdUnread(data.count, data.at)
    else void endElsewhere(data.reason)
  }
  // A tab that becomes visible may belong to a session that ended meanwhile: nobody should read on in it.
  const onVisible = () => {
    if (document.visibilityState !== 'visible' || ending || isLeaving()) return
    tick()
    if (!ending) void callApi('/iot/customer/pageSession', { background: true, quiet: true, latestOnly: true })
  }
  // A page that the browser restores from memory is requested anew.
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) location.reload()
  }
  const onExit = (event: SubmitEvent) => {
    if (!(event.target instanceof HTMLFormElement) || event.target.dataset.exit === undefined) return
    say({ is: 'ended', reason: 'exit' })
    beginLeaving()
  }
  const onHide = () => {
    if (heldSession() !== null) storeState()
  }

  channel?.addEventListener('message', onMessage)
  for (const name of actEvents) document.addEventListener(name, act, { capture: true, passive: true })
  document.addEventListener('submit', onExit)
  document.addEventListener('visibilitychange', onVisible)
  addEventListener('pageshow', onShow)
  addEventListener('pagehide', onHide)
  const onCount = (count: number, at: number) => {
    say({ is: 'unread', count, at })
    save()
  }
  const stopListening = [listenToCalls(act), listenToParts(holdByPart), listenToReads(onCount)]
  const timer = setInterval(tick, checkEveryMs)
  // What was done while this watch was being loaded.
  if (wasActive()) act()
  const poll = startPoll({
    first: restored === null,
    isOnline: () => online,
    onCount,
  })
  save()
  document.documentElement.dataset.watched = ''
  return {
    stay: act,
    leftPage: (page) => {
      const { pathname } = new URL(page, location.origin)
      // A page that is kept as it was left discards nothing.
      if (!isKeptPage(pathname)) drafts.leftPage(page)
      if (pathname === messages || pathname.startsWith(`${messages}/`)) poll.ask()
    },
    stop: () => {
      clearInterval(timer)
      poll.stop()
      delete document.documentElement.dataset.watched
      drafts.stop()
      for (const stop of stopListening) stop()
      channel?.close()
      for (const name of actEvents) document.removeEventListener(name, act, { capture: true })
      document.removeEventListener('submit', onExit)
      document.removeEventListener('visibilitychange', onVisible)
      removeEventListener('pageshow', onShow)
      removeEventListener('pagehide', onHide)
      if (heldSession() === session) holdSession(null)
    },
  }
}
