/**
 * The states of a promotion: a pure table. Time alone moves a planned promotion on, so the state depends on the stored
 * value and the current time (`promotionStateAt`).
 */
import { fail, ok, type Result } from '~/errors/table'

export const promotionStates = ['draft', 'planned', 'running', 'suspended', 'ended'] as const
export type PromotionState = (typeof promotionStates)[number]
export const promotionEvents = ['edit', 'plan', 'suspend', 'resume', 'end'] as const
export type PromotionEvent = (typeof promotionEvents)[number]

/** The operator's actions in each state, and the state they lead to. By time: planned → running → ended. */
export const promotionTable: Readonly<Record<PromotionState, Partial<Record<PromotionEvent, PromotionState>>>> = {
  draft: { edit: 'draft', plan: 'planned', end: 'ended' },
  planned: { edit: 'planned', end: 'ended' },
  running: { suspend: 'suspended', end: 'ended' },
  suspended: { resume: 'running', end: 'ended' },
  ended: {},
}

export type PromotionTimes = { state: string; startsAt: Date; endsAt: Date }

/** The state at a given time. */
export const promotionStateAt = ({ state, startsAt, endsAt }: PromotionTimes, at: Date): PromotionState => {
  if (state === 'draft' || state === 'ended') return state
  if (at >= endsAt) return 'ended'
  if (state === 'suspended') return 'suspended'
  return at < startsAt ? 'planned' : 'running'
}

const utcDay = (at: Date): number => Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())
/**
 * Planned prices are fixed from the day (UTC) on which they begin, so that whoever looks that day sees the price that
 * will hold.
 */
export const isEditable = (promotion: PromotionTimes, at: Date): boolean =>
  promotionStateAt(promotion, at) === 'draft' ||
  (promotionStateAt(promotion, at) === 'planned' && utcDay(at) < utcDay(promotion.startsAt))

/**
 * The state after an event. M4404 if the promotion to resume is not suspended, M4405 if it can't be edited any more,
 * M4406 for anything else that the state does not allow; `data.state` is the state.
 */
export const afterEvent = (promotion: PromotionTimes, event: PromotionEvent, at: Date): Result<PromotionState> => {
  const state = promotionStateAt(promotion, at)
  const next = promotionTable[state][event]
  if (event === 'edit' && !isEditable(promotion, at)) return fail('M4405', { data: { state } })
  if (next !== undefined) return ok(next)
  return fail(event === 'resume' ? 'M4404' : 'M4406', { data: { state } })
}
