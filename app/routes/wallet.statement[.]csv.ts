/** A wallet's details as a CSV file, with the same search as the page. */
import { json, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { statusOf } from '~/errors/table'
import { walletState } from '~/modules/wallet/wallet.server'
import { respondWithFlow, respondWithFlowHead } from '~/platform/http.server'
import { requireUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import { parseWalletQuery, walletHref } from '~/ui/wallet/query'
import { beginStatementFile, statementFile, wordsFor } from '~/web/wallet/statement-file.server'
import { searchOf } from '~/web/wallet/statement.server'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { userId } = await requireUser(request, context)
  const query = parseWalletQuery(new URL(request.url).searchParams)
  if ((await walletState(userId)) === null) throw redirect('/wallet/open')
  // The page says what is wrong with the days.
  if (query.range.errors.length > 0) throw redirect(walletHref(query))
  const file = statementFile()
  if (request.method === 'HEAD') return respondWithFlowHead(file)
  const begun = await beginStatementFile(userId, searchOf(query), wordsFor(await getLanguage(request, context)))
  if (begun.ok) return respondWithFlow(file, begun.value)
  throw json(
    { code: begun.code },
    { status: statusOf(begun.code), headers: { 'retry-after': String(begun.data?.retryAfterSeconds) } },
  )
}
