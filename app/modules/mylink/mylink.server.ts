/**
 * MyLink: an account's own categories of links. The one public file of the module. Every function takes the acting
 * account first; what is another account's does not exist for it (Q2103, C1102). Changes need the service `mylink`
 * (C1109); looking and exporting do not, so that nobody loses what was entered.
 */
import type { Failure, Result } from '~/errors/table'
import * as links from '~/modules/link/link.server'
import type {
  Category,
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
  Category,
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
export { categoriesMax, itemsPerAdd, linksMax as channelsMax, tableBytesMax } from '~/modules/link/limits'

const service = 'mylink'
type Named = { batch?: string | undefined }

/** All categories in their order. */
export const findCategories = (actor: LinkActor): Promise<Category[]> => links.findShelves(actor, service)

/** One category. Q2103. */
export const getCategory = (actor: LinkActor, id: string): Promise<Result<Category>> =>
  links.getShelf(actor, service, id)

/**
 * Adds a category behind the others. A0422 (field name or logo, data.rule), Q2101 (name), Q2102, C1109, C1202, A0409,
 * I1009.
 */
export const addCategory = (
  actor: LinkActor,
  input: { name: string; logo?: string | null | undefined } & Named,
): Promise<Result<Category>> => links.addShelf(actor, service, input)

/** Renames a category or changes its picture; what is left out stays. Q2103, and as `addCategory`. */
export const editCategory = (
  actor: LinkActor,
  id: string,
  input: { name?: string | undefined; logo?: string | null | undefined } & Named,
): Promise<Result<Category>> => links.editShelf(actor, service, id, input)

/** Deletes a category with its channels; answers how many there were. Q2103, C1109, A0409. */
export const deleteCategory = (
  actor: LinkActor,
  id: string,
  named: Named = {},
): Promise<Result<{ name: string; channels: number }>> => links.deleteShelf(actor, service, id, named)

/**
 * Moves a category to a place from 1 on, or a step up or down (at the end nothing happens). A0422 (field to, data.rule
 * range) outside of 1 to the total, Q2103, C1109.
 */
export const moveCategory = (
  actor: LinkActor,
  id: string,
  to: number | 'up' | 'down',
  named: Named = {},
): Promise<Result<{ position: number; total: number }>> => links.moveShelf(actor, service, id, to, named)

/** A page of a category's channels, searched by name, address and place. Q2103. */
export const findChannels = (actor: LinkActor, categoryId: string, query: LinkQuery): Promise<Result<LinkPage>> =>
  links.findLinks(actor, service, categoryId, query)

/** One channel. Q2103, C1102. */
export const getChannel = (actor: LinkActor, categoryId: string, id: string): Promise<Result<LinkEntry>> =>
  links.getLink(actor, service, categoryId, id)

/**
 * Adds channels behind the others, all or none. A0422 (field name, address, satellite, tp, sid or logo; with several
 * `channels.3.name`; data.rule), Q2201 (name), Q2202, N1001, Q2103, C1109, C1202, A0409, I1009.
 */
export const addChannels = (
  actor: LinkActor,
  categoryId: string,
  channels: readonly LinkInput[],
  named: Named = {},
): Promise<Result<{ ids: string[]; channels: number }>> =>
  links.addLinks(actor, service, categoryId, channels, { ...named, several: 'channels' })

/** All that is wrong with channels before they are added (A0422), with the fields of `addChannels`. */
export const findRefusals = (channels: readonly LinkInput[]): Failure[] =>
  links.findRefusals(service, channels, 'channels')

/** Changes a channel; what is left out stays, a target is replaced whole. C1102, and as `addChannels`. */
export const editChannel = (
  actor: LinkActor,
  categoryId: string,
  id: string,
  edit: LinkEdit & Named,
): Promise<Result<LinkEntry>> => links.editLink(actor, service, categoryId, id, edit)

/** Deletes channels; ids that are gone already don't count. Q2103, C1102 where none is there, C1109, A0409. */
export const deleteChannels = (
  actor: LinkActor,
  categoryId: string,
  ids: readonly string[],
  named: Named = {},
): Promise<Result<{ deleted: number; channels: number }>> => links.deleteLinks(actor, service, categoryId, ids, named)

/**
 * Moves channels together, the first to this place, in the order in which they stand; where they don't fit behind it,
 * as far as they do. A0422 (field to, data.rule range), Q2103, C1102, C1109.
 */
export const moveChannels = (
  actor: LinkActor,
  categoryId: string,
  ids: readonly string[],
  to: number,
  named: Named = {},
): Promise<Result<{ moved: number; position: number }>> => links.moveLinks(actor, service, categoryId, ids, to, named)

/** Makes an order the category's own: by name, or as they were added. Q2103, C1109. */
export const sortChannels = (
  actor: LinkActor,
  categoryId: string,
  order: LinkOrder,
  named: Named = {},
): Promise<Result<{ channels: number }>> => links.sortLinks(actor, service, categoryId, order, named)

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
 * Keeps a picture; a category or link then names its id. A0413, A0415 (context logo), C1202 (context logos or
 * room-beside), C1109, I1009, A0503; all with the field file.
 */
export const storeLogo = (actor: LinkActor, bytes: Uint8Array): Promise<Result<{ id: string }>> =>
  links.storeLinkLogo(actor, service, bytes)
