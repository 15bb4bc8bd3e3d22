/**
 * Watches over a signed-in page: every click, key and touch counts as an act, once a second it is seen whether the idle time
 * is over; two minutes before a warning asks, at its end the person is told, what was typed is kept, and the page is left.
 * Other tabs of the same session hear of acts and of its end.
 */
import { callApi } from '~/client/api/call'
import { keepTyped, watchTyping } from './drafts'
import { nextIdle, startIdle, type Idle } from './idle.states'
import { isLeaving, leaveFor } from './leave'
import { prepareState, restoreState, storeState } from './storage'
import { heldSession, holdSession, type PageSession } from './tokens'

const checkEveryMs = 1000
/** The server needs to hear of acts about so often; the idle time is half an hour. */
const tellEveryMs = 60_000
const actEvents = ['click', 'keydown', 'touchstart', 'submit'] as const

export type Watch = { stop: () => void; stay: () => void }
type Message = { is: 'act'; atMs: number } | { is: 'ended' }

/** Ends the session in this browser because nobody did anything: the server is told, and says why on the next page. */
const endIdle = async (): Promise<void> => {
  await keepTyped()
  await callApi('/iot/customer/onlineState', { method: 'POST', values: { state: 0 }, background: true, quiet: true })
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/logout'
  for (const [name, value] of [['reason', 'idle'], ['page', location.pathname + location.search]] as const) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}

/** Begins to watch. `onIdle` shows and hides the warning; gives null where nobody is signed in any more. */
export const startWatch = async (language: string, onIdle: (idle: Idle) => void): Promise<Watch | null> => {
  const asked = await callApi<PageSession>('/iot/customer/pageSession', { background: true, quiet: true })
  if (!asked.ok) return null
  const session = asked.data
  holdSession(session)
  await restoreState(session.storageKey)
  let idle = startIdle(session.idleMs, session.idleLeftMs, Date.now())
  let toldMs = Date.now()
  let ending = false
  const channel = new BroadcastChannel(`portal-session-${session.sessionId}`)
  const say = (message: Message) => channel.postMessage(message)
  const save = () =>
    void prepareState(session.storageKey, { username: session.userName, accessToken: session.accessToken, gatewayToken: session.token, language, allUnReadNum: 0, lastClickTime: idle.lastActMs }).catch(() => undefined)

  const set = (next: Idle) => {
    if (next === idle) return
    const before = idle.state
    idle = next
    if (idle.state !== before) onIdle(idle)
  }
  const act = () => {
    if (ending || isLeaving()) return
    const atMs = Date.now()
    const wasWarned = idle.state === 'warned'
    set(nextIdle(idle, { is: 'act', atMs }))
    if (!wasWarned && atMs - toldMs < tellEveryMs) return
    toldMs = atMs
    say({ is: 'act', atMs })
    save()
    // The answer says when the session has ended meanwhile, and then the page is left.
    void callApi('/iot/customer/onlineState', { method: 'POST', values: { state: 1 }, latestOnly: true })
  }
  /** The server may know of an act on another tab or page. */
  const over = async () => {
    const known = await callApi<PageSession>('/iot/customer/pageSession', { background: true, quiet: true })
    if (known.ok && known.data.idleLeftMs > checkEveryMs * 2) {
      idle = startIdle(known.data.idleMs, known.data.idleLeftMs, Date.now())
      onIdle(idle)
      ending = false
      return
    }
    if (!known.ok && known.code === 'network') {
      ending = false
      return
    }
    say({ is: 'ended' })
    await endIdle()
  }
  const tick = () => {
    if (ending || isLeaving()) return
    const before = idle.state
    const next = nextIdle(idle, { is: 'tick', atMs: Date.now() })
    if (next.state === 'over') {
      ending = true
      void over()
      return
    }
    set(next)
    if (before === 'awake' && idle.state === 'warned') void keepTyped()
  }
  const onMessage = (event: MessageEvent<Message>) => {
    if (event.data.is === 'act') set(nextIdle(idle, { is: 'act', atMs: event.data.atMs }))
    else if (!ending && !isLeaving()) void keepTyped().finally(() => leaveFor(location.pathname + location.search))
  }
  // A page that comes back from the browser's memory may be of a session that has ended.
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) location.reload()
  }
  const onExit = (event: SubmitEvent) => {
    if (event.target instanceof HTMLFormElement && event.target.dataset.exit !== undefined) {
      holdSession(null)
      say({ is: 'ended' })
    }
  }
  const onHide = () => {
    if (heldSession() === null) sessionStorage.clear()
    else storeState()
  }

  channel.addEventListener('message', onMessage)
  for (const name of actEvents) document.addEventListener(name, act, { capture: true, passive: true })
  document.addEventListener('submit', onExit, true)
  addEventListener('pageshow', onShow)
  addEventListener('pagehide', onHide)
  const stopTyping = watchTyping()
  const timer = setInterval(tick, checkEveryMs)
  save()
  return {
    stay: act,
    stop: () => {
      clearInterval(timer)
      stopTyping()
      channel.close()
      for (const name of actEvents) document.removeEventListener(name, act, { capture: true })
      document.removeEventListener('submit', onExit, true)
      removeEventListener('pageshow', onShow)
      removeEventListener('pagehide', onHide)
    },
  }
}
