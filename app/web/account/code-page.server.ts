/** What the pages that send a code share: to sign in, and for a new password. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { getProfile, type sendPasswordCode, type sendSignInCode } from '~/modules/account/account.server'
import { refusesCookies } from '~/request/cookies-asked'
import { visitHeaders, visitOf } from '~/request/visit.server'
import { sendCodeSchema } from '~/web/form/form-schema.server'
import { invalid, readForm } from '~/web/form/form.server'
import { refusedOrVerify } from '~/web/form/refusal.server'
import { findStep, goToStep, isStepOver, startOver } from './step.server'

export const askForAccount = ({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>) =>
  json({ noCookies: refusesCookies(request) }, { headers: visitHeaders(request, context) })

/** Sends the code, and goes to the form that asks for it. */
export const answerSendCode = async (
  { request, context }: ActionFunctionArgs,
  send: typeof sendSignInCode,
  to: string,
  flow: { flow: 'sign-in' } | { flow: 'recover'; code: null },
) => {
  const read = await readForm(request, context, sendCodeSchema)
  if (!read.ok) return invalid(read)
  const sent = await send(read.value, await visitOf(request, context))
  if (!sent.ok) return refusedOrVerify(request, context, sent, read)
  const { identifier, type } = read.value
  const { channel, sentTo } = sent.value
  return goToStep(context, to, { ...flow, identifier, type, channel, sentTo })
}

type PasswordFlow = 'password' | 'payment-password'

/** Where a code for a new password can be sent, and where it was. Both forms have one address: the code comes first. */
export const loadNewPassword = async (
  { request, context }: LoaderFunctionArgs,
  userId: string,
  flow: PasswordFlow,
  here: string,
) => {
  if (isStepOver(request, flow)) return startOver(request, context, flow, here)
  const profile = await getProfile(userId)
  const step = findStep(request, flow)
  return json({
    email: profile.email?.shown ?? null,
    phone: profile.phone?.shown ?? null,
    sentTo: step?.userId === userId ? step.sentTo : null,
  })
}

/** Sends the signed-in person's code, and shows the form with the code and the new password. */
export const answerPasswordCode = async (
  { request, context }: ActionFunctionArgs,
  { userId, way, flow, here }: { userId: string; way: 'mail' | 'sms'; flow: PasswordFlow; here: string },
  send: typeof sendPasswordCode,
  read: Parameters<typeof refusedOrVerify>[3],
) => {
  const sent = await send(userId, way, await visitOf(request, context))
  if (!sent.ok) return refusedOrVerify(request, context, sent, read)
  const { channel, sentTo } = sent.value
  return goToStep(context, here, { flow, userId, channel, sentTo })
}
