/** Answers to forms about links: refusals at their fields, messages, pictures. */
import { json, type AppLoadContext } from '@remix-run/node'
import { fail, type Failure, type Result } from '~/errors/table'
import { storeLinkLogo, type LinkActor, type LinkService } from '~/modules/link/link.server'
import { redirectWithFlash } from '~/request/flash.server'
import type { Flash } from '~/request/flash'
import type { Fields } from '~/request/fields.server'
import type { FormRead } from '~/web/form/form.server'
import { refused } from '~/web/form/form.server'

/** Codes of what is not there: the page of the address is then not there either. */
const absent: ReadonlySet<string> = new Set(['Q2103', 'C1102'])

/** Answers a refusal beside its field; what the address names and is not there is the page of its code. */
export const refuseLink = (failure: Failure, values: Fields): Response => {
  if (absent.has(failure.code)) throw json({ code: failure.code }, { status: 404 })
  // A report has a page of its own.
  const { report: _, ...data } = failure.data ?? {}
  return refused({ ...failure, data }, values)
}

/** A rule that a form breaks before a module is asked. */
export const broken = (field: string, rule: string, data: Record<string, unknown> = {}): Failure =>
  fail('A0422', { field, data: { rule, ...data } })

export const done = (
  context: AppLoadContext,
  to: string,
  key: string,
  params: Flash['params'] = {},
  kind: Flash['kind'] = 'done',
): Response => redirectWithFlash(context, to, { kind, key, params })

/** Stores the picture of a form and shows it by `use`; what was refused is said at its field. */
export const answerPicture = async (
  context: AppLoadContext,
  { actor, service, here }: { actor: LinkActor; service: LinkService; here: string },
  read: FormRead<unknown>,
  use: (logo: string) => Promise<Result<unknown>>,
): Promise<Response> => {
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
