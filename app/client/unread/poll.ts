/**
 * Polls the unread count: once when a session begins, then every minute, and when a page of messages was left. An
 * answer about the session or the account ends the session. Without an answer, or with one about server trouble or a
 * limit, the person is told once and the poll is repeated with growing pauses; ten minutes of such answers end the
 * session too.
 */
import { callApi } from '~/client/api/call'
import { endsSession } from '~/client/api/codes'
import { callText } from '~/client/api/texts'
import { isLeaving, leavePolled } from '~/client/session/leave'
import { showToast } from '~/client/toast'
import { holdUnread, unreadMoment } from './count'

const pollEveryMs = 60_000
/**
 * How long a server may answer with errors before the page signs out: a restart or an overload must not end anybody's
 * work.
 */
const failingEndsMs = 600_000
const maxPauseMs = 240_000
/** The end of the account; the codes for the session's end are in `endsSession`. */
const isAccountsEnd = (code: string): boolean => code === 'U6008'

export type Poll = { ask(): void; stop(): void }
export type PollNeeds = {
  /** This is the session's first page: the poll starts at once. */
  first: boolean
  /** True if the server was last told that the person is online. */
  isOnline: () => boolean
  /** Called with each new count, for the other tabs and the stored state. */
  onCount: (count: number, at: number) => void
}

/** An answer from a proxy or a broken connection has none of the portal's codes: it says nothing about the session. */
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
      recovered()
      // The count excludes what was read while it was on its way.
      if (holdUnread(answer.data, at)) onCount(answer.data, at)
    } else if (answer.code === 'cancelled') return
    // Codes of a session's end, and a 401 without a code, were already handled by the call, in one sentence.
    else if (endsSession(answer.status, answer.code)) return
    else if (isAccountsEnd(answer.code)) refused(answer.message)
    else if (isNoAnswer(answer.code)) {
      failingSinceMs = null
      pauseMs = pollEveryMs
      showToast('problem', callText('network'))
    } else failed(answer.message)
  }
  let pauseMs = pollEveryMs
  let failingSinceMs: number | null = null
  const recovered = () => {
    failingSinceMs = null
    pauseMs = pollEveryMs
  }
  const failed = (message: string) => {
    const nowMs = performance.now()
    if (failingSinceMs === null) {
      failingSinceMs = nowMs
      showToast('problem', message)
    } else if (nowMs - failingSinceMs >= failingEndsMs) {
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
