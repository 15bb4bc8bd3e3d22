/** A shared list as a PDF, in the reader's language. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { ok } from '~/errors/table'
import { formatsOf } from '~/i18n/format'
import { getLanguage, getT } from '~/request/language.server'
import { drawListFile } from '~/web/lists/list-file.server'
import { printedByIn, readPrinted, wordPrinted } from '~/web/lists/printed.server'
import { requireWholeShared, sharedHeaders, sharedRefusal } from '~/web/lists/shared.server'
import { contentDisposition } from '~/platform/http.server'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const [t, language] = await Promise.all([getT(request, context), getLanguage(request, context)])
  const by = printedByIn(new URL(request.url).searchParams.get('by'))
  const { name, read } = await requireWholeShared(context, params['token'])
  const headers = {
    ...sharedHeaders,
    'content-type': 'application/pdf',
    'content-disposition': contentDisposition(`${name}.pdf`),
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  const made = await drawListFile(
    context.address,
    async () => {
      const found = await read(readPrinted('file'))
      return found.ok ? ok({ name, ...(await wordPrinted(found.value.value, by, t, formatsOf(language))) }) : found
    },
    { t, language },
  )
  if (made.ok) return new Response(made.value, { headers: { ...headers, 'content-length': String(made.value.length) } })
  throw sharedRefusal(made)
}
