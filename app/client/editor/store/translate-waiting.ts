/**
 * Translates waiting actions after a list's file was replaced. Their channels are looked up in the new file, and the
 * person sees the result before the actions are applied to it. Nothing is guessed: channels that are not found are left
 * out.
 */
import type { MappingView } from '~/ui/channel-list/mapping-report'
import { idsOf, translateOperations } from '~/modules/channel-list/edit/translate.schema'
import type { Operation } from '~/engine/types'
import type { Entry } from '../save/journal'
import type { Mapped, Transport } from '../transport'
import type { CarryOver } from './carry-over'

/** How many names of one kind are shown; the counts are complete. */
const maxNamesShown = 50

/** Passed in by the editor, so that the two share no file. */
type Own = {
  edits: readonly Entry[]
  waiting: string
  withoutRepeatedDeletes: (operations: readonly Operation[], gone: Set<number>) => Operation[]
}

/** Looks up what waits; null if the server can't be reached now, or has yet another revision. */
export const translateWaiting = async (
  { edits, waiting, withoutRepeatedDeletes }: Own,
  find: Transport['findChannels'],
): Promise<CarryOver | null> => {
  const found = new Map<string, Mapped>()
  for (const source of new Set(edits.map((entry) => entry.source ?? ''))) {
    const ids = idsOf(edits.filter((entry) => (entry.source ?? '') === source).flatMap((entry) => entry.operations))
    const mapped = await find(source, ids)
    if (!mapped) return null
    found.set(source, mapped)
  }
  const [first, ...others] = found.values()
  if (!first || others.some((mapped) => mapped.revision !== first.revision)) return null
  const view: MappingView = {
    kept: true,
    whole: 0,
    found: { count: 0, names: [] },
    missing: { count: 0, names: [] },
    ambiguous: { count: 0, names: [] },
  }
  for (const [source, mapped] of found) {
    // Actions that were made on the newest file need no translation.
    if (source === first.source) continue
    view.kept &&= mapped.kept
    for (const kind of ['found', 'missing', 'ambiguous'] as const) {
      view[kind].count += mapped[kind].length
      view[kind].names.push(
        ...mapped[kind].slice(0, maxNamesShown - view[kind].names.length).flatMap(({ name }) => name ?? []),
      )
    }
  }
  // A channel that was deleted in the earlier file and again in the new one counts once.
  const gone = new Set<number>()
  const entries = edits.flatMap((entry): Entry[] => {
    const mapped = found.get(entry.source ?? '')
    const own = !mapped || entry.source === first.source
    const { operations: translated, whole } = own
      ? { operations: entry.operations, whole: 0 }
      : translateOperations(entry.operations, new Map(mapped.found.map(({ id, to }) => [id, to])))
    view.whole += whole
    const operations = withoutRepeatedDeletes(translated, gone)
    return operations.length === 0
      ? []
      : [{ ...entry, operations, source: own ? (entry.source ?? first.source) : first.source }]
  })
  return {
    revision: first.revision,
    source: first.source,
    waiting,
    view,
    entries: view.kept ? entries : [],
  }
}
