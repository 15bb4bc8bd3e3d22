/** The limits on MyLink and audio entries, each with its reason; one table for server and browser. */

/** Categories of one account (the specification's number). */
export const categoriesMax = 20
/** Links of one category (the specification's number), and audio entries of one account. */
export const linksMax = 2000
/** Links in one request (the specification's number). */
export const itemsPerAdd = 100
/** Characters of a category's or an audio entry's name, and of a channel's (the specification's numbers). */
export const shortNameMax = 20
export const longNameMax = 50
/**
 * UTF-16 units of a name, for each character that it may have: a family of emoji with four skin tones has 19. Marks
 * upon marks make a character of any length, and every name of a shelf is searched, sorted and kept in memory.
 */
export const unitsPerCharacter = 20
/** How many odd lines of a table are listed; their count is complete. */
export const oddLinesMax = 200
/** How much of a refused cell is shown: enough to find it in the file. */
export const shownValueMax = 60
/** Size of an uploaded table: 20 times 2000 links are 3 to 5 MB as CSV and 1 to 2 MB as .xlsx. */
export const tableBytesMax = 8 * 1024 * 1024
/** What a table's sheet, and its shared texts, may unpack to: 20 times 2000 links take 9 MB each from Excel. */
export const tableUnpackedMax = 32 * 1024 * 1024
/** Lines of a table: 20 times 2000 links, their categories, and as many refused lines. */
export const tableLinesMax = 50_000
/** Columns that are read: the portal has seven; other programs put their own before them. */
export const tableColumnsMax = 30
/** UTF-16 units of a cell: the longest name. A longer cell is refused. */
export const cellCharactersMax = longNameMax * unitsPerCharacter
/** How long a table waits for its owner's decision, and how many tables per account. */
export const heldTableMs = 60 * 60 * 1000
export const heldTablesMax = 3
/** How often a change that lost a race is tried again on the newer state. */
export const attemptsMax = 8
/** Links whose search keys are made before others get a turn: a few milliseconds if names are unusual. */
export const keysAtOnce = 25
/** The thread reads and plans the longest table in a second; work that takes this long hangs. */
export const tableThreadMs = 15_000
/** Heap of the thread: a sheet's text, its cells and its plan. */
export const tableHeapMb = 384
/**
 * Tables of one account, and of all, that may wait for the thread; only a program that doesn't wait for answers has
 * more.
 */
export const tablesWaitingOfOne = 3
export const tablesWaitingOfAll = 30
/** Decoded shelves that were read last, by account: otherwise each page would decode its shelf again. */
export const shelvesInMemoryBytes = 16 * 1024 * 1024
/** Names that an overview shows per category, and for how many categories they are cached: 3 MB at most. */
export const maxFirstNamesShown = 3
export const firstNamesMax = 2000
/** From this many links on, answers for boxes are made in the thread: a thousand links take 10 ms. */
export const boxInlineBytes = 128 * 1024
/** How long deleted links can be restored, the same as for lists. */
export const restorableMs = 30 * 24 * 60 * 60 * 1000
/**
 * Deletions kept per account and service, oldest dropped first: a program may delete links one by one, and each
 * deletion is a row.
 */
export const deletedMax = 1000
/** Names listed for each deletion. */
export const maxDeletedNamesShown = 3
/** How long links are kept after their service has ended; their owner gets a reminder before that. */
export const lapsedMs = 90 * 24 * 60 * 60 * 1000
export const lapseReminderMs = 14 * 24 * 60 * 60 * 1000
