/**
 * Mails an account's owner about a sign-in from somewhere new: a browser without the cookie, or a program with another
 * name or network.
 */
import { dayMs, nowMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import type { Visit } from '~/platform/visit'
import { ok } from '~/errors/table'
import { flushSignIns } from './history.server'
import { knownBrowserOf } from './known-browser.server'
import { mailOwner } from './notice.server'

const tell = async (userId: string, visit: Visit, program: string | null): Promise<boolean> => {
  const told = await transact(async (tx) =>
    ok(
      await mailOwner(tx, userId, visit.language, {
        template: 'new-sign-in',
        values: { address: visit.address, userAgent: program },
      }),
    ),
  )
  return told.value
}

/**
 * Call it for each browser sign-in, before its cookie names the account. `browser` is the browser's name for people.
 * True if the owner is notified.
 */
export const notifyNewBrowser = async (userId: string, visit: Visit, browser: string | null): Promise<boolean> =>
  knownBrowserOf(visit, userId) === null ? tell(userId, visit, browser) : false

/** How long a program's last sign-in is remembered. */
const seenMs = 180 * dayMs

/**
 * The same for a program, which keeps no cookie: call it before its sign-in is recorded. A program is not new if it
 * signed in before under the same name from the same address.
 */
export const notifyNewProgram = async (userId: string, visit: Visit): Promise<boolean> => {
  await flushSignIns()
  const userAgent = visit.userAgent?.slice(0, 300) ?? null
  const before = await db.signIn.count({
    where: {
      userId,
      outcome: 'done',
      via: 'program',
      address: visit.address,
      userAgent,
      at: { gt: new Date(nowMs() - seenMs) },
    },
  })
  return before > 0 ? false : tell(userId, visit, userAgent)
}
