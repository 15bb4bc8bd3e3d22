/**
 * The publication of a System or VNO list as a pure table: which action leads from which state to which. docs/lists.md
 * shows it. A list has at most one version that everybody gets and one that only some of the boxes get.
 */

/** Which versions of a list boxes and customers get. */
export const publicationStates = {
  draft: 'nobody but its owner sees the list',
  'first-stage': 'some boxes get a version, nobody else sees the list',
  out: 'everybody has one version',
  staged: 'some boxes get a different version from everybody else',
  'first-paused': 'as first-stage, but no further box gets the version',
  paused: 'as staged, but no further box gets the version',
} as const
export type PublicationState = keyof typeof publicationStates
export const publicationStateNames = Object.keys(publicationStates) as PublicationState[]

/** The actions on a list's publication, each with its meaning. */
export const publicationEvents = {
  stage: 'a version is given to some of the boxes',
  publish: 'a version is given to everybody',
  widen: 'more boxes get the staged version',
  finish: 'everybody gets the staged version',
  pause: 'no further box gets the staged version; those that have it keep it',
  resume: 'the boxes of the stage get its version again',
  withdraw: 'the stage ends, and its boxes get what everybody gets',
  'roll-back': 'a stage ends, and everybody gets what was out before this version again, if anything was',
  unpublish: 'nobody gets the list any more; a stage ends',
  delete: 'the list is deleted; a stage ends, and what is out comes back with the list',
} as const
export type PublicationEvent = keyof typeof publicationEvents
export const publicationEventNames = Object.keys(publicationEvents) as PublicationEvent[]

type Row = Partial<Readonly<Record<PublicationEvent, PublicationState>>>
const endsFirst = { withdraw: 'draft', 'roll-back': 'draft', unpublish: 'draft', delete: 'draft' } as const
const ends = { withdraw: 'out', 'roll-back': 'out', unpublish: 'draft', delete: 'out' } as const
const edges: Readonly<Record<PublicationState, Row>> = {
  draft: { stage: 'first-stage', publish: 'out', delete: 'draft' },
  'first-stage': { ...endsFirst, widen: 'first-stage', finish: 'out', pause: 'first-paused' },
  'first-paused': { ...endsFirst, resume: 'first-stage' },
  out: { stage: 'staged', publish: 'out', 'roll-back': 'out', unpublish: 'draft', delete: 'out' },
  staged: { ...ends, widen: 'staged', finish: 'out', pause: 'paused' },
  paused: { ...ends, resume: 'staged' },
}

/** The state after an action; null if it is refused. */
export const publicationAfter = (state: PublicationState, event: PublicationEvent): PublicationState | null =>
  edges[state][event] ?? null

/** The state that follows from a list's publications. */
export const publicationStateOf = (list: {
  published: object | null
  staged: { pausedAt: Date | null } | null
}): PublicationState => {
  const isFirst = list.published === null
  if (list.staged === null) return isFirst ? 'draft' : 'out'
  if (list.staged.pausedAt !== null) return isFirst ? 'first-paused' : 'paused'
  return isFirst ? 'first-stage' : 'staged'
}
