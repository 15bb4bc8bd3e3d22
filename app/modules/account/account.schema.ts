/**
 * What a person types about an account: one set of rules for forms, the API and the browser. A violated rule puts its
 * code of the specification into the issue's message.
 */
import { z } from 'zod'
import { codeSchema, isCountry, type Contact } from '~/modules/verification/contact.schema'
import { parseOneContact } from '~/modules/verification/typed-contact.schema'
import { plainDigits } from '~/text/digits'
import { countGraphemes } from '~/text/graphemes'
import { dropUnseen } from '~/text/unseen'
import { isSamePassword, passwordText } from './password-text'

export { isSamePassword, passwordText } from './password-text'

/**
 * The form in which user names are compared: compatible characters are equal, and case does not count (ß and ẞ are ss,
 * ı is i).
 */
export const userNameKey = (userName: string): string =>
  userName.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC')

/**
 * 6 to 40 characters. A mark counts with its letter, so the text itself is limited too, and no name begins with a mark.
 */
const userNameText = /^[\p{L}\p{Nd}._-][\p{L}\p{M}\p{Nd}._-]*$/u
/**
 * Letters and marks that are invisible (fillers, joiners, variation selectors): a name with them looks like another
 * one.
 */
const unseen = /\p{Default_Ignorable_Code_Point}/u
const maxUserNameUnits = 160
export const isUserName = (text: string): boolean => {
  const name = text.normalize('NFKC')
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
 * True when all letters belong to one script (or to scripts that are written together), so that a look-alike letter of
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
/** A name that a new account may have. Names from before the rule of one script can still sign in. */
export const isNewUserName = (text: string): boolean => isUserName(text) && isOneScript(text.normalize('NFKC'))

/** An account's name and contacts, as far as they are known. */
export type OwnNames = {
  userName: string
  email?: string | null | undefined
  phoneArea?: string | null | undefined
  phone?: string | null | undefined
}
const digitsOf = (text: string): string => (/^[\s\d+().-]+$/.test(text) ? text.replaceAll(/\D/g, '') : '')
/** True for a password that is the account's e-mail or phone, however it is written. */
export const isOwnContact = (password: string, { email, phoneArea, phone }: OwnNames): boolean => {
  const text = passwordText(password).normalize('NFKC').trim().toLowerCase()
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

/** The length of a password alone; comparing it with the account's name needs the name. */
export const isPasswordLength = (password: string): boolean => isPassword(password, '')

/** Long enough for every valid entry, short enough that a hostile one costs nothing. */
const entry = z.string('A0422').max(1000, 'A0422')
/** A missing entry counts as empty: both are I1309. */
const text = z.string({ error: ({ input }) => (input === undefined ? 'I1309' : 'A0422') }).max(1000, 'A0422')
const required = text.refine((typed) => typed !== '', 'I1309')
/** The same without letters that show nothing, which nobody means in a name. */
const visible = text.transform(dropUnseen).refine((typed) => typed !== '', 'I1309')
const userName = visible.refine((text) => text === '' || isNewUserName(text), 'I1106')
/** ISO 3166-1 alpha-2; an empty choice means none. */
const country = entry
  .transform((text) => text.trim().toUpperCase())
  .refine((text) => text === '' || isCountry(text), 'I1112')
const code = codeSchema
/** An invitation's code, as it was typed. What is too long for one is none that anybody has. */
const invite = entry.transform((text) => text.trim().slice(0, 100)).optional()
/** The authenticator's six digits or a recovery code; the module compares both. */
const secondCode = entry.refine((text) => text.trim() !== '', 'I1206')

/** A rule for several entries runs even when another entry is wrong, so that a person sees all errors at once. */
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
 * A program's call, everything at once. An e-mail, or a phone with its area code, is sent with the code that was
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
    invite: invite.meta({ description: 'The code of whoever invited: a wrong one refuses nothing.' }),
  })
  .refine(checkPassword, { path: ['password'], message: 'I1203', when: whenTexts('userName', 'password') })
  .refine(repeats, { path: ['repeatPassword'], message: 'I1107', when: whenTexts('password') })
export type RegisterInput = z.output<typeof registerSchema>

/** An e-mail or phone in one field, which may stay empty. */
const oneContact = entry.default('').transform((text, context): Contact | null => {
  const parsed = parseOneContact(text)
  if (parsed.ok) return parsed.value
  context.addIssue({ code: 'custom', message: parsed.code })
  return z.NEVER
})

/**
 * A form always asks for the password twice. The e-mail or phone is proven afterwards: the code is sent once the
 * account exists.
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

/**
 * How a person identifies an account: a user name, an e-mail, a phone (with its area code) or the serial number of a
 * bound box.
 */
const identity = { identifier: visible.transform((typed) => typed.trim()), area: entry.optional() }
export const identitySchema = z.object(identity)
export type IdentityInput = z.output<typeof identitySchema>
/** How a code is to be sent: by mail, by SMS, or by whichever fits best. */
export const sendCodeSchema = z.object({ ...identity, type: z.enum(['mail', 'sms']).optional().catch(undefined) })
export type SendCodeInput = z.output<typeof sendCodeSchema>
/** Signing in only requires that something was entered: which names exist is not revealed. */
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
/** With the old password, or with a code sent to the account's own e-mail or phone. */
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
export const authenticatorRemovalSchema = z.object({ password: required, code: secondCode })

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
