/** Passwords are compared in composed form, because keyboards produce the same letter in two ways. */
export const passwordText = (password: string): string => password.normalize('NFC')
/** Compares two entries of a password, perhaps typed on two keyboards. */
export const isSamePassword = (one: string, other: string): boolean => passwordText(one) === passwordText(other)
