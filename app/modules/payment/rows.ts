/** Rows of the database that payments are made of. Pure types. */
import type { Prisma } from '~/platform/db.server'

export type AttemptRow = Prisma.PaymentAttemptGetPayload<object>
export type DepositRow = Prisma.DepositGetPayload<object>
