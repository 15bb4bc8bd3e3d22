/** A table of links on its way in: chosen, looked at, taken or thrown away; MyLink and audio do the same. */
import { json, redirect, type ActionFunctionArgs } from '@remix-run/node'
import { statusOf, type Failure } from '~/errors/table'
import {
  boundsOf,
  dropHeldTable,
  exportRefused,
  findHeldTable,
  holdTable,
  importTable,
  planImport,
  type Duplicates,
} from '~/modules/link/link.server'
import { lineReasons } from '~/modules/link/types'
import { requireUser } from '~/request/caller.server'
import { redirectWithFlash } from '~/request/flash.server'
import { getLanguage, getT } from '~/request/language.server'
import { ruleText } from '~/ui/mylink/kept'
import { duplicateChoices } from '~/ui/mylink/query'
import type { ReportView, RuleData } from '~/ui/mylink/report-page'
import { homeOf, kindOf, type LinkService } from '~/ui/mylink/view'
import { keyOfForm } from '~/web/lists/answer.server'
import { invalid, newBatch, readForm } from '~/web/form/form.server'
import { broken, done, refuseLink } from './answer.server'
import { importForm, sureForm } from './forms.server'
import { serviceOf } from './shelf.server'

type Args = Pick<ActionFunctionArgs, 'request' | 'context'>
type HeldArgs = Pick<ActionFunctionArgs, 'request' | 'context' | 'params'>

const importPath = (service: LinkService): string => `${homeOf(service)}/import`

/** The file of the form waits, and its report is the next page. */
export const answerUpload = async ({ request, context }: Args, service: LinkService): Promise<Response> => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, sureForm)
  if (!read.ok) {
    const isTooLarge = read.failure.errors[0]?.code === 'A0413'
    return isTooLarge ? refuseLink({ ok: false, code: 'A0413', field: 'file' }, {}) : invalid(read)
  }
  const { file } = read
  if (file === null || (file.bytes.length === 0 && !file.name)) return refuseLink(broken('file', 'no-file'), {})
  const held = await holdTable(user, service, { bytes: file.bytes, fileName: file.name })
  if (!held.ok) return refuseLink({ ...held, field: 'file' }, {})
  return redirect(`${importPath(service)}/${held.value.id}`, { status: 303 })
}

/** Where a table waits no more: chosen once more, it does. */
const gone = (context: Args['context'], service: LinkService): Response =>
  redirectWithFlash(context, importPath(service), { kind: 'note', key: 'mylink:done.gone' })

/**
 * Where a table that waits is not looked at: only one that is no longer there is gone. Without the service the choice
 * of a table says so; whatever else there is has the page of its code, which says when to try again.
 */
export const answerUnread = ({ code, data }: Failure, context: Args['context'], service: LinkService): Response => {
  if (code === 'A0404') return gone(context, service)
  if (code === 'C1109') return redirect(importPath(service), { status: 303 })
  const again = data?.['retryAfterSeconds']
  const headers: HeadersInit = typeof again === 'number' ? { 'retry-after': String(again) } : {}
  return json({ code }, { status: statusOf(code), headers })
}

/** What is done with the file, as the address says; what is there already is left out unless that is said. */
const wayOf = (request: Request): { mode: 'add' | 'replace'; duplicates: Duplicates } => {
  const { searchParams } = new URL(request.url)
  const duplicates = duplicateChoices.find((one) => one === searchParams.get('duplicates')) ?? 'skip'
  return { mode: searchParams.get('mode') === 'replace' ? 'replace' : 'add', duplicates }
}

/** What the file would do; throws the answer where that can't be told. */
export const loadReport = async ({ request, context, params }: HeldArgs) => {
  const [user, service] = [await requireUser(request, context), serviceOf(request)]
  const held = await findHeldTable(user, service, params['held'] ?? '')
  if (held === null) throw gone(context, service)
  const way = wayOf(request)
  const report = await planImport(user, service, held.id, way)
  if (!report.ok) throw answerUnread(report, context, service)
  const view: ReportView = {
    service,
    id: held.id,
    fileName: held.fileName ?? '',
    expiresAt: held.expiresAt.toISOString(),
    mode: way.mode,
    report: report.value,
    rules: boundsOf(service),
    batch: newBatch(),
  }
  return json(view)
}

/** The lines that would be refused, as a file with the reason behind each. */
export const sendRefused = async ({ request, context, params }: HeldArgs): Promise<Response> => {
  const [user, service] = [await requireUser(request, context), serviceOf(request)]
  const t = await getT(request, context)
  const numbers: RuleData = boundsOf(service)
  const made = await exportRefused(user, service, params['held'] ?? '', {
    ...wayOf(request),
    format: new URL(request.url).searchParams.get('format') === 'csv' ? 'csv' : 'xlsx',
    language: await getLanguage(request, context),
    words: {
      heading: t('mylink:column.reason'),
      reasons: Object.fromEntries(lineReasons.map((reason) => [reason, ruleText(t, reason, numbers[reason])])),
    },
  })
  if (!made.ok) return answerUnread(made, context, service)
  const { bytes, type, fileName } = made.value
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    },
  })
}

/** Takes the table, or throws it away. */
export const actOnReport = async ({ request, context, params }: HeldArgs): Promise<Response> => {
  const [user, service] = [await requireUser(request, context), serviceOf(request)]
  const read = await readForm(request, context, importForm)
  if (!read.ok) return invalid(read)
  const { intent, mode, duplicates, partial, batch } = read.value
  const id = params['held'] ?? ''
  const home = homeOf(service)
  if (intent === 'drop') {
    await dropHeldTable(user, service, id)
    return done(context, home, 'mylink:report.dropped', {}, 'note')
  }
  const ask = { mode, duplicates, partial: partial !== undefined }
  const taken = await importTable(user, service, id, { ...ask, batch: keyOfForm(batch, [id, ask]) })
  if (!taken.ok) return taken.code === 'A0404' ? gone(context, service) : refuseLink(taken, read.values)
  const { channels, refused, known } = taken.value
  const t = await getT(request, context)
  const updated = duplicates === 'update' ? known : 0
  const what = t(`mylink:${kindOf(service)}`, { count: channels })
  if (refused > 0) return done(context, home, 'mylink:done.importedPart', { what, number: refused })
  return updated > 0
    ? done(context, home, 'mylink:done.importedUpdated', { what, number: updated })
    : done(context, home, 'mylink:done.imported', { what })
}
