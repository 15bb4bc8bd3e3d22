/** Database row types for payments. Types only. */
import type { Prisma } from '~/platform/db.server'

export type AttemptRow = Prisma.PaymentAttemptGetPayload<object>
export type DepositRow = Prisma.DepositGetPayload<object>
