/** The session of this page, as the server reports it. */
import { callApi } from '~/client/api/call'
import type { PageSession } from './tokens'

/** The events that count as an action of the person. */
export const actEvents = ['click', 'keydown', 'touchstart', 'submit'] as const

/** Asks for the session. The page is not left even if the answer is that the session has ended. */
export const askSession = () =>
  callApi<PageSession>('/iot/customer/pageSession', { background: true, quiet: true, endsHere: false })

/** Resolves at the next action, when the network is back, or when the page is left. */
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

/** The session, as soon as the server can be reached; null if there is none, or the page was left. */
export const findSession = async (left: AbortSignal): Promise<PageSession | null> => {
  while (!left.aborted) {
    const asked = await callApi<PageSession>('/iot/customer/pageSession', { background: true, quiet: true })
    if (asked.ok) return asked.data
    if (asked.code !== 'network') return null
    await nextChance(left)
  }
  return null
}
