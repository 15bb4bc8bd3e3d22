/** A list as a PDF, in the reader's language. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { statusOf } from '~/errors/table'
import { respondUnmade, respondWithFile } from '~/platform/http.server'
import { requireUser } from '~/request/caller.server'
import { getLanguage, getT } from '~/request/language.server'
import { requireList } from '~/web/lists/channels-action.server'
import { listFile } from '~/web/lists/list-file-of.server'
import { printedByIn } from '~/web/lists/printed.server'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const [t, language, list] = await Promise.all([
    getT(request, context),
    getLanguage(request, context),
    requireList(user, params['id']),
  ])
  const by = printedByIn(new URL(request.url).searchParams.get('by'))
  const { make, ...file } = listFile(user, list, { by, t, language })
  const kept = { ...file, cacheControl: 'private, no-store' }
  const unmade = respondUnmade(request, kept)
  if (unmade !== null) return unmade
  const made = await make()
  if (made.ok) return respondWithFile(request, { ...kept, bytes: made.value })
  throw json(
    { code: made.code },
    { status: statusOf(made.code), headers: { 'retry-after': String(made.data?.retryAfterSeconds ?? 10) } },
  )
}
