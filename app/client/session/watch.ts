/**
 * Watches over a signed-in page. Every click, key press and touch counts as an action and is reported to the server.
 * Once a second the idle time is checked. A warning appears two minutes before its end; at the end the person is told,
 * typed text is kept, and the page is left. Other tabs of the session are told of actions and of its end.
 */
import { callApi } from '~/client/api/call'
import { isKeptPage } from '~/client/kept-page'
import { heldUnread, holdUnread, listenToReads } from '~/client/unread/count'
import { startPoll } from '~/client/unread/poll'
import { startDrafts } from './drafts'
import { createEnding } from './ending'
import { idleLeftMs, nextIdle, startIdle, type Idle } from './idle.states'
import { beginLeaving } from './leave'
import { actEvents, findSession } from './page-session'
import { prepareState, restoreState, storeState } from './storage'
import { openTabs, type Message } from './tabs'
import { createActivityReports, reportEveryMs } from './activity-reports'
import { heldSession, holdSession, listenToCalls, listenToParts } from './tokens'

const checkEveryMs = 1000
/** Reading a page below this address changes the count. */
const messages = '/news'

/** `leftPage`: true if the page that is there now shows what was typed on it before. */
export type Watch = { stop(): void; stay(): void; leftPage(page: string): Promise<boolean> }
export type WatchState = { warned: boolean; leftMs: number }
export type WatchParts = {
  language: string
  /** The page came with the text typed before the session ended. */
  isGiven: () => boolean
  wasActive: () => boolean
  /** Shows and hides the warning. */
  onChange: (state: WatchState) => void
  left: AbortSignal
}

/** Listens until the returned function is called. */
const listen = <E extends Event>(
  target: EventTarget,
  name: string,
  listener: (event: E) => void,
  options: AddEventListenerOptions = {},
): (() => void) => {
  target.addEventListener(name, listener as EventListener, options)
  return () => target.removeEventListener(name, listener as EventListener, options)
}

/** The idle time; it reports when the warning must be shown or hidden. */
const createIdle = (first: Idle, onChange: WatchParts['onChange']) => {
  let idle = first
  const show = () => onChange({ warned: idle.state === 'warned', leftMs: idleLeftMs(idle, Date.now()) })
  return {
    now: (): Idle => idle,
    set(next: Idle): void {
      const before = idle.state
      idle = next
      if (idle.state !== before) show()
    },
    startAgain(next: Idle): void {
      idle = next
      show()
    },
  }
}

/** Starts watching as soon as the server can be reached. Null if nobody is signed in; then the page is being left. */
export const startWatch = async ({
  language,
  isGiven,
  wasActive,
  onChange,
  left,
}: WatchParts): Promise<Watch | null> => {
  const session = await findSession(left)
  if (session === null) return null
  holdSession(session)
  const restored = await restoreState(session.storageKey)
  const idle = createIdle(
    startIdle(session.idleMs, session.idleLeftMs, Date.now(), restored?.lastClickTime ?? null),
    onChange,
  )
  const drafts = startDrafts(isGiven())
  const save = () =>
    void prepareState(session.storageKey, {
      username: session.userName,
      accessToken: session.accessToken,
      gatewayToken: session.token,
      language,
      allUnReadNum: heldUnread() ?? restored?.allUnReadNum ?? 0,
      lastClickTime: idle.now().lastActMs,
    }).catch(() => undefined)

  const tabs = openTabs(session.sessionId, (message: Message) => {
    if (ending.isOn()) return
    if (message.is === 'act') idle.set(nextIdle(idle.now(), message))
    else if (message.is === 'unread') holdUnread(message.count, message.at)
    else ending.byOtherTab(message.reason)
  })
  const ending = createEnding({
    send: tabs.send,
    // The server hears of actions a little late, never early.
    lateMs: reportEveryMs + 2 * checkEveryMs,
    onAwake: ({ idleMs, idleLeftMs }) => idle.startAgain(startIdle(idleMs, idleLeftMs, Date.now(), null)),
  })
  const reports = createActivityReports(() => {
    tabs.send({ is: 'act', atMs: idle.now().lastActMs })
    save()
  })
  const wake = () => idle.set(nextIdle(idle.now(), { is: 'act', atMs: Date.now() }))
  const act = () => {
    if (ending.isOn()) return
    const wasWarned = idle.now().state === 'warned'
    wake()
    reports.act(wasWarned)
  }
  const onPart = () => {
    if (!ending.isOn()) reports.part(wake)
  }
  const tick = () => {
    if (ending.isOn()) return
    const next = nextIdle(idle.now(), { is: 'tick', atMs: Date.now() })
    if (next.state === 'over') return ending.byIdle()
    if (idle.now().state === 'awake' && next.state === 'warned') void drafts.keep()
    idle.set(next)
    reports.tick()
  }
  // A tab that becomes visible may belong to a session that has ended: nobody should read on in it.
  const onVisible = () => {
    if (document.visibilityState !== 'visible' || ending.isOn()) return
    tick()
    if (!ending.isOn()) void callApi('/iot/customer/pageSession', { background: true, quiet: true, latestOnly: true })
  }
  // A page that the browser restores from memory is requested again.
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) location.reload()
  }
  const onExit = (event: SubmitEvent) => {
    if (!(event.target instanceof HTMLFormElement) || event.target.dataset.exit === undefined) return
    tabs.send({ is: 'ended', reason: 'exit' })
    beginLeaving()
  }
  const onHide = () => {
    if (heldSession() !== null) storeState()
  }
  const onCount = (count: number, at: number) => {
    tabs.send({ is: 'unread', count, at })
    save()
  }

  const stops = [
    ...actEvents.map((name) => listen(document, name, act, { capture: true, passive: true })),
    listen(document, 'submit', onExit),
    listen(document, 'visibilitychange', onVisible),
    listen(window, 'pageshow', onShow),
    listen(window, 'pagehide', onHide),
    listenToCalls(act),
    listenToParts(onPart),
    listenToReads(onCount),
  ]
  const timer = setInterval(tick, checkEveryMs)
  // Actions while this watch was being loaded.
  if (wasActive()) act()
  const poll = startPoll({ first: restored === null, isOnline: reports.isOnline, onCount })
  save()
  document.documentElement.dataset.watched = ''
  return {
    stay: act,
    leftPage: (page) => {
      const { pathname } = new URL(page, location.origin)
      // A page that is kept as it was left discards nothing.
      if (!isKeptPage(pathname)) drafts.leftPage(page)
      if (pathname === messages || pathname.startsWith(`${messages}/`)) poll.ask()
      return drafts.cameTo()
    },
    stop: () => {
      clearInterval(timer)
      poll.stop()
      delete document.documentElement.dataset.watched
      drafts.stop()
      for (const stop of stops) stop()
      tabs.close()
      if (heldSession() === session) holdSession(null)
    },
  }
}
