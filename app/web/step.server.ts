/**
 * What a journey of several plain forms carries from one to the next (who asked for a code, for which contact), sealed in
 * one short-lived cookie: nothing of it is readable or changeable in the browser, and a new journey replaces the old one.
 */
import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { nowMs } from '~/platform/clock.server'
import { seal, unseal } from '~/platform/seal.server'
import { readPageCookie, writeCookie } from './cookie.server'

const cookieName = 'portal-step'
/** A code counts for 10 minutes; the last form may be read a little longer. */
const livesSeconds = 900

const text = z.string().max(400)
/** The longest that an e-mail in any script may be typed as. */
const identifier = z.string().max(512)
const channel = z.enum(['mail', 'sms'])
/** `sentTo` is a masked contact, null where showing it would tell that an account exists. */
const sent = { channel: channel.nullable(), sentTo: text.nullable() }
const stepSchema = z.discriminatedUnion('flow', [
  z.object({ flow: z.literal('sign-in'), identifier, ...sent }),
  z.object({ flow: z.literal('second'), token: text }),
  z.object({ flow: z.literal('recover'), identifier, code: text.nullable(), ...sent }),
  z.object({ flow: z.literal('contact'), userId: text, email: text.optional(), area: text.optional(), phone: text.optional(), ...sent }),
  z.object({ flow: z.literal('password'), userId: text, ...sent }),
])
export type Step = z.output<typeof stepSchema>
export type Flow = Step['flow']

const isSecure = (context: AppLoadContext): boolean => context.origin.startsWith('https:')

/** The Set-Cookie value that carries the step on; null ends the journey. */
export const stepCookie = (context: AppLoadContext, step: Step | null): string =>
  step === null
    ? writeCookie(cookieName, '', { secure: isSecure(context), maxAgeSeconds: 0 })
    : writeCookie(cookieName, seal('step', JSON.stringify({ until: nowMs() + livesSeconds * 1000, step })), { secure: isSecure(context), maxAgeSeconds: livesSeconds })

const keptSchema = z.object({ until: z.number(), step: stepSchema })

/** The step of this journey that the visitor stands at, if there is one. */
export const findStep = <F extends Flow>(request: Request, flow: F): Extract<Step, { flow: F }> | null => {
  const sealed = readPageCookie(request, cookieName)
  const opened = sealed === null || sealed === '' ? null : unseal('step', sealed)
  if (opened === null) return null
  const kept = keptSchema.safeParse(JSON.parse(opened))
  if (!kept.success || kept.data.until < nowMs() || kept.data.step.flow !== flow) return null
  return kept.data.step as Extract<Step, { flow: F }>
}
