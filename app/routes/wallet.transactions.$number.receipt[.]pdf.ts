/** The receipt of a transaction as a PDF, in the reader's language. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { getLanguage } from '~/request/language.server'
import { respondWithMade } from '~/web/made-file.server'
import { requireTransaction } from '~/web/wallet/require-transaction.server'
import { transactionFile } from '~/web/wallet/transaction-file.server'

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const { user, transaction } = await requireTransaction(request, context, params.number)
  const file = transactionFile(transaction, {
    userId: user.userId,
    customer: user.userName,
    language: await getLanguage(request, context),
    origin: context.origin,
  })
  return respondWithMade(request, file)
}
