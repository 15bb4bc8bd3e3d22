/** Answers to forms about links: refusals at their fields, messages, pictures. */
import { json, type ActionFunctionArgs, type AppLoadContext } from '@remix-run/node'
import { fail, type Failure, type Result } from '~/errors/table'
import { storeLinkLogo, type LinkActor, type LinkService } from '~/modules/link/link.server'
import { redirectWithFlash } from '~/request/flash.server'
import type { Flash } from '~/request/flash'
import type { Fields } from '~/request/fields.server'
import { getT } from '~/request/language.server'
import { refused, type FormRead } from '~/web/form/form.server'

/** Codes for something that is gone; then the page at that address is gone too. */
const absent: ReadonlySet<string> = new Set(['Q2103', 'C1102'])

/** Answers a refusal at its field; if what the address names is gone, shows the error page of that code. */
export const refuseLink = (failure: Failure, values: Fields): Response => {
  if (absent.has(failure.code)) throw json({ code: failure.code }, { status: 404 })
  // A report has its own page.
  const { report: _, ...data } = failure.data ?? {}
  return refused({ ...failure, data }, values)
}

/** A rule that a form breaks before a module is called. */
export const broken = (field: string, rule: string, data: Record<string, unknown> = {}): Failure =>
  fail('A0422', { field, data: { rule, ...data } })

export const done = (
  context: AppLoadContext,
  to: string,
  key: string,
  params: Flash['params'] = {},
  kind: Flash['kind'] = 'done',
): Response => redirectWithFlash(context, to, { kind, key, params })

/** "12 channels", in the request's language. */
export const countText = async (
  { request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>,
  service: LinkService,
  count: number,
): Promise<string> => (await getT(request, context))(`mylink:of.${service}.count`, { count })

/**
 * Answers the forms of a picture: passes the sent one to `use`, or null to remove it; a refusal is shown at its field.
 * Null for any other form.
 */
export const answerPicture = async (
  context: AppLoadContext,
  { actor, service, here }: { actor: LinkActor; service: LinkService; here: string },
  read: FormRead<{ intent: string }>,
  use: (logo: string | null) => Promise<Result<unknown>>,
): Promise<Response | null> => {
  if (read.ok && read.value.intent === 'no-picture') {
    const removed = await use(null)
    return removed.ok ? done(context, here, 'mylink:done.noPicture') : refuseLink(removed, read.values)
  }
  if (context.upload === null) return null
  const refusePicture = (code: Failure['code'], data: Failure['data'], values: Fields): Response =>
    refuseLink(
      fail(code, { field: 'file', data: { ...data, ...(code === 'A0413' ? { context: 'image' } : {}) } }),
      values,
    )
  if (!read.ok) {
    const [error] = read.failure.errors
    return refusePicture(error?.code ?? 'A0422', error?.data ?? {}, { ...read.failure.values, intent: 'picture' })
  }
  const { file, values } = read
  if (file === null || file.bytes.length === 0) return refuseLink(broken('file', 'no-logo'), values)
  const stored = await storeLinkLogo(actor, service, file.bytes)
  if (!stored.ok) return refusePicture(stored.code, stored.data, values)
  const used = await use(stored.value.id)
  return used.ok ? done(context, here, 'mylink:done.picture') : refuseLink(used, values)
}
