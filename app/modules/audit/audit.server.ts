/**
 * The audit log: who did what to whom and why. Entries are only added; the product can't change one. Pass `tx` if an
 * action and its entry must be stored together.
 */
import { now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { rules, takeWithin } from '~/platform/limits.server'
import { makeId } from '~/platform/random.server'
import { plainLine } from '~/text/plain-text'
import { ok, tooMany, type Result } from '~/errors/table'

/** `actor`: a user's id, "box <SN>" or "system". `action`: noun.verb. `subject`: the id of what was acted on. */
export type Act = { actor: string; action: string; subject: string; detail?: string | null }
export type AuditRow = { id: string; at: Date; actor: string; action: string; subject: string; detail: string | null }

/** A reason or a summary, not a document. */
const maxDetailLength = 1000

/** Adds an entry. Never pass it a secret. */
export const recordAudit = async (act: Act, tx: Pick<Transaction, 'auditEntry'> = db): Promise<void> => {
  const detail = act.detail == null ? null : act.detail.slice(0, maxDetailLength)
  await tx.auditEntry.create({
    data: { id: makeId(), at: now(), actor: act.actor, action: act.action, subject: act.subject, detail },
  })
}

/**
 * Adds an entry for something that its owner can switch on and off without end; call it only for a real change. I1009
 * beyond the account's limit, because entries are kept permanently.
 */
export const recordSwitch = async (act: Act, tx: Transaction): Promise<Result<null>> => {
  if (!(await takeWithin(tx, 'audited-switch', act.actor)))
    return tooMany({ retryAfterSeconds: rules['audited-switch'].seconds })
  await recordAudit(act, tx)
  return ok(null)
}

/** The operator who acts, and the reason given. */
export type By = { userId: string; why: string | null }
/** Adds an entry for an operator's action, with the reason after the description. */
export const recordActBy = (
  by: By,
  act: Omit<Act, 'actor'>,
  tx: Pick<Transaction, 'auditEntry'> = db,
): Promise<void> => {
  // Keep an entry on one line, even in a terminal.
  const why = by.why === null ? null : `why: ${plainLine(by.why)}`
  const detail = [act.detail ?? null, why].filter((part) => part !== null).join('; ') || null
  return recordAudit({ ...act, actor: by.userId, detail }, tx)
}

/** Entries, newest first, filtered by subject or actor if given, for the operator. */
export const listAuditEntries = async (filter: {
  subject?: string | null
  actor?: string | null
  page: number
  size: number
}): Promise<{ items: AuditRow[]; total: number }> => {
  const where = {
    ...(filter.subject == null ? {} : { subject: filter.subject }),
    ...(filter.actor == null ? {} : { actor: filter.actor }),
  }
  const [items, total] = await db.$transaction([
    db.auditEntry.findMany({
      where,
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      skip: (filter.page - 1) * filter.size,
      take: filter.size,
    }),
    db.auditEntry.count({ where }),
  ])
  return { items, total }
}
