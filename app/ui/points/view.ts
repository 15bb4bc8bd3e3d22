/** The data of the pages of points: plain data, points as whole decimal text, times as ISO 8601 in UTC. */
import type { InvitationReason, InvitationState } from '~/modules/points/points.server'
import type { ShownType } from './query'

export type PointsBalance = {
  /** Available points, without those on hold. */
  points: string
  /** Their value in Mango. */
  worth: string
  /** On hold for unpaid orders; null if none are. */
  held: string | null
  /** How many expire on which days, soonest first. */
  expiries: readonly { endsOn: string; points: string }[]
}

export type EntryView = {
  number: string | null
  at: string
  type: ShownType
  amount: string
  balanceAfter: string
  orderNumber: string | null
}

/** A plan with its price in points. */
export type PointsPlan = {
  plan: string
  name: string
  months: number
  points: string
  /** How many points are missing; null if there are enough. */
  missing: string | null
  href: string
}
export type InvitedView = {
  initial: string
  state: InvitationState
  reason: InvitationReason | null
  points: string | null
  registeredAt: string
}
