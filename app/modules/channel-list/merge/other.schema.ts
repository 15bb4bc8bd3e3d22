/**
 * How addresses and programs name what a list is compared or merged with: `list.ID`, `list.ID.REVISION` (another list,
 * in one of its versions), `version.REVISION` (of this list), `file.ID` (uploaded for this).
 */
import { z } from 'zod'

export { differenceFields, differenceKinds, leftWhys, lineMeanings, lineOutcomes, mergePlaces } from '~/engine/lists'

/**
 * Kinds of values that a merge can take for items that both lists have: all technical fields of channels; categories;
 * own numbers; names in other languages; lock and skip; satellites and transponders; orders inside groups.
 */
export const mergeTakes = ['details', 'categories', 'numbers', 'languages', 'marks', 'sky', 'groupOrder'] as const
export type MergeTake = (typeof mergeTakes)[number]
/** The key of a difference, as it is shown to clients. */
export const differenceKey = /^[A-Za-z.]{1,30}\.t?\d{1,10}$/

export type OtherRef =
  | { kind: 'list'; id: string; revision: number | null }
  | { kind: 'version'; revision: number }
  | { kind: 'file'; id: string }

const form = /^(?:list\.([0-9a-z]{1,40})(?:\.([1-9]\d{0,8}))?|version\.([1-9]\d{0,8})|file\.([0-9a-z]{1,40}))$/

/** Null if the text names nothing. */
export const parseOther = (text: string | null | undefined): OtherRef | null => {
  const match = form.exec(text ?? '')
  if (match === null) return null
  const [, list, revision, version, file] = match
  if (list !== undefined) return { kind: 'list', id: list, revision: revision === undefined ? null : Number(revision) }
  if (version !== undefined) return { kind: 'version', revision: Number(version) }
  return file === undefined ? null : { kind: 'file', id: file }
}

export const otherText = (ref: OtherRef): string => {
  if (ref.kind === 'file') return `file.${ref.id}`
  if (ref.kind === 'version') return `version.${ref.revision}`
  return `list.${ref.id}${ref.revision === null ? '' : `.${ref.revision}`}`
}

export const otherSchema = z.string().transform((text, context): OtherRef => {
  const ref = parseOther(text)
  if (ref !== null) return ref
  context.addIssue({ code: 'custom', message: 'A0422' })
  return z.NEVER
})
