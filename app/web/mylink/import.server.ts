/** A table of links on its way in: chosen, looked at, taken or thrown away; MyLink and audio do the same. */
import { json, redirect, type ActionFunctionArgs } from '@remix-run/node'
import { statusOf, type Failure, type Result } from '~/errors/table'
import * as mylink from '~/modules/mylink/mylink.server'
import type { HeldTable, ImportAsk, ImportReport, LinkActor } from '~/modules/mylink/mylink.server'
import { requireUser } from '~/request/caller.server'
import { redirectWithFlash } from '~/request/flash.server'
import { getT } from '~/request/language.server'
import { homeOf, type LinkKind, type LinkService } from '~/ui/mylink/view'
import { keyOfForm } from '~/web/lists/answer.server'
import { invalid, readForm } from '~/web/form/form.server'
import { broken, done, refuseLink } from './answer.server'
import { importForm, sureForm } from './forms.server'

export type Importer = {
  service: LinkService
  kind: LinkKind
  hold: (actor: LinkActor, file: { bytes: Uint8Array; fileName: string | null }) => Promise<Result<HeldTable>>
  find: (actor: LinkActor, id: string) => Promise<HeldTable | null>
  drop: (actor: LinkActor, id: string) => Promise<void>
  plan: (actor: LinkActor, id: string, mode: ImportAsk['mode']) => Promise<Result<ImportReport>>
  take: (actor: LinkActor, id: string, ask: ImportAsk) => Promise<Result<ImportReport>>
}

export const mylinkImporter: Importer = {
  service: 'mylink',
  kind: 'channels',
  hold: mylink.holdTable,
  find: mylink.findHeldTable,
  drop: mylink.dropHeldTable,
  plan: mylink.planImport,
  take: mylink.importTable,
}

const importPath = ({ service }: Importer): string => `${homeOf(service)}/import`

/** The file of the form waits, and its report is the next page. */
export const answerUpload = async (
  { request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>,
  importer: Importer,
): Promise<Response> => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, sureForm)
  if (!read.ok) {
    const isTooLarge = read.failure.errors[0]?.code === 'A0413'
    return isTooLarge ? refuseLink({ ok: false, code: 'A0413', field: 'file' }, {}) : invalid(read)
  }
  const { file } = read
  if (file === null || (file.bytes.length === 0 && !file.name)) return refuseLink(broken('file', 'no-file'), {})
  const held = await importer.hold(user, { bytes: file.bytes, fileName: file.name })
  if (!held.ok) return refuseLink({ ...held, field: 'file' }, {})
  return redirect(`${importPath(importer)}/${held.value.id}`, { status: 303 })
}

/** Where a table waits no more: chosen once more, it does. */
const gone = (context: ActionFunctionArgs['context'], importer: Importer): Response =>
  redirectWithFlash(context, importPath(importer), { kind: 'note', key: 'mylink:done.gone' })

/**
 * Where a table that waits is not looked at: only one that is no longer there is gone. Without the service the choice
 * of a table says so; whatever else there is has the page of its code, which says when to try again.
 */
export const answerUnread = (
  { code, data }: Failure,
  context: ActionFunctionArgs['context'],
  importer: Importer,
): Response => {
  if (code === 'A0404') return gone(context, importer)
  if (code === 'C1109') return redirect(importPath(importer), { status: 303 })
  const again = data?.['retryAfterSeconds']
  const headers: HeadersInit = typeof again === 'number' ? { 'retry-after': String(again) } : {}
  return json({ code }, { status: statusOf(code), headers })
}

export type ImportView = {
  id: string
  fileName: string
  expiresAt: string
  mode: ImportAsk['mode']
  report: ImportReport
}

/** What the file would do; throws the answer where that can't be told. */
export const readImport = async (
  { request, context, params }: Pick<ActionFunctionArgs, 'request' | 'context' | 'params'>,
  importer: Importer,
): Promise<ImportView> => {
  const user = await requireUser(request, context)
  const held = await importer.find(user, params['held'] ?? '')
  if (held === null) throw gone(context, importer)
  const mode = new URL(request.url).searchParams.get('mode') === 'replace' ? 'replace' : 'add'
  const report = await importer.plan(user, held.id, mode)
  if (!report.ok) throw answerUnread(report, context, importer)
  return {
    id: held.id,
    fileName: held.fileName ?? '',
    expiresAt: held.expiresAt.toISOString(),
    mode,
    report: report.value,
  }
}

/** Takes the table, or throws it away. */
export const answerImport = async (
  { request, context, params }: Pick<ActionFunctionArgs, 'request' | 'context' | 'params'>,
  importer: Importer,
): Promise<Response> => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, importForm)
  if (!read.ok) return invalid(read)
  const { intent, mode, partial, batch } = read.value
  const id = params['held'] ?? ''
  const home = homeOf(importer.service)
  if (intent === 'drop') {
    await importer.drop(user, id)
    return done(context, home, 'mylink:report.dropped', {}, 'note')
  }
  const ask = { mode, partial: partial !== undefined }
  const taken = await importer.take(user, id, { ...ask, batch: keyOfForm(batch, [id, ask]) })
  if (!taken.ok) return taken.code === 'A0404' ? gone(context, importer) : refuseLink(taken, read.values)
  const { channels, refused } = taken.value
  const what = (await getT(request, context))(`mylink:${importer.kind}`, { count: channels })
  return refused > 0
    ? done(context, home, 'mylink:done.importedPart', { what, number: refused })
    : done(context, home, 'mylink:done.imported', { what })
}
