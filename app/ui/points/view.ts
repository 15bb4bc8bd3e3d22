/** What the pages of points are given: plain data, points as whole decimal text, times as ISO 8601 in UTC. */
import type { InvitationReason, InvitationState } from '~/modules/points/points.server'
import type { ShownType } from './query'

export type PointsBalance = {
  /** What can be spent: without what is set aside. */
  points: string
  /** What they are worth in Mango. */
  worth: string
  /** Set aside for unpaid orders; null where nothing is. */
  held: string | null
  /** What expires on which days, the first first. */
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
  /** How many are missing; null where there are enough. */
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
