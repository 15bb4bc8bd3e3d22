/**
 * The import of a table of links: choosing a file, its report, then importing or discarding it. Shared by MyLink and
 * audio.
 */
import { json, redirect } from '@remix-run/node'
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
  type ImportMode,
  type ImportReport,
  type LinkService,
  type OddLine,
} from '~/modules/link/link.server'
import { lineReasons } from '~/modules/link/types'
import { respondWithFile } from '~/platform/http.server'
import { requireUser } from '~/request/caller.server'
import { redirectWithFlash } from '~/request/flash.server'
import { getLanguage, getT } from '~/request/language.server'
import { ruleText } from '~/ui/mylink/kept'
import { duplicateChoices, homeOf } from '~/ui/mylink/view'
import { keyOfForm } from '~/web/lists/answer.server'
import { invalid, newBatch, readForm } from '~/web/form/form.server'
import { broken, countText, done, refuseLink } from './answer.server'
import { linkForm, oneForm } from './forms.server'
import { findUnseen } from './known-place.server'
import { serviceOf, type Args } from './shelf.server'

const importPath = (service: LinkService): string => `${homeOf(service)}/import`

/** Holds the form's file; the next page is its report. */
export const actOnImport = async ({ request, context }: Args): Promise<Response> => {
  const [user, service] = [await requireUser(request, context), serviceOf(request)]
  const read = await readForm(request, context, linkForm)
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

/** Back to the choice of a file, with a message that the held one is gone. */
const gone = (context: Args['context'], service: LinkService): Response =>
  redirectWithFlash(context, importPath(service), { kind: 'note', key: 'mylink:done.gone' })

/**
 * Redirects to the choice of a file if the held one is gone, or if the service is missing, which that page explains.
 * Any other failure is shown by its error page, which says when to try again.
 */
export const answerUnread = ({ code, data }: Failure, context: Args['context'], service: LinkService): Response => {
  if (code === 'A0404') return gone(context, service)
  if (code === 'C1109') return redirect(importPath(service), { status: 303 })
  const again = data?.['retryAfterSeconds']
  const headers: HeadersInit = typeof again === 'number' ? { 'retry-after': String(again) } : {}
  return json({ code }, { status: statusOf(code), headers })
}

/** What the address asks to do with the file; by default, links that already exist are left out. */
const wayOf = (request: Request): { mode: 'add' | 'replace'; duplicates: Duplicates } => {
  const { searchParams } = new URL(request.url)
  const duplicates = duplicateChoices.find((one) => one === searchParams.get('duplicates')) ?? 'skip'
  return { mode: searchParams.get('mode') === 'replace' ? 'replace' : 'add', duplicates }
}

type RuleData = Readonly<Record<string, Readonly<Record<string, number>>>>
export type ReportView = {
  service: LinkService
  fileName: string
  expiresAt: string
  id: string
  mode: ImportMode
  report: ImportReport
  /** Places that no visible channel list has. */
  unseen: Pick<OddLine, 'line' | 'name' | 'value'>[]
  rules: RuleData
  batch: string
}
/** What the import would do; throws the response if that can't be determined. */
export const loadReport = async ({ request, context, params }: Args) => {
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
    unseen: await findUnseen(user, report.value.places),
    rules: boundsOf(service),
    batch: newBatch(),
  }
  return json(view)
}

/** The refused lines as a file, each with its reason. */
export const sendRefused = async ({ request, context, params }: Args): Promise<Response> => {
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
  return respondWithFile(request, { ...made.value, cacheControl: 'private, no-store' })
}

/** Imports the table, or discards it. */
export const actOnReport = async ({ request, context, params }: Args): Promise<Response> => {
  const [user, service] = [await requireUser(request, context), serviceOf(request)]
  const read = await readForm(request, context, oneForm('import', 'drop'))
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
  const updated = duplicates === 'update' ? known : 0
  const what = await countText({ request, context }, service, channels)
  if (refused > 0) return done(context, home, 'mylink:done.importedPart', { what, number: refused })
  return updated > 0
    ? done(context, home, 'mylink:done.importedUpdated', { what, number: updated })
    : done(context, home, 'mylink:done.imported', { what })
}
