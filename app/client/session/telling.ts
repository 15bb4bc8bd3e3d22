/** When actions are reported to the server: the first at once, then at most one per interval, and always the last. */
import { callApi } from '~/client/api/call'

/**
 * Actions are reported to the server at most this often, and the last one after this time at most: a click per second
 * must not be a call per second.
 */
export const tellEveryMs = 15_000

/** `onTold` informs the other tabs. Times are monotonic: a clock that is set back must not stop the reports. */
export const createTelling = (onTold: () => void) => {
  // The first action is reported at once: until then the server only knows that somebody signed in.
  let toldMs = performance.now() - tellEveryMs
  let partMs = -tellEveryMs
  let isUntold = false
  let isOnline = false
  const isDue = (): boolean => performance.now() - toldMs >= tellEveryMs
  const tell = (): void => {
    isUntold = false
    isOnline = true
    toldMs = performance.now()
    onTold()
    // The answer says if the session has ended in the meantime; then the page is left.
    void callApi('/iot/customer/onlineState', { method: 'POST', values: { state: 1 }, background: true, quiet: true })
  }
  return {
    /** Whether the server was last told that the person is online. */
    isOnline: (): boolean => isOnline,
    act(isUrgent: boolean): void {
      isUntold = true
      if (isUrgent || isDue()) tell()
    },
    tick(): void {
      if (isUntold && isDue()) tell()
    },
    /** The server itself counts an upload as an action, so only other tabs are told. `work` comes before that. */
    part(work: () => void): void {
      if (performance.now() - partMs < tellEveryMs) return
      partMs = performance.now()
      work()
      onTold()
    },
  }
}
