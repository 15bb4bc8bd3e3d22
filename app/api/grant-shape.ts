/** Shared by the operator's calls that grant something: whether it is done, or waits for a second operator. */
import { z } from 'zod'
import type { Part } from './command'

type Requested = { id: string; state: 'done' | 'waiting' | 'confirmed' | 'refused' | 'expired'; isNew: boolean }

export const proposalOutput = {
  proposal: z
    .string()
    .nullable()
    .meta({ description: 'the id of what waits for a second operator; null if it is done' }),
  state: z.enum(['done', 'waiting', 'confirmed', 'refused', 'expired']),
}
export const proposalOf = ({ id, state }: Requested): { proposal: string | null; state: Requested['state'] } => ({
  proposal: state === 'done' ? null : id,
  state,
})
/** Whether the answer repeats what an earlier call with the same batch gave. */
export const again = z
  .boolean()
  .meta({ description: 'it was given before, under the same `batch`: nothing is given now' })
export const isAgain = ({ state, isNew }: Requested): boolean => state === 'done' && !isNew
/** 202 while it waits: nothing is granted yet. */
export const statusOfGrant = ({ state, isNew }: Requested): number => (state !== 'done' ? 202 : isNew ? 201 : 200)
/** The same for the command line. */
export const proposalAnswer: Part = {
  say: 'Nothing has been given yet. A second operator must confirm it: proposals confirm {proposal} (now {state}).',
  when: 'proposal',
}
