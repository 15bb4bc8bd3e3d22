/**
 * Audio entries: an account's own soundtracks, a list of links. The one public file of the module. Every function takes
 * the acting account first; what is another account's does not exist for it (C1102). Changes need the service `audio`
 * (C1109); looking and exporting do not, so that nobody loses what was entered.
 */
import type { Failure, Result } from '~/errors/table'
import * as links from '~/modules/link/link.server'
import type {
  ImportAsk,
  ImportReport,
  LinkActor,
  LinkEdit,
  LinkEntry,
  LinkInput,
  LinkOrder,
  LinkPage,
  LinkQuery,
  TableFile,
  TableFormat,
} from '~/modules/link/types'

export type {
  ImportAsk,
  ImportReport,
  LinkActor,
  LinkEdit,
  LinkEntry,
  LinkInput,
  LinkOrder,
  LinkPage,
  LinkQuery,
  LinkSort,
  OddLine,
  LineReason,
  TableColumn,
  TableFile,
  TableFormat,
} from '~/modules/link/types'
export { findLinkLogo as findLogo, type HeldTable } from '~/modules/link/link.server'
export { itemsPerAdd, linksMax as entriesMax, tableBytesMax } from '~/modules/link/limits'

const service = 'audio'
type Named = { batch?: string | undefined }

/** A page of the entries, searched by name, address and place. */
export const findEntries = (actor: LinkActor, query: LinkQuery): Promise<Result<LinkPage>> =>
  links.findLinks(actor, service, null, query)

/** One entry. C1102. */
export const getEntry = (actor: LinkActor, id: string): Promise<Result<LinkEntry>> =>
  links.getLink(actor, service, null, id)

/**
 * Adds entries behind the others, all or none. A0422 (field name, address, satellite, tp, sid or logo; with several
 * `entries.3.name`; data.rule), Q2201 (name), Q2202, N1001, C1109, C1202, A0409, I1009.
 */
export const addEntries = (
  actor: LinkActor,
  entries: readonly LinkInput[],
  named: Named = {},
): Promise<Result<{ ids: string[]; channels: number }>> =>
  links.addLinks(actor, service, null, entries, { ...named, several: 'entries' })

/** All that is wrong with entries before they are added (A0422), with the fields of `addEntries`. */
export const findRefusals = (entries: readonly LinkInput[]): Failure[] =>
  links.findRefusals(service, entries, 'entries')

/** Changes an entry; what is left out stays, a target is replaced whole. C1102, and as `addEntries`. */
export const editEntry = (actor: LinkActor, id: string, edit: LinkEdit & Named): Promise<Result<LinkEntry>> =>
  links.editLink(actor, service, null, id, edit)

/** Deletes entries; ids that are gone already don't count. C1102 where none is there, C1109, A0409. */
export const deleteEntries = (
  actor: LinkActor,
  ids: readonly string[],
  named: Named = {},
): Promise<Result<{ deleted: number; channels: number }>> => links.deleteLinks(actor, service, null, ids, named)

/**
 * Moves entries together, the first to this place, in the order in which they stand; where they don't fit behind it,
 * as far as they do. A0422 (field to, data.rule range), C1102, C1109.
 */
export const moveEntries = (
  actor: LinkActor,
  ids: readonly string[],
  to: number,
  named: Named = {},
): Promise<Result<{ moved: number; position: number }>> => links.moveLinks(actor, service, null, ids, to, named)

/** Makes an order the chosen one: by name, or as they were added. C1109. */
export const sortEntries = (
  actor: LinkActor,
  order: LinkOrder,
  named: Named = {},
): Promise<Result<{ channels: number }>> => links.sortLinks(actor, service, null, order, named)

/** The empty table, its headings in the language. */
export const makeTemplate = (format: TableFormat, language: string): Promise<TableFile> =>
  links.makeTemplate(service, format, language)

/** Everything as a table of the template's shape, which can be imported again. I1009, A0503. */
export const exportTable = (actor: LinkActor, format: TableFormat, language: string): Promise<Result<TableFile>> =>
  links.exportTable(actor, service, format, language)

/**
 * Keeps a table for an hour and answers its id, so that it can be looked at and then taken without being sent again.
 * Q2301 (data.cause) where it is none, Q2205 where nothing is in it, A0413, C1109, I1009, A0503.
 */
export const holdTable = (
  actor: LinkActor,
  file: { bytes: Uint8Array; fileName: string | null },
): Promise<Result<links.HeldTable>> => links.holdTable(actor, service, file)

/** A table that waits; null where there is none any more. */
export const findHeldTable = (actor: LinkActor, id: string): Promise<links.HeldTable | null> =>
  links.findHeldTable(actor, service, id)

/** Throws a waiting table away. */
export const dropHeldTable = (actor: LinkActor, id: string): Promise<void> => links.dropHeldTable(actor, service, id)

/**
 * What importing would do; changes nothing. `table`: a held one's id, or its bytes. A0404 where it waits no more,
 * C1109, A0413, Q2301, I1009, A0503.
 */
export const planImport = (
  actor: LinkActor,
  table: string | Uint8Array,
  mode: ImportAsk['mode'],
): Promise<Result<ImportReport>> => links.planImport(actor, service, table, mode)

/**
 * Imports. Refused lines without `partial` are A0422 (field file, data.report: ImportReport); obstacles are the failure
 * itself, with data.report as well. A held table is dropped with it. A0404, Q2301, Q2205, Q2102, Q2202, Q2203, C1109,
 * C1202, A0409, A0413, I1009, A0503.
 */
export const importTable = (
  actor: LinkActor,
  table: string | Uint8Array,
  ask: ImportAsk,
): Promise<Result<ImportReport>> => links.importTable(actor, service, table, ask)

/**
 * Keeps a picture; an entry then names its id. A0413, A0415 (context logo), C1202 (context logos or
 * room-beside), C1109, I1009, A0503; all with the field file.
 */
export const storeLogo = (actor: LinkActor, bytes: Uint8Array): Promise<Result<{ id: string }>> =>
  links.storeLinkLogo(actor, service, bytes)
