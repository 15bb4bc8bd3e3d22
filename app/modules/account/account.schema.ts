/**
 * Validates what a person types about an account: one set of rules for forms, the API and the browser. A violated rule
 * puts its error code from the specification into the issue's message.
 */
import { z } from 'zod'
import { date } from '~/text/date.schema'
import { codeSchema, isCountry, type Contact } from '~/modules/verification/contact.schema'
import { parseOneContact } from '~/modules/verification/typed-contact.schema'
import { plainDigits } from '~/text/digits'
import { countGraphemes } from '~/text/graphemes'
import { dropUnseen } from '~/text/unseen'
import { isSamePassword, passwordText } from './password-text'
import { roles } from './rights'
import { normalForm } from '~/text/normal-form'

export { isSamePassword, passwordText } from './password-text'

const bare = (text: string): string => dropUnseen(text).trim()
/**
 * The form in which user names are compared: compatible characters are equal, case does not count (ß and ẞ are ss, ı is
 * i), nor do blanks around a name and invisible characters, which come along when it is copied.
 */
export const userNameKey = (userName: string): string =>
  bare(normalForm(normalForm(bare(userName), 'NFKC').toLowerCase().toUpperCase().toLowerCase(), 'NFKC'))

/**
 * 6 to 40 characters. A combining mark counts as part of its letter, so the text length is limited too, and no name
 * begins with a mark.
 */
const userNameText = /^[\p{L}\p{Nd}._-][\p{L}\p{M}\p{Nd}._-]*$/u
/** Invisible letters and marks (fillers, joiners, variation selectors): they make a name look like another one. */
const unseen = /\p{Default_Ignorable_Code_Point}/u
const maxUserNameUnits = 160
export const isUserName = (text: string): boolean => {
  const name = normalForm(text, 'NFKC')
  if (name.length > maxUserNameUnits || !userNameText.test(name) || unseen.test(text) || !/\p{L}/u.test(name))
    return false
  const length = countGraphemes(name, 41)
  return length >= 6 && length <= 40
}

/** Scripts that are written together: Japanese, Korean and Chinese mix theirs. */
const families: readonly (readonly string[])[] = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
]
const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Armenian',
  'Georgian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Tibetan',
  'Myanmar',
  'Ethiopic',
  'Khmer',
  'Mongolian',
  'Cherokee',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Bopomofo',
]
const patterns = scripts.map((script) => [script, new RegExp(`\\p{Script_Extensions=${script}}`, 'u')] as const)
/**
 * True if all letters belong to one script (or to scripts that are written together), so that a look-alike letter of
 * another script can't imitate a name.
 */
const isOneScript = (name: string): boolean => {
  const letters = [...name].filter((letter) => /\p{L}/u.test(letter))
  const within = (allowed: readonly RegExp[]): boolean =>
    letters.every((letter) => allowed.some((pattern) => pattern.test(letter)))
  const of = (wanted: readonly string[]): RegExp[] =>
    patterns.filter(([script]) => wanted.includes(script)).map(([, pattern]) => pattern)
  return (
    patterns.some(([, pattern]) => within([pattern])) ||
    families.some((family) => within(of(family))) ||
    letters.every((letter) => patterns.every(([, pattern]) => !pattern.test(letter)))
  )
}
/** Whether a new account can have this name. Names from before the single-script rule can still sign in. */
export const isNewUserName = (text: string): boolean => isUserName(text) && isOneScript(normalForm(text, 'NFKC'))

/** An account's name and contacts, as far as they are known. */
export type OwnNames = {
  userName: string
  email?: string | null | undefined
  phoneArea?: string | null | undefined
  phone?: string | null | undefined
}
const digitsOf = (text: string): string => (/^[\s\d+().-]+$/.test(text) ? text.replaceAll(/\D/g, '') : '')
/** True if the password is the account's e-mail or phone in any spelling. */
export const isOwnContact = (password: string, { email, phoneArea, phone }: OwnNames): boolean => {
  const text = normalForm(passwordText(password), 'NFKC').trim().toLowerCase()
  if (email != null && email !== '' && text === email.trim().toLowerCase()) return true
  const [typed, area, own] = [digitsOf(plainDigits(text) ?? text), digitsOf(phoneArea ?? ''), digitsOf(phone ?? '')]
  if (own === '' || typed === '') return false
  const national = own.replace(/^0+/, '')
  return [own, national, `0${national}`, area + national, `00${area}${national}`, `${area}0${national}`].includes(typed)
}

