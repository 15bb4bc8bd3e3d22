/** The receipt of a transaction as a PDF, in the reader's language. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { statusOf } from '~/errors/table'
import { respondUnmade, respondWithFile } from '~/platform/http.server'
import { getLanguage } from '~/request/language.server'
import { requireTransaction } from '~/web/wallet/require-transaction.server'
import { transactionFile } from '~/web/wallet/transaction-file.server'

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const { user, transaction } = await requireTransaction(request, context, params.number)
  const { make, ...file } = transactionFile(transaction, {
    userId: user.userId,
    customer: user.userName,
    language: await getLanguage(request, context),
    origin: context.origin,
  })
  const kept = { ...file, cacheControl: 'private, no-store' }
  const unmade = respondUnmade(request, kept)
  if (unmade !== null) return unmade
  const made = await make()
  if (made.ok) return respondWithFile(request, { ...kept, bytes: made.value })
  throw json(
    { code: made.code },
    { status: statusOf(made.code), headers: { 'retry-after': String(made.data?.retryAfterSeconds) } },
  )
}
