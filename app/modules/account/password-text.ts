/** Passwords are compared in one composed form, because keyboards write the same letter in two ways. */
export const passwordText = (password: string): string => password.normalize('NFC')
/** Two entries of one password, perhaps typed on two keyboards. */
export const isSamePassword = (one: string, other: string): boolean => passwordText(one) === passwordText(other)
