/**
 * Asks how many messages wait to be read: once when a session begins, then every minute, and when a page of messages was
 * left. An answer that is no success ends the session; no answer says Network Error, and the next minute asks again.
 */
import { callApi } from '~/client/api/call'
import { endsSession } from '~/client/api/codes'
import { callText } from '~/client/api/texts'
import { isLeaving, leavePolled } from '~/client/session/leave'
import { showToast } from '~/client/toast'
import { holdUnread, unreadMoment } from './count'

const pollEveryMs = 60_000

export type Poll = { ask(): void; stop(): void }
export type PollNeeds = {
  /** The session's first page: it asks at once. */
  first: boolean
  /** True when the server was last told that somebody is here. */
  isOnline: () => boolean
  /** Told after each answer that says something new, for the other tabs and for what is kept of the session. */
  onCount: (count: number, at: number) => void
}

/** What a proxy or a cut connection leaves behind carries no code of the portal's: nobody said anything about the session. */
const isNoAnswer = (code: string): boolean => code === 'network' || code === 'unknown'

export const startPoll = ({ first, isOnline, onCount }: PollNeeds): Poll => {
  let stopped = false
  const ask = async (): Promise<void> => {
    if (stopped || isLeaving()) return
    const at = unreadMoment()
    const answer = await callApi<number>('/userFeedback/customer/allUnreadMessage', { values: { state: isOnline() ? 1 : 0 }, background: true, quiet: true, latestOnly: true })
    if (stopped || isLeaving()) return
    if (answer.ok) {
      // What was read while it was on its way is not in it.
      if (holdUnread(answer.data, at)) onCount(answer.data, at)
    } else if (isNoAnswer(answer.code)) showToast('problem', callText('network'))
    // The codes of a session's end have been dealt with by the call.
    else if (answer.code !== 'cancelled' && !endsSession(answer.status, answer.code)) refused(answer.message)
  }
  const refused = (message: string) => {
    stopped = true
    leavePolled(message)
  }
  const timer = setInterval(() => void ask(), pollEveryMs)
  if (first) void ask()
  return {
    ask: () => void ask(),
    stop: () => {
      stopped = true
      clearInterval(timer)
    },
  }
}
