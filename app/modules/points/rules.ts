/** The rules of points as pure functions: when they expire, and what an invitation's code looks like. */
import { addMonths } from '~/modules/entitlement/entitlement.server'
import { latinDigits } from '~/text/digits'
import { dropUnseen } from '~/text/unseen'

const dayMs = 86_400_000

/** Customers are told so many days before their points expire. */
export const noticeDays = 14

/** Without letters and digits that look alike; people read them aloud. */
export const inviteAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const inviteCodeLength = 8
/** A code as it was typed: with spaces, hyphens, small letters and the digits of any of the eight languages. */
export const readInviteCode = (typed: string): string =>
  latinDigits(dropUnseen(typed).normalize('NFKC'))
    .toUpperCase()
    .replaceAll(/[\s\-‐‑–]/gu, '')

/** The beginning of a day in UTC. */
export const dayOf = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs)
export const daysAfter = (day: Date, days: number): Date => new Date(day.getTime() + days * dayMs)

/** On this day points expire that came before the answer: the same day so many calendar months earlier. */
export const cutOf = (day: Date, months: number): Date => addMonths(day, day.getUTCDate(), -months)

/** The first day on which points expire that came then. */
export const endOf = (came: Date, months: number): Date => {
  // A short month may hold the cut back or forward by up to three days.
  let day = daysAfter(dayOf(addMonths(came, came.getUTCDate(), months)), -4)
  while (cutOf(day, months) <= came) day = daysAfter(day, 1)
  return day
}

/** The first letter of a name, which is all that others see of it. */
export const initialOf = (userName: string): string => [...userName][0]?.toUpperCase() ?? ''

/** An address without what its owner may put behind a plus: the same mailbox. */
export const mailboxOf = (email: string | null): string | null =>
  email === null
    ? null
    : email
        .normalize('NFKC')
        .toLowerCase()
        .replace(/\+[^@]*(?=@)/, '')
