/**
 * The publication of a System or VNO list as one pure table: which act leads from which state to which. docs/lists.md
 * draws it. A list has at most one version that everybody gets and one that only a part of the boxes gets.
 */

/** What boxes and customers have of a list. */
export const publicationStates = {
  draft: 'nobody but its owner sees the list',
  'first-stage': 'a part of the boxes has a version, nobody else sees the list',
  out: 'everybody has one version',
  staged: 'a part of the boxes has another version than everybody else',
} as const
export type PublicationState = keyof typeof publicationStates
export const publicationStateNames = Object.keys(publicationStates) as PublicationState[]

/** What may happen to a list's publication, each with its meaning. */
export const publicationEvents = {
  stage: 'a version is given to a part of the boxes',
  publish: 'a version is given to everybody',
  widen: 'more boxes get the staged version',
  finish: 'everybody gets the staged version',
  withdraw: 'the stage ends, and its boxes get what everybody gets',
  'roll-back': 'a stage ends, and everybody gets what was out before this version again, if anything was',
  unpublish: 'nobody gets the list any more; a stage ends',
  delete: 'the list is deleted; a stage ends, and what is out comes back with the list',
} as const
export type PublicationEvent = keyof typeof publicationEvents
export const publicationEventNames = Object.keys(publicationEvents) as PublicationEvent[]

type Row = Partial<Readonly<Record<PublicationEvent, PublicationState>>>
const edges: Readonly<Record<PublicationState, Row>> = {
  draft: { stage: 'first-stage', publish: 'out', delete: 'draft' },
  'first-stage': {
    widen: 'first-stage',
    finish: 'out',
    withdraw: 'draft',
    'roll-back': 'draft',
    unpublish: 'draft',
    delete: 'draft',
  },
  out: { stage: 'staged', publish: 'out', 'roll-back': 'out', unpublish: 'draft', delete: 'out' },
  staged: { widen: 'staged', finish: 'out', withdraw: 'out', 'roll-back': 'out', unpublish: 'draft', delete: 'out' },
}

/** Where an act leads; null where it is refused. */
export const publicationAfter = (state: PublicationState, event: PublicationEvent): PublicationState | null =>
  edges[state][event] ?? null

/** The state of a list by what it has. */
export const publicationStateOf = (list: { publishedId: string | null; stagedId: string | null }): PublicationState =>
  list.publishedId === null
    ? list.stagedId === null
      ? 'draft'
      : 'first-stage'
    : list.stagedId === null
      ? 'out'
      : 'staged'
