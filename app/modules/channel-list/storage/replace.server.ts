/**
 * Replaces a list's file: makes a revision with a new source, which can be undone like any other. A failed import
 * leaves the list as it is.
 */
import { checkListService } from './entitled.server'
import { formatNames } from '../channel-list.schema'
import type { Encoding } from '~/engine/types'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { matchesEtag } from '~/platform/http.server'
import { once, type Commit } from '~/platform/idempotency.server'
import { carryOverState } from '../merge/carry-over.server'
import { commitRevision, type Author, type Revision } from './commit.server'
import { authorOf, cleanFileName } from './create.server'
import { writeRevision } from '../files/export.server'
import { importBytes, type Imported } from '../files/import.server'
import { attemptsMax } from '../limits'
import { makeSource, type Source } from './source.server'
import { describeDetails } from './shown.server'
import { findChangeable, findNewest, type StateRow } from './store.server'
import { changeOf } from '../edit/revise.server'
import { inListQueue } from './list-queue.server'
import type { Actor, ListDetails } from '../types'

export type Replacement = {
  bytes: Uint8Array
  fileName: string | null
  /** Entity tags of the file to replace, in either dialect, or "*". */
  ifMatch?: string
  /** The revision to replace. */
  base?: number
  encoding?: Encoding
  keep?: readonly string[]
  /** The client's own id of this replacement; a repeat with the same id is not applied again. */
  batch?: string | undefined
}

/** True if one of the tags is that of the newest revision's file. */
const isMatching = async (who: string, name: string, newest: StateRow, ifMatch: string): Promise<Result<boolean>> => {
  if (ifMatch.trim() === '*') return ok(true)
  // A tag begins with its revision's number; if none matches, no file has to be written to decide.
  if (!ifMatch.includes(`"${newest.number}-`)) return ok(false)
  for (const format of formatNames) {
    const file = await writeRevision(who, { name }, newest, format)
    if (!file.ok) return file
    if (matchesEtag(ifMatch, file.value.etag, 'strong')) return ok(true)
  }
  return ok(false)
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

/** Commits a replacement. The same bytes in the same state make no revision. */
const commitReplacement = async (
  id: string,
  made: { who: string; source: Source; imported: Imported; fileName: string | null; author: Author },
  check: (newest: StateRow) => Promise<Result<boolean>>,
  commit: Commit<null>,
): Promise<'stored' | 'same' | 'refused' | 'gone' | 'busy' | Failure> => {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const newest = await findNewest(id)
    if (newest === null) return 'gone'
    const holds = await check(newest)
    if (!holds.ok) return holds
    if (!holds.value) return 'refused'
    const { facts, problems } = made.imported
    const carriedOver = await carryOverState(made.who, newest, made.source, made.imported.state)
    if (!carriedOver.ok) return carriedOver
    const state = carriedOver.value
    if (newest.sourceId === made.source.id && sameBytes(newest.state, state)) return 'same'
    const revision: Revision = {
      kind: 'replace',
      source: made.source,
      state,
      facts,
      problems,
      operations: null,
      summary: { steps: [], stateOf: newest.number + 1 },
      undoTo: newest.number,
      redoTo: null,
      fileName: made.fileName ?? newest.fileName,
      author: made.author,
    }
    const outcome = await commitRevision(id, newest.number, revision, null, commit)
    if (outcome !== 'stale') return outcome.ok ? 'stored' : outcome
  }
  return 'busy'
}

/** A0412 if the list has changed since, A0413, C1112, Q2205, Q2202, C1111, C1101, C1108, C1109. */
export const replaceFile = async (actor: Actor, id: string, input: Replacement): Promise<Result<ListDetails>> => {
  const found = await findChangeable(actor, id)
  if (!found.ok) return found
  const entitled = await checkListService(actor)
  if (!entitled.ok) return entitled
  const source = await makeSource(input.bytes)
  const check = async (newest: StateRow): Promise<Result<boolean>> => {
    if (input.base !== undefined && input.base !== newest.number) return ok(false)
    return input.ifMatch === undefined ? ok(true) : isMatching(actor.userId, found.value.name, newest, input.ifMatch)
  }
  const asked = { kind: 'replace', source: source.id, encoding: input.encoding, keep: input.keep ?? [] }
  const replaced = await once<null, Failure>(changeOf(actor, id, input.batch, asked), async (commit) => {
    const imported = await importBytes(actor.userId, source, { encoding: input.encoding, keep: input.keep })
    if (!imported.ok) return imported
    const made = {
      who: actor.userId,
      source: imported.value.source,
      imported: imported.value,
      fileName: cleanFileName(input.fileName),
      author: authorOf(actor),
    }
    const outcome = await inListQueue(id, () => commitReplacement(id, made, check, commit))
    if (typeof outcome === 'object') return outcome
    if (outcome === 'refused') return fail('A0412')
    if (outcome === 'gone') return fail('C1101')
    return outcome === 'busy' ? fail('A0503') : ok(null)
  })
  return replaced.ok ? describeDetails(actor, id) : replaced
}
