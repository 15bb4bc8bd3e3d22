/**
 * Answers a form that a module refused. If a captcha is due (B0005), a script-encrypted form is told so and is sent
 * again after the dialog; a plain form is redirected to the captcha page and back, with what was typed.
 */
import { redirect, type AppLoadContext } from '@remix-run/node'
import type { Failure } from '~/errors/table'
import type { Flash } from '~/request/flash'
import { refused } from './form.server'
import { keptCookie, type KeptFields } from './kept.server'

/** Makes the message for the next page that says why something was refused. */
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
