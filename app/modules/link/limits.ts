/** The limits on MyLink and audio entries, each with its reason; one table for server and browser. */

/** Categories of one account (the specification's number). */
export const categoriesMax = 20
/** Links of one category (the specification's number), and audio entries of one account. */
export const linksMax = 2000
/** The specification's 100 items an add. */
export const itemsPerAdd = 100
/** Characters of a category's or an audio entry's name, and of a channel's (the specification's numbers). */
export const shortNameMax = 20
export const longNameMax = 50
/**
 * UTF-16 units of a name: 20 families of emoji, or five a character. Marks upon marks make a character of any length,
 * and every name of a shelf is searched, sorted and kept in memory.
 */
export const nameUnitsMax = 240
/** Lines of a table that are told one by one; their number is complete. */
export const oddLinesMax = 200
/** Of a refused cell this much is shown: enough to find it in the file. */
export const shownValueMax = 60
/** A table as it is uploaded: 20 times 2000 links are 3 to 5 MB as CSV and 1 to 2 MB as .xlsx. */
export const tableBytesMax = 8 * 1024 * 1024
/** What a table's sheet, and its shared texts, may unpack to: 20 times 2000 links take 9 MB each from Excel. */
export const tableUnpackedMax = 32 * 1024 * 1024
/** Lines of a table: 20 times 2000 links, their categories, and as many that are refused. */
export const tableLinesMax = 50_000
/** Columns that are looked at: ours are seven, other programs put theirs before them. */
export const tableColumnsMax = 30
/** Characters of a cell: more than an address may have, and what a person's spaces add. A longer one is refused. */
export const cellCharactersMax = 400
/** How long a table waits for its owner's word, and how many of an account do. */
export const heldTableMs = 60 * 60 * 1000
export const heldTablesMax = 3
/** How often a change that lost a race is tried again on what is then there. */
export const attemptsMax = 8
/** Links whose search keys are made before others have their turn: a few milliseconds where names are odd. */
export const keysAtOnce = 100
/** The thread reads and plans the longest table in a second; what takes this much hangs. */
export const tableThreadMs = 15_000
/** Heap of the thread: a sheet's text, its cells and its plan. */
export const tableHeapMb = 384
/** Tables of one account and of all that wait for the thread; only a program that doesn't wait for answers has more. */
export const tablesWaitingOfOne = 3
export const tablesWaitingOfAll = 30
/** Shelves that were read last, whole, by account: each page of one would be unpacked again. */
export const shelvesInMemoryBytes = 16 * 1024 * 1024
/** Names that an overview shows of each category, and of how many categories they are remembered: 3 MB at most. */
export const firstNamesShown = 3
export const firstNamesMax = 2000
/** What boxes fetch is made beside the event loop from this on: a thousand links are 10 ms of work. */
export const boxInlineBytes = 128 * 1024
/** What was deleted can be restored for so long, as lists can. */
export const restorableMs = 30 * 24 * 60 * 60 * 1000
/** Of one account and service, the oldest go first: a program may delete links one by one, and each is a row. */
export const deletedMax = 1000
/** Names of deleted links that are told of each deletion. */
export const deletedNamesShown = 3
/** Links of a service that has ended are kept for so long, and their owner is reminded before. */
export const lapsedMs = 90 * 24 * 60 * 60 * 1000
export const lapseReminderMs = 14 * 24 * 60 * 60 * 1000
