/** A wallet's transactions as a CSV file, with the same search as the page. */
import { json, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { statusOf } from '~/errors/table'
import { walletState } from '~/modules/wallet/wallet.server'
import { respondWithFlow, respondWithFlowHead } from '~/platform/http.server'
import { requireUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import { isAnswerable } from '~/ui/search-address'
import { parseWalletQuery } from '~/ui/wallet/query'
import { beginStatementFile, statementFile, wordsFor } from '~/web/wallet/statement-file.server'
import { searchOf } from '~/web/wallet/statement.server'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { userId } = await requireUser(request, context)
  const { searchParams, search } = new URL(request.url)
  const query = parseWalletQuery(searchParams)
  if ((await walletState(userId)) === null) throw redirect('/wallet/open')
  // The page shows which parameters are not valid.
  if (!isAnswerable(query)) throw redirect(`/wallet${search}`)
  const file = statementFile()
  if (request.method === 'HEAD') return respondWithFlowHead(file)
  const begun = await beginStatementFile(userId, searchOf(query), wordsFor(await getLanguage(request, context)))
  if (begun.ok) return respondWithFlow(file, begun.value)
  throw json(
    { code: begun.code },
    { status: statusOf(begun.code), headers: { 'retry-after': String(begun.data?.retryAfterSeconds) } },
  )
}
