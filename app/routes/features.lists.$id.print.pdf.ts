/** A list as a PDF, in the reader's language. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireUser } from '~/request/caller.server'
import { getLanguage, getT } from '~/request/language.server'
import { requireList } from '~/web/lists/channels-action.server'
import { listFile } from '~/web/lists/list-file-of.server'
import { printedByIn } from '~/web/lists/printed.server'
import { respondWithMade } from '~/web/made-file.server'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const [t, language, list] = await Promise.all([
    getT(request, context),
    getLanguage(request, context),
    requireList(user, params['id']),
  ])
  const by = printedByIn(new URL(request.url).searchParams.get('by'))
  return respondWithMade(request, listFile(user, list, { by, t, language }))
}
