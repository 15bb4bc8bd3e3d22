/**
 * What a person types about an account: one set of rules for forms, the API and the browser. A rule that fails names
 * its code of the specification as the message.
 */
import { z } from 'zod'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** What a person counts as characters. Stops early: nobody needs the exact length of a very long text. */
export const countGraphemes = (text: string, enough = 1000): number => {
  let count = 0
  for (const _ of graphemes.segment(text)) if (++count >= enough) break
  return count
}

/** The form in which a user name is compared: compatible forms are one, case does not count (ß is ss, ı is i). */
export const userNameKey = (userName: string): string => userName.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

/** 6 to 40 characters; a mark counts with its letter, so the text itself is bounded as well. */
const userNameText = /^[\p{L}\p{M}\p{Nd}._-]+$/u
const maxUserNameUnits = 160
export const isUserName = (text: string): boolean => {
  const name = text.normalize('NFKC')
  if (name.length > maxUserNameUnits || !userNameText.test(name) || !/\p{L}/u.test(name)) return false
  const length = countGraphemes(name, 41)
  return length >= 6 && length <= 40
}

/** Passwords are compared in one composed form, because keyboards write the same letter in two ways. */
export const passwordText = (password: string): string => password.normalize('NFC')
/** 8 to 16 code points, and not the account's name. */
export const isPassword = (password: string, userName: string): boolean => {
  const length = [...passwordText(password)].length
  return length >= 8 && length <= 16 && userNameKey(password) !== userNameKey(userName)
}

/** Long enough for every valid entry, short enough that a hostile one costs nothing. */
const entry = z.string().max(1000, 'A0422')
const required = entry.refine((text) => text !== '', 'I1309')
const userName = required.refine((text) => text === '' || isUserName(text), 'I1106')

/** A rule over several entries runs although another entry is wrong, so that a person sees every mistake at once. */
const whenTexts = (...names: string[]) => (payload: { value: unknown }): boolean => {
  const value: unknown = payload.value
  return typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'string')
}
const checkPassword = (value: { userName: string; password: string }): boolean => value.password === '' || isPassword(value.password, value.userName)

export const registerSchema = z
  .object({
    userName,
    password: required,
    /** The second entry of the password; programs may leave it out. */
    repeatPassword: entry.optional(),
  })
  .refine(checkPassword, { path: ['password'], message: 'I1203', when: whenTexts('userName', 'password') })
  .refine((value) => value.repeatPassword === undefined || (value.repeatPassword ?? '') === value.password, { path: ['repeatPassword'], message: 'I1107', when: whenTexts('password') })
export type RegisterInput = z.output<typeof registerSchema>

/** A form always asks for the password twice. */
export const registerFormSchema = z
  .object({ userName, password: required, repeatPassword: entry })
  .refine(checkPassword, { path: ['password'], message: 'I1203', when: whenTexts('userName', 'password') })
  .refine((value) => (value.repeatPassword ?? '') === value.password, { path: ['repeatPassword'], message: 'I1107', when: whenTexts('password') })

/** Signing in asks only that something is there: which names exist is not told. */
export const signInSchema = z.object({ userName: required, password: required })
export type SignInInput = z.output<typeof signInSchema>

export const staffRoles = ['administrator', 'vno', 'operator'] as const
export type StaffRole = (typeof staffRoles)[number]
export const staffAccountSchema = z
  .object({
    userName,
    password: required,
    role: z.enum(staffRoles),
    /** The name of the brand; only for a VNO account, and there required. */
    vno: z.string().min(1).max(100).optional(),
  })
  .refine(checkPassword, { path: ['password'], message: 'I1203', when: whenTexts('userName', 'password') })
  .refine((value) => (value.role === 'vno') === (value.vno !== undefined), { path: ['vno'], message: 'A0422', when: whenTexts('role') })
export type StaffAccountInput = z.output<typeof staffAccountSchema>
