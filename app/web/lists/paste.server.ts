/** Finds what pasted lines mean in a list, and turns them into edits. */
import { matchLines, type Actor } from '~/modules/channel-list/channel-list.server'
import type { Operation } from '~/engine/types'
import { ok, type Result } from '~/errors/table'
import { readSeen } from './answer.server'
import { placeText } from './channels.server'

type Candidate = { id: number; position: number; name: string; place: string }
export type PastePreview = {
  to: string
  revision: number
  source: string
  /** The pasted text, so that the user can change it. */
  text: string
  /** `again`: another line has the channel. */
  lines: { text: string; channel: Candidate | null; candidates: Candidate[]; again: boolean }[]
}

/** Every line with the channel that it means, or those that it may mean. Changes nothing. C1101. */
export const previewPasted = async (
  actor: Actor,
  id: string,
  { text, to }: { text: string; to: string },
): Promise<Result<PastePreview>> => {
  const matched = await matchLines(actor, id, text)
  if (!matched.ok) return matched
  const { lines, rows, ...version } = matched.value
  const byId = new Map(rows.map((row) => [row.id, row]))
  const tell = (one: number): Candidate[] => {
    const row = byId.get(one)
    return row === undefined ? [] : [{ id: one, position: row.position, name: row.name, place: placeText(row) }]
  }
  return ok({
    to,
    text,
    ...version,
    lines: lines.map(({ text: line, id: found, candidates, again }) => ({
      text: line,
      channel: (found === null ? null : tell(found)[0]) ?? null,
      candidates: candidates.flatMap(tell),
      again,
    })),
  })
}

/** Possible targets of a paste: the list's order and its groups, in the revision that the user saw. */
export const readPasteTargets = (actor: Actor, id: string, revision: number) =>
  readSeen(actor, id, revision, (view) => ({
    ids: view.ids({}),
    groups: view.favouriteGroups().map(({ id: group, index, name }) => ({ id: group, index, name })),
    /** The groups' channels in their own order. */
    members: new Map(view.favouriteGroups().map(({ id: group }) => [group, view.groupOrder(group)])),
  }))

/** The pasted channels join a group, at its end in their own order; or become the first of the list. */
export const operationsForPasted = (
  { ids, members }: Awaited<ReturnType<typeof readPasteTargets>>,
  { id, to }: { id: number[]; to: string },
): Operation[] => {
  const pasted = new Set(id)
  if (to === 'order') return [{ op: 'order', order: [...id, ...ids.filter((one) => !pasted.has(one))] }]
  const group = Number(to)
  const before = (members.get(group) ?? []).filter((one) => !pasted.has(one))
  const order = [...before, ...id]
  const own = new Set(order)
  const isListOrder = ids.filter((one) => own.has(one)).every((one, at) => one === order[at])
  return [
    { op: 'favourite', ids: id, group, value: true },
    ...(isListOrder ? [] : [{ op: 'group-order', group, order } as const]),
  ]
}
