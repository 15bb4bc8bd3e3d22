/** A wallet's statement as a CSV file, generated while it is sent: the same for the page's link and for /api. */
import { ok, type Result } from '~/errors/table'
import { instanceFor } from '~/i18n/i18n.server'
import type { Language } from '~/i18n/languages'
import type { EntrySearch } from '~/modules/ledger/ledger.server'
import { beginStatement, type TransactionView } from '~/modules/wallet/wallet.server'
import { now } from '~/platform/clock.server'
import type { Flow, FlowBody } from '~/platform/http.server'
import { methodNameOf } from '~/ui/order/method-name'
import { transactionText } from '~/ui/wallet/transaction-text'
import { beginDownload } from '../download-slots.server'
import { byteOrderMark, csvLine, csvNumber, csvText } from '~/text/csv'
import { viewTransactions } from './statement.server'

/** The columns, named like the API's fields. */
const columns = [
  'number',
  'at',
  'type',
  'what',
  'direction',
  'counterparty',
  'amount',
  'fee',
  'mango',
  'balance',
  'way',
  'order',
  'note',
  'exchangeAmount',
  'exchangeAt',
  'code',
] as const
type Column = (typeof columns)[number]

/** How text cells are written: in a language for people, or as the API's values for programs. */
export type StatementWords = { heading: (column: Column) => string; language: Language } & {
  [K in 'type' | 'what' | 'direction' | 'way']: (one: TransactionView) => string
}

/** For people: headings and words in their language. Numbers and times are the same everywhere. */
export const wordsFor = (language: Language): StatementWords => {
  const i18n = instanceFor(language)
  const t = i18n.getFixedT(language, 'wallet')
  const ofOrder = i18n.getFixedT(language, 'order')
  return {
    language,
    heading: (column) => t(`transaction.${column}`),
    type: ({ type }) => t(`details.type.${type}`),
    what: (one) => transactionText(t, one),
    direction: ({ direction }) => t(`details.${direction}`),
    way: ({ way }) => (way === null ? '' : methodNameOf(ofOrder, way)),
  }
}
/** For programs: the names and values of GET /api/wallet/customer/transactions. */
export const plainWords: StatementWords = {
  language: 'en',
  heading: (column) => column,
  type: ({ type }) => String(type),
  what: ({ what }) => what,
  direction: ({ direction }) => direction,
  way: ({ way }) => (way === null ? '' : String(way.method)),
}

const lineOf = (one: TransactionView, words: StatementWords): string => {
  const { number, at, counterparty, amount, fee, mango, balance, order, what, note, exchange } = one
  return csvLine([
    csvText(number),
    csvText(at),
    csvText(words.type(one)),
    csvText(words.what(one)),
    csvText(words.direction(one)),
    csvText(counterparty ?? ''),
    csvNumber(amount),
    csvNumber(fee),
    csvNumber(mango),
    csvNumber(balance),
    // A method’s id is a number, negative for SPEC.md’s -1.
    /^-?\d+$/.test(words.way(one)) ? csvNumber(words.way(one)) : csvText(words.way(one)),
    csvText(order?.number ?? ''),
    csvText(what === 'code' ? '' : (note ?? '')),
    exchange === null ? '' : csvNumber(exchange.amount),
    csvText(exchange?.at ?? ''),
    // The end of a redeemed code, as on its receipt.
    csvText(what === 'code' ? (note ?? '') : ''),
  ])
}

export const statementFile = (): FlowBody => ({
  type: 'text/csv; charset=utf-8',
  fileName: `wallet-${now().toISOString().slice(0, 10)}.csv`,
})

/**
 * Starts the file; I1009 if the account saves too many, A0503 if all accounts together do. A piece is 250 lines, about
 * 30 KB.
 */
export const beginStatementFile = (userId: string, search: EntrySearch, words: StatementWords): Promise<Result<Flow>> =>
  beginDownload(userId, () => makeStatementFile(userId, search, words))

/** The same if the file that contains it already has a slot. */
export const makeStatementFile = async (
  userId: string,
  search: EntrySearch,
  words: StatementWords,
): Promise<Result<Flow>> => {
  const begun = await beginStatement(userId, search)
  if (!begun.ok) return begun
  const chunks = begun.value
  let head: string | null = byteOrderMark + csvLine(columns.map((column) => csvText(words.heading(column))))
  return ok({
    next: async () => {
      const { done, value } = await chunks.next()
      const lines =
        done === true ? [] : (await viewTransactions(userId, value, words.language)).map((one) => lineOf(one, words))
      const text = (head ?? '') + lines.join('')
      head = null
      return text === '' ? null : Buffer.from(text)
    },
    end: () => undefined,
  })
}
