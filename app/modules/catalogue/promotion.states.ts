/**
 * The states of a promotion: a pure table. Time moves a planned promotion on by itself, so what is stored is read
 * together with the moment (`promotionStateAt`).
 */
import { fail, ok, type Result } from '~/errors/table'

export const promotionStates = ['draft', 'planned', 'running', 'suspended', 'ended'] as const
export type PromotionState = (typeof promotionStates)[number]
export const promotionEvents = ['edit', 'plan', 'suspend', 'resume', 'end'] as const
export type PromotionEvent = (typeof promotionEvents)[number]

/** What an operator may do in each state, and what it leads to. By time: planned → running → ended. */
export const promotionTable: Readonly<Record<PromotionState, Partial<Record<PromotionEvent, PromotionState>>>> = {
  draft: { edit: 'draft', plan: 'planned', end: 'ended' },
  planned: { edit: 'planned', end: 'ended' },
  running: { suspend: 'suspended', end: 'ended' },
  suspended: { resume: 'running', end: 'ended' },
  ended: {},
}

export type PromotionTimes = { state: string; startsAt: Date; endsAt: Date }

/** The state at a moment. */
export const promotionStateAt = ({ state, startsAt, endsAt }: PromotionTimes, at: Date): PromotionState => {
  if (state === 'draft' || state === 'ended') return state
  if (at >= endsAt) return 'ended'
  if (state === 'suspended') return 'suspended'
  return at < startsAt ? 'planned' : 'running'
}

const utcDay = (at: Date): number => Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())
/** Planned prices stand still from the day (UTC) on which they begin: who looks that day sees what will hold. */
export const isEditable = (promotion: PromotionTimes, at: Date): boolean =>
  promotionStateAt(promotion, at) === 'draft' ||
  (promotionStateAt(promotion, at) === 'planned' && utcDay(at) < utcDay(promotion.startsAt))

/**
 * The state after an event. M4404 when what is resumed is not suspended, M4405 when it can't be edited any more, M4406
 * for anything else that the state does not allow; `data.state` says which it is.
 */
export const afterEvent = (promotion: PromotionTimes, event: PromotionEvent, at: Date): Result<PromotionState> => {
  const state = promotionStateAt(promotion, at)
  const next = promotionTable[state][event]
  if (event === 'edit' && !isEditable(promotion, at)) return fail('M4405', { data: { state } })
  if (next !== undefined) return ok(next)
  return fail(event === 'resume' ? 'M4404' : 'M4406', { data: { state } })
}
