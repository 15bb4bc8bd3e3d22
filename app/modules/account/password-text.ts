/** Passwords are compared in one composed form, because keyboards write the same letter in two ways. */
export const passwordText = (password: string): string => password.normalize('NFC')
