/**
 * Answers a form that a module refused. Where a captcha is due (B0005), a form that scripts sealed is told so and
 * repeats itself after the dialog; a plain form is redirected to the captcha's own page and back, with what was typed.
 */
import { redirect, type AppLoadContext } from '@remix-run/node'
import type { Failure } from '~/errors/table'
import type { Flash } from '~/request/flash'
import { refused } from './form.server'
import { keptCookie, type KeptFields } from './kept.server'

/** Why something was refused, as the sentence that the next page shows. */
export const refusalFlash = ({ code, data = {} }: Failure): Flash => ({
  kind: 'problem',
  key: `errors:${code}`,
  params: Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  ),
})

type Read = { values: KeptFields; sealed: boolean }

export const refusedOrVerify = (request: Request, context: AppLoadContext, failure: Failure, read: Read) => {
  if (failure.code !== 'B0005' || read.sealed) return refused(failure, read.values)
  const path = new URL(request.url).pathname
  const query = new URLSearchParams({ purpose: String(failure.data?.purpose ?? ''), returnTo: path })
  return redirect(`/verification?${query.toString()}`, {
    status: 303,
    headers: { 'set-cookie': keptCookie(context, path, read.values) },
  })
}
