/** When actions are reported to the server: the first at once, then at most one per interval, and always the last. */
import { callApi } from '~/client/api/call'

/**
 * Actions are reported to the server at most this often, and the last one after this time at most: a click per second
 * must not be a call per second.
 */
export const reportEveryMs = 15_000

/** `onReport` informs the other tabs. Times are monotonic: a clock that is set back must not stop the reports. */
export const createActivityReports = (onReport: () => void) => {
  // The first action is reported at once: until then the server only knows that somebody signed in.
  let reportedMs = performance.now() - reportEveryMs
  let partMs = -reportEveryMs
  let isUnreported = false
  let isOnline = false
  const isDue = (): boolean => performance.now() - reportedMs >= reportEveryMs
  const report = (): void => {
    isUnreported = false
    isOnline = true
    reportedMs = performance.now()
    onReport()
    // The answer says if the session has ended in the meantime; then the page is left.
    void callApi('/iot/customer/onlineState', { method: 'POST', values: { state: 1 }, background: true, quiet: true })
  }
  return {
    /** Whether the server last heard that the person is online. */
    isOnline: (): boolean => isOnline,
    act(isUrgent: boolean): void {
      isUnreported = true
      if (isUrgent || isDue()) report()
    },
    tick(): void {
      if (isUnreported && isDue()) report()
    },
    /** The server itself counts an upload as an action, so only other tabs are informed. `work` comes before that. */
    part(work: () => void): void {
      if (performance.now() - partMs < reportEveryMs) return
      partMs = performance.now()
      work()
      onReport()
    },
  }
}
