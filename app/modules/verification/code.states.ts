/**
 * The life of a code, without the database: what state a stored code is in, and what each state answers.
 *
 * | state    | check, right       | check, wrong            | spend, right  | a newer code | time passes |
 * |----------|--------------------|-------------------------|---------------|--------------|-------------|
 * | active   | ok, stays active   | I1104, one try less     | ok → used     | → closed     | → expired   |
 * | closed   | I1103              | I1103                   | I1103         | stays        | → expired   |
 * | used     | I1103              | I1103                   | I1103         | stays        | stays       |
 * | expired  | I1102              | I1102                   | I1102         | stays        | stays       |
 *
 * A code without tries left is closed, and so is one that a newer code of the same purpose, target and visitor
 * replaced.
 */
import type { Code } from '~/errors/table'

export type CodeFacts = { expiresAt: Date; triesLeft: number; usedAt: Date | null }
export type CodeState = 'active' | 'closed' | 'used' | 'expired'

export const codeLifeMs = 600_000
export const codeTries = 5
export const codeDigits = 6
/** Minimum time before another code can be requested. */
export const codeGapMs = 60_000

export const stateOfCode = (code: CodeFacts, at: Date): CodeState => {
  if (code.usedAt !== null) return 'used'
  if (code.expiresAt.getTime() <= at.getTime()) return 'expired'
  return code.triesLeft > 0 ? 'active' : 'closed'
}

/** The error for a code that is not active, whatever was typed. */
export const refusalOfCode = { closed: 'I1103', used: 'I1103', expired: 'I1102' } as const satisfies Record<
  Exclude<CodeState, 'active'>,
  Code
>
