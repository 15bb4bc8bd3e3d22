/** The page that redeems codes: its form, and how a typed code survives a detour to another page. */
import { redirect, type AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { formatsOf } from '~/i18n/format'
import { instanceFor } from '~/i18n/i18n.server'
import { dayMs, nowMs } from '~/platform/clock.server'
import { encrypt, decrypt } from '~/platform/encryption.server'
import { getLanguage } from '~/request/language.server'
import { amountsOf } from '~/ui/order/amounts'

export const codePath = '/wallet/code'

/** An impossible code gets its own error message. */
export const codeFormSchema = z.object({
  code: z.string('MC1300').max(200, 'MC1300').default(''),
  batch: z.string().max(64, 'A0422').optional(),
})

/**
 * A typed code in a URL, for the detour to the captcha or to opening the wallet: encrypted for its account, because
 * URLs are kept in histories and logs.
 */
const encryptTyped = (userId: string, code: string): string =>
  encrypt('typed-code', JSON.stringify({ userId, code, untilMs: nowMs() + dayMs }))
const typedSchema = z.object({ userId: z.string(), code: z.string(), untilMs: z.number() })
export const decryptTyped = (userId: string, encrypted: string | null): string => {
  const text = encrypted === null || encrypted.length > 1000 ? null : decrypt('typed-code', encrypted)
  const typed = text === null ? null : typedSchema.parse(JSON.parse(text))
  return typed === null || typed.userId !== userId || typed.untilMs < nowMs() ? '' : typed.code
}
/** The URL to return to, with the typed code. */
const backTo = (userId: string, code: string): string =>
  code.trim() === '' ? codePath : `${codePath}?${new URLSearchParams({ typed: encryptTyped(userId, code) }).toString()}`

/** Redirects to the page that opens the wallet, and back. */
export const openFirst = (userId: string, code: string): Response =>
  redirect(`/wallet/open?${new URLSearchParams({ returnTo: backTo(userId, code) }).toString()}`, 303)
/** Redirects to the captcha page, and back. */
export const verifyFirst = (userId: string, code: string): Response =>
  redirect(
    `/verification?${new URLSearchParams({ purpose: 'redeem', returnTo: backTo(userId, code) }).toString()}`,
    303,
  )

/** "25.0000 Mango", for a message that takes only text. */
export const mangoWords = async (request: Request, context: AppLoadContext, amount: string): Promise<string> => {
  const language = await getLanguage(request, context)
  return amountsOf(instanceFor(language).getFixedT(language, 'order'), formatsOf(language)).mango(amount)
}
