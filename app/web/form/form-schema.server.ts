/**
 * The schemas of the shell's forms, for actions and loaders. They are exported from this file because a schema that a
 * page imports directly would end up in the browser's bundle, together with the whole schema library.
 */
import { z } from 'zod'
import { codeSchema, contactFields, type Contact } from '~/modules/verification/contact.schema'
import { parseContact } from '~/modules/verification/typed-contact.schema'
import { isPasswordLength, isSamePassword } from '~/modules/account/account.schema'
import { bindFormSchema, renameFormSchema, settingShape, shownSettingsSchema } from '~/modules/device/device.schema'
import type { ContactKind } from '~/web/account/contact.server'

export {
  countrySchema,
  identitySchema,
  passwordAndCodeSchema,
  passwordChangeSchema,
  passwordOnlySchema,
  registerFormSchema,
  sendCodeSchema,
  signInSchema,
  userNameChangeSchema,
} from '~/modules/account/account.schema'
export { bindLinkSchema, printSettings, settingNames, showUserCode } from '~/modules/device/device.schema'
export { maxTokenNameLength, ownTokenSchema, tokenLifetimeDays } from '~/modules/session/api-token.schema'

/** Binding a box. `returnTo`: the purchase that the person continues with. */
export const bindPageSchema = bindFormSchema.safeExtend({ returnTo: z.string().max(1000, 'A0422').optional() })

/** A check box: sent with a value if it is ticked, otherwise not at all. */
const ticked = z
  .string('A0422')
  .optional()
  .transform((value) => value !== undefined)
/** The forms of a box's page: its name, the list that it loads (empty: none), its settings, its services' switches. */
export const boxFormSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('rename'), ...renameFormSchema.shape }),
  z.object({ intent: z.literal('list'), list: z.string().max(64, 'C1101') }),
  z.object({
    intent: z.literal('settings'),
    ...settingShape(ticked),
    was: shownSettingsSchema.default({}),
  }),
  z.object({ intent: z.enum(['service-on', 'service-off']), service: z.string('A0422').max(20, 'A0422') }),
])

/** Turning a box's adult switch. Whether there is a password is checked with it. */
export const adultSwitchFormSchema = z.object({
  turn: z.enum(['on', 'off'], 'A0422'),
  password: z.string('I1309').max(1000, 'I1302'),
})

const entry = z.string().max(1000, 'A0422')
/** A typed code. Whether it is valid is checked only when it is sent. */
const code = entry.default('')
/** Replaces the typed text by its six digits, or reports I1113, I1114. */
const readCode = (typed: string, context: z.RefinementCtx): string => {
  const read = codeSchema.safeParse(typed)
  if (read.success) return read.data
  context.addIssue({ code: 'custom', path: ['code'], message: read.error.issues[0]?.message ?? 'I1114' })
  return z.NEVER
}

/** A code form has a second button that sends another code; then no code is needed. */
const codeFields = { intent: z.enum(['enter', 'again'], 'A0422').default('enter'), code }
const withCode = <T extends { intent: string; code: string }>(value: T, context: z.RefinementCtx): T =>
  value.intent === 'enter' ? { ...value, code: readCode(value.code, context) } : value
export const codeFormSchema = z.object(codeFields).transform(withCode)
export const codeAndPasswordSchema = z.object({ ...codeFields, password: entry.optional() }).transform(withCode)

/** The second step's code: six digits, or a recovery code. */
export const secondStepFormSchema = z.object({ code: entry.refine((text) => text.trim() !== '', 'I1206') })

const newPassword = { newPassword: entry.refine(isPasswordLength, 'I1203'), repeatPassword: entry }
const repeats = (value: { newPassword: string; repeatPassword: string }): boolean =>
  isSamePassword(value.newPassword, value.repeatPassword)
export const newPasswordFormSchema = z
  .object(newPassword)
  .refine(repeats, { path: ['repeatPassword'], message: 'I1107' })

/** Two send buttons and the change itself belong to one form. */
export const passwordByCodeSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(['mail', 'sms']) }),
  z
    .object({ intent: z.literal('save'), code: codeSchema, ...newPassword })
    .refine(repeats, { path: ['repeatPassword'], message: 'I1107' }),
])

/** The new e-mail address or phone; its errors have their own codes. */
export const contactFormSchema = (kind: ContactKind) =>
  z.object(contactFields).transform((fields, context): Contact => {
    const parsed = parseContact(
      kind === 'email' ? { email: fields.email || ' ' } : { area: fields.area ?? '', phone: fields.phone ?? '' },
    )
    if (parsed.ok) return parsed.value
    context.addIssue({ code: 'custom', path: [parsed.field ?? kind], message: parsed.code })
    return z.NEVER
  })

/** Ends one session, or all others if none is named. */
export const endSessionSchema = z.object({ session: z.string().max(64, 'A0422').optional() })

/** The payment password of a wallet; its module checks the six digits. */
const twice = { newPassword: entry.default(''), repeatPassword: entry.default('') }
/** `next`: the transfer that the person continues with. */
export const paymentPasswordFormSchema = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('set'),
    password: entry.default(''),
    next: z.enum(['transfer', '']).catch(''),
    ...twice,
  }),
  z.object({ intent: z.literal('change'), oldPassword: entry.default(''), ...twice }),
])
/** Two send buttons and the change itself belong to one form. The page reads the code together with the digits. */
export const paymentPasswordByCodeSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(['mail', 'sms']) }),
  z.object({ intent: z.literal('save'), code: entry.default(''), ...twice }),
])

/** A transfer's fields as typed. */
const transferFields = {
  recipient: entry.default(''),
  amount: z.string('A0422').max(200, 'A0422').default(''),
  note: z.string('A0422').max(4000, 'A0422').default(''),
}
export const transferFormSchema = z.object(transferFields)
export const transferConfirmSchema = z.object({
  ...transferFields,
  fee: z.string('A0422').max(60, 'A0422'),
  seen: z.string('A0422').max(1000, 'A0422'),
  batch: z.string('A0422').min(1, 'A0422').max(100, 'A0422'),
  paymentPassword: entry.default(''),
})

export const reminderFormSchema = z.object({ reminders: z.enum(['on', 'off'], 'A0422') })

export const countryFormSchema = z.object({
  country: z.string('I1112').min(1, 'I1112').max(2, 'I1112'),
  returnTo: z.string().max(500, 'A0422').optional(),
})

/** Allows only pages of services, because the form sends the URL. */
export const serviceReturn = (text: string | null | undefined): string =>
  text !== null && text !== undefined && !text.includes('..') && /^\/service(?:[/?][\w\-./?=&%+]*)?$/.test(text)
    ? text
    : '/service'
