/** A shared list as a PDF, in the reader's language. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { statusOf } from '~/errors/table'
import { formatsOf } from '~/i18n/format'
import { getLanguage, getT } from '~/request/language.server'
import { drawListFile } from '~/web/lists/list-file.server'
import { printedByIn, readPrinted, wordPrinted } from '~/web/lists/printed.server'
import { requireShared, sharedHeaders, wholeListCost } from '~/web/lists/shared.server'
import { contentDisposition } from '~/platform/http.server'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const [t, language] = await Promise.all([getT(request, context), getLanguage(request, context)])
  const by = printedByIn(new URL(request.url).searchParams.get('by'))
  const { name, value } = await requireShared(context, params['token'], readPrinted('file'), wholeListCost)
  const headers = {
    ...sharedHeaders,
    'content-type': 'application/pdf',
    'content-disposition': contentDisposition(`${name}.pdf`),
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  const printed = await wordPrinted(value, by, t, formatsOf(language))
  const made = await drawListFile(context.address, { name, ...printed }, { t, language })
  if (made.ok) return new Response(made.value, { headers: { ...headers, 'content-length': String(made.value.length) } })
  throw json(
    { code: made.code },
    {
      status: statusOf(made.code),
      headers: { ...sharedHeaders, 'retry-after': String(made.data?.retryAfterSeconds ?? 10) },
    },
  )
}
