/** Passwords are compared in composed form, because keyboards produce the same letter in two ways. */
import { normalForm } from '~/text/normal-form'

export const passwordText = (password: string): string => normalForm(password, 'NFC')
/** Compares two entries of a password, perhaps typed on two keyboards. */
export const isSamePassword = (one: string, other: string): boolean => passwordText(one) === passwordText(other)
