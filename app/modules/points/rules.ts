/** The rules of points as pure functions: expiry dates and the format of invitation codes. */
import { addMonths } from '~/modules/entitlement/entitlement.server'
import { latinDigits } from '~/text/digits'
import { dropUnseen } from '~/text/unseen'
import { normalForm } from '~/text/normal-form'

const dayMs = 86_400_000

/** How many days before expiry customers are told. */
export const noticeDays = 14

/** No letters or digits that look alike, because people read codes aloud. */
export const inviteAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const inviteCodeLength = 8
/** Normalizes a typed code: spaces, hyphens, lower case and the digits of any of the eight languages. */
export const readInviteCode = (typed: string): string =>
  latinDigits(normalForm(dropUnseen(typed), 'NFKC'))
    .toUpperCase()
    .replaceAll(/[\s\-‐‑–]/gu, '')

/** The beginning of a day in UTC. */
export const dayOf = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs)
export const daysAfter = (day: Date, days: number): Date => new Date(day.getTime() + days * dayMs)

/** Points received before the returned time expire on this day. It is the same day, that many months earlier. */
export const cutOf = (day: Date, months: number): Date => addMonths(day, day.getUTCDate(), -months)

/** The first day on which points received at this time expire. */
export const endOf = (came: Date, months: number): Date => {
  // In short months the cut may be up to three days off.
  let day = daysAfter(dayOf(addMonths(came, came.getUTCDate(), months)), -4)
  while (cutOf(day, months) <= came) day = daysAfter(day, 1)
  return day
}

/** The first letter of a name: all that others see of it. */
export const initialOf = (userName: string): string => [...userName][0]?.toUpperCase() ?? ''

/** The address without its part after a plus sign, which is the same mailbox. */
export const mailboxOf = (email: string | null): string | null =>
  email === null
    ? null
    : normalForm(email, 'NFKC')
        .toLowerCase()
        .replace(/\+[^@]*(?=@)/, '')
