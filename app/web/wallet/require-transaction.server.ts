/** Loads one of the visitor's transactions; for other accounts' transactions it is a 404. */
import { json, type AppLoadContext } from '@remix-run/node'
import { statusOf } from '~/errors/table'
import { findTransaction, type TransactionView } from '~/modules/wallet/wallet.server'
import type { UserCaller } from '~/modules/session/caller'
import { requireUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import { plainReference } from '~/text/digits'
import { viewTransactions } from './statement.server'

export const requireTransaction = async (
  request: Request,
  context: AppLoadContext,
  number: string | undefined,
): Promise<{ user: UserCaller; transaction: TransactionView }> => {
  const user = await requireUser(request, context)
  const found = await findTransaction(user.userId, plainReference(number ?? ''))
  if (!found.ok) throw json({ code: found.code, data: found.data }, { status: statusOf(found.code) })
  const [transaction] = await viewTransactions(user.userId, [found.value], await getLanguage(request, context))
  if (transaction === undefined) throw new Error('a transaction that was found is not there')
  return { user, transaction }
}
