/**
 * Asks how many messages wait to be read: once when a session begins, then every minute, and when a page of messages
 * was left. An answer about the session or the account ends the session. No answer, or one that says that the server
 * has trouble or is asked too often, says so once and is asked again with growing pauses; ten minutes of such answers
 * end it too.
 */
import { callApi } from '~/client/api/call'
import { endsSession } from '~/client/api/codes'
import { callText } from '~/client/api/texts'
import { isLeaving, leavePolled } from '~/client/session/leave'
import { showToast } from '~/client/toast'
import { holdUnread, unreadMoment } from './count'

const pollEveryMs = 60_000
/**
 * So long may a server answer nothing but trouble before its page signs out: a restart, or a full house, ends nobody's
 * work.
 */
const troubleEndsMs = 600_000
const maxPauseMs = 240_000
/** The account's own end; the session's are in `endsSession`. */
const isAccountsEnd = (code: string): boolean => code === 'U6008'

export type Poll = { ask(): void; stop(): void }
export type PollNeeds = {
  /** The session's first page: it asks at once. */
  first: boolean
  /** True when the server was last told that somebody is here. */
  isOnline: () => boolean
  /** Told after each answer that says something new, for the other tabs and for what is kept of the session. */
  onCount: (count: number, at: number) => void
}

/**
 * What a proxy or a cut connection leaves behind carries no code of the portal's: nobody said anything about the
 * session.
 */
const isNoAnswer = (code: string): boolean => code === 'network' || code === 'unknown'

export const startPoll = ({ first, isOnline, onCount }: PollNeeds): Poll => {
  let stopped = false
  const ask = async (): Promise<void> => {
    if (stopped || isLeaving()) return
    const at = unreadMoment()
    const answer = await callApi<number>('/userFeedback/customer/allUnreadMessage', {
      values: { state: isOnline() ? 1 : 0 },
      background: true,
      quiet: true,
      latestOnly: true,
    })
    if (stopped || isLeaving()) return
    if (answer.ok) {
      calm()
      // What was read while it was on its way is not in it.
      if (holdUnread(answer.data, at)) onCount(answer.data, at)
    } else if (answer.code === 'cancelled') return
    // The codes of a session's end, and a 401 without one, have been dealt with by the call, in one sentence.
    else if (endsSession(answer.status, answer.code)) return
    else if (isAccountsEnd(answer.code)) refused(answer.message)
    else if (isNoAnswer(answer.code)) {
      troubledSinceMs = null
      pauseMs = pollEveryMs
      showToast('problem', callText('network'))
    } else trouble(answer.message)
  }
  let pauseMs = pollEveryMs
  let troubledSinceMs: number | null = null
  const calm = () => {
    troubledSinceMs = null
    pauseMs = pollEveryMs
  }
  const trouble = (message: string) => {
    const nowMs = performance.now()
    if (troubledSinceMs === null) {
      troubledSinceMs = nowMs
      showToast('problem', message)
    } else if (nowMs - troubledSinceMs >= troubleEndsMs) {
      refused(message)
      return
    }
    pauseMs = Math.min(maxPauseMs, pauseMs * 2)
  }
  const refused = (message: string) => {
    stopped = true
    leavePolled(message)
  }
  let timer: ReturnType<typeof setTimeout>
  const later = () => {
    timer = setTimeout(
      () =>
        void ask().finally(() => {
          if (!stopped) later()
        }),
      pauseMs,
    )
  }
  if (first) void ask()
  later()
  return {
    ask: () => void ask(),
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
