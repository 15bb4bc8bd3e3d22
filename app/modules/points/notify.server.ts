/** The notices to customers about points. A higher module provides the texts. */
import { provided } from '~/platform/provided.server'
import type { MessageTexts } from '~/modules/message/message.server'

/** `endsOn`: the day, as ISO 8601. */
export type PointsMessage =
  | { kind: 'invitation-rewarded'; initial: string; points: string }
  | { kind: 'points-expire'; points: string; endsOn: string }

/** The message in every language. */
export const pointsTexts = provided<(message: PointsMessage) => MessageTexts>('the words about points')
