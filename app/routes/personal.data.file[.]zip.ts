/** All data of an account as a ZIP, available as long as the entered password is valid. */
import { json, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { statusOf } from '~/errors/table'
import { respondWithFlow, respondWithFlowHead } from '~/platform/http.server'
import { requireUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import { beginOwnData, ownDataFile } from '~/web/account/own-data.server'
import { findStep } from '~/web/account/step.server'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  if (findStep(request, 'own-data')?.userId !== user.userId) throw redirect('/personal/data')
  const file = ownDataFile()
  if (request.method === 'HEAD') return respondWithFlowHead(file)
  const begun = await beginOwnData(user, await getLanguage(request, context))
  if (begun.ok) return respondWithFlow(file, begun.value)
  throw json(
    { code: begun.code },
    { status: statusOf(begun.code), headers: { 'retry-after': String(begun.data?.retryAfterSeconds) } },
  )
}