/** 8 to 16 code points, and not the account's name. */
export const isPassword = (password: string, userName: string): boolean => {
  const length = [...passwordText(password)].length
  return length >= 8 && length <= 16 && userNameKey(password) !== userNameKey(userName)
}

/** Checks only the length; the comparison with the account's name needs the name. */
export const isPasswordLength = (password: string): boolean => isPassword(password, '')

/** Long enough for every valid entry, short enough that a hostile one costs nothing. */
const entry = z.string('A0422').max(1000, 'A0422')
/** A missing entry counts as empty: both are I1309. */
const text = z.string({ error: ({ input }) => (input === undefined ? 'I1309' : 'A0422') }).max(1000, 'A0422')
const required = text.refine((typed) => typed !== '', 'I1309')
/** Required text without invisible characters and blanks around it, which nobody types on purpose in a name. */
const visible = text.transform(bare).refine((typed) => typed !== '', 'I1309')
const userName = visible.refine((text) => text === '' || isNewUserName(text), 'I1106')
/** ISO 3166-1 alpha-2; an empty choice means none. */
const country = entry
  .transform((text) => text.trim().toUpperCase())
  .refine((text) => text === '' || isCountry(text), 'I1112')
const code = codeSchema
/** An invitation code as typed. Longer input can't be a valid code. */
const invite = entry.transform((text) => text.trim().slice(0, 100)).optional()
/** The authenticator's six digits or a recovery code; the module checks for both. */
const secondCode = entry.refine((text) => text.trim() !== '', 'I1206')

/** Lets a rule over several entries run even if another entry is wrong, so that all errors show at once. */
const whenTexts =
  (...names: string[]) =>
  (payload: { value: unknown }): boolean => {
    const value: unknown = payload.value
    return (
      typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'string')
    )
  }
const checkPassword = (value: { userName: string; password: string }): boolean =>
  value.password === '' || isPassword(value.password, value.userName)
const repeats = (value: { password?: string | undefined; repeatPassword?: string | undefined }): boolean =>
  value.repeatPassword === undefined || isSamePassword(value.repeatPassword, value.password ?? '')
const repeatsNew = (value: { newPassword: string; repeatPassword?: string | undefined }): boolean =>
  value.repeatPassword === undefined || isSamePassword(value.repeatPassword, value.newPassword)

/**
 * Input of an API client, everything at once. An e-mail, or a phone with its area code, needs the code that was
 * received there.
 */
export const registerSchema = z
  .object({
    userName,
    password: required,
    /** The password repeated; programs may omit it. */
    repeatPassword: entry.optional(),
    country: country.optional(),
    email: entry.optional(),
    area: entry.optional(),
    phone: entry.optional(),
    code: code.optional(),
    invite: invite.meta({ description: 'The invitation code; a wrong one does not stop the registration.' }),
  })
  .refine(checkPassword, { path: ['password'], message: 'I1203', when: whenTexts('userName', 'password') })
  .refine(repeats, { path: ['repeatPassword'], message: 'I1107', when: whenTexts('password') })
export type RegisterInput = z.output<typeof registerSchema>

/** One optional field for an e-mail or a phone. */
const oneContact = entry.default('').transform((text, context): Contact | null => {
  const parsed = parseOneContact(text)
  if (parsed.ok) return parsed.value
  context.addIssue({ code: 'custom', message: parsed.code })
  return z.NEVER
})

/**
 * A form always asks for the password twice. The e-mail or phone is proven later: the code is sent once the account
 * exists.
 */
