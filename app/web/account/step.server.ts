/**
 * The state of a journey of several plain forms (who requested a code, for which contact), encrypted in one short-lived
 * cookie: the browser can neither read nor change it, and a new journey replaces the old one.
 */
import { redirect, type AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { nowMs } from '~/platform/clock.server'
import { encrypt, decrypt } from '~/platform/encryption.server'
import { isSecure, readPageCookie, writeCookie } from '~/request/cookie.server'
import { cookieAsk } from '~/request/cookies-asked'
import { redirectWithFlash, type Flash } from '~/request/flash.server'
import { visitHeaders } from '~/request/visit.server'

const cookieName = 'portal-step'
/** A code is valid for 10 minutes; the last form can be read a little longer. */
const livesSeconds = 900
/** How long a person who returns late is told that the time is over; later they won't remember having started. */
const keptSeconds = 86_400

const text = z.string().max(400)
/** The longest spelling of an e-mail in any script. */
const identifier = z.string().max(512)
const channel = z.enum(['mail', 'sms'])
/** `sentTo` is the contact, or null if showing it would reveal that an account exists. */
const sent = { channel: channel.nullable(), sentTo: text.nullable() }
const stepSchema = z.discriminatedUnion('flow', [
  z.object({ flow: z.literal('sign-in'), identifier, type: channel.optional(), ...sent }),
  z.object({ flow: z.literal('second'), token: text }),
  z.object({ flow: z.literal('recover'), identifier, type: channel.optional(), code: text.nullable(), ...sent }),
  z.object({
    flow: z.literal('contact'),
    userId: text,
    email: text.optional(),
    area: text.optional(),
    phone: text.optional(),
    returnTo: z.string().max(1000).optional(),
    ...sent,
  }),
  z.object({ flow: z.literal('password'), userId: text, ...sent }),
  z.object({ flow: z.literal('payment-password'), userId: text, ...sent }),
  z.object({ flow: z.literal('own-data'), userId: text }),
  z.object({
    flow: z.literal('transfer'),
    userId: text,
    recipient: identifier,
    /** As typed, and as parsed. */
    typedAmount: z.string().max(60),
    amount: z.string().max(60),
    note: text,
    initial: z.string().max(40),
    seen: z.string().max(1000),
    batch: z.string().max(100),
  }),
])
export type Step = z.output<typeof stepSchema>
export type Flow = Step['flow']

/** The Set-Cookie value that carries the step; null ends the journey. */
export const stepCookie = (context: AppLoadContext, step: Step | null): string =>
  step === null
    ? writeCookie(cookieName, '', { secure: isSecure(context), maxAgeSeconds: 0 })
    : writeCookie(cookieName, encrypt('step', JSON.stringify({ until: nowMs() + livesSeconds * 1000, step })), {
        secure: isSecure(context),
        maxAgeSeconds: keptSeconds,
      })

/** Redirects to the next form of the journey, with the step that leads there. */
export const goToStep = (context: AppLoadContext, to: string, step: Step): Response =>
  redirect(to, { status: 303, headers: { 'set-cookie': stepCookie(context, step) } })

/** Redirects to the page after the journey's end, with a message. */
export const endJourney = (context: AppLoadContext, to: string, kind: Flash['kind'], key: string): Response =>
  redirectWithFlash(context, to, { kind, key }, { 'set-cookie': stepCookie(context, null) })

const keptSchema = z.object({ until: z.number(), step: stepSchema })
const readKept = (request: Request): z.output<typeof keptSchema> | null => {
  const encrypted = readPageCookie(request, cookieName)
  const opened = encrypted === null || encrypted === '' ? null : decrypt('step', encrypted)
  const kept = opened === null ? null : keptSchema.safeParse(JSON.parse(opened))
  return kept?.success === true ? kept.data : null
}

/** True for a person who was at a later form of this journey when its time ran out, and has not been told yet. */
export const isStepOver = (request: Request, flow: Flow): boolean => {
  const kept = readKept(request)
  return kept !== null && kept.step.flow === flow && kept.until < nowMs()
}

/**
 * Redirects to a journey's first form. A person who was at a later form when its time ran out is told so (I1102), once;
 * a person whose browser refuses cookies is told that there.
 */
export const startOver = (request: Request, context: AppLoadContext, flow: Flow, to: string): Response =>
  isStepOver(request, flow)
    ? endJourney(context, to, 'problem', 'errors:I1102')
    : redirect(cookieAsk(request, to) ?? to, {
        status: request.method === 'GET' ? 302 : 303,
        headers: visitHeaders(request, context),
      })

/** The visitor's step in this journey, if there is one. */
export const findStep = <F extends Flow>(request: Request, flow: F): Extract<Step, { flow: F }> | null => {
  const kept = readKept(request)
  if (kept === null || kept.until < nowMs() || kept.step.flow !== flow) return null
  return kept.step as Extract<Step, { flow: F }>
}