export const registerFormSchema = z
  .object({
    userName,
    password: required,
    repeatPassword: entry,
    contact: oneContact,
    country: country.optional(),
    invite,
  })
  .refine(checkPassword, { path: ['password'], message: 'I1203', when: whenTexts('userName', 'password') })
  .refine((value) => isSamePassword(value.repeatPassword, value.password), {
    path: ['repeatPassword'],
    message: 'I1107',
    when: whenTexts('password', 'repeatPassword'),
  })

/** Identifies an account: a user name, an e-mail, a phone (with its area code) or the serial number of a bound box. */
const identity = { identifier: visible, area: entry.optional() }
export const identitySchema = z.object(identity)
export type IdentityInput = z.output<typeof identitySchema>
/** How to send a code: by mail, by SMS, or by whichever fits best. */
export const sendCodeSchema = z.object({ ...identity, type: z.enum(['mail', 'sms']).optional().catch(undefined) })
export type SendCodeInput = z.output<typeof sendCodeSchema>
/** Signing in only requires non-empty input: it must not reveal which names exist. */
export const signInSchema = z.object({ ...identity, password: required })
export type SignInInput = z.output<typeof signInSchema>
export const codeSignInSchema = z.object({ ...identity, code })
export type CodeSignInInput = z.output<typeof codeSignInSchema>
export const secondStepSchema = z.object({ token: entry, code: secondCode })
export type SecondStepInput = z.output<typeof secondStepSchema>

export const recoverSchema = z
  .object({
    ...identity,
    code,
    newPassword: required.refine((text) => text === '' || isPasswordLength(text), 'I1203'),
    repeatPassword: entry.optional(),
  })
  .refine(repeatsNew, { path: ['repeatPassword'], message: 'I1107', when: whenTexts('newPassword') })
export type RecoverInput = z.output<typeof recoverSchema>

export const userNameChangeSchema = z.object({ userName, password: required })
export type UserNameChange = z.output<typeof userNameChangeSchema>
/** Requires the old password, or a code sent to the account's own e-mail or phone. */
export const passwordChangeSchema = z
  .object({
    oldPassword: entry.optional(),
    code: code.optional(),
    newPassword: required.refine((text) => text === '' || isPasswordLength(text), 'I1203'),
    repeatPassword: entry.optional(),
  })
  .refine((value) => (value.oldPassword ?? '') !== '' || value.code !== undefined, {
    path: ['oldPassword'],
    message: 'I1309',
    when: whenTexts('newPassword'),
  })
  .refine(repeatsNew, { path: ['repeatPassword'], message: 'I1107', when: whenTexts('newPassword') })
export type PasswordChange = z.output<typeof passwordChangeSchema>
export const contactBindSchema = z.object({
  email: entry.optional(),
  area: entry.optional(),
  phone: entry.optional(),
  code,
  password: entry.optional(),
})
export const countrySchema = z.object({ country })
export const passwordOnlySchema = z.object({ password: required })
export const passwordAndCodeSchema = z.object({ password: required, code: secondCode })

export const staffRoles = ['administrator', 'vno', 'operator'] as const
export const staffAccountSchema = z
  .object({
    userName,
    password: required,
    role: z.enum(staffRoles),
    /** The name of the brand; required for a VNO account, and not allowed for others. */
    vno: z.string().min(1).max(100).optional(),
  })
  .refine(checkPassword, { path: ['password'], message: 'I1203', when: whenTexts('userName', 'password') })
  .refine((value) => (value.role === 'vno') === (value.vno !== undefined), {
    path: ['vno'],
    message: 'A0422',
    when: whenTexts('role'),
  })
export type StaffAccountInput = z.output<typeof staffAccountSchema>

export const accountOutput = z
  .object({
    id: z.string(),
    userName: z.string(),
    role: z.enum(roles),
    vnoId: z.string().nullable(),
    createdAt: date,
    disabledAt: date.nullable(),
  })
  .meta({ id: 'Account' })
