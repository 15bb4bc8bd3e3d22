/** Decides when two names look the same to a reader. */
import { normalForm } from './normal-form'

/** Names that need nothing but a change of case. */
const plain = /^[\u0021-\u007e]+(?: [\u0021-\u007e]+)*$/

/** Two names with the same key look the same to a reader. */
export const nameKeyOf = (name: string): string =>
  plain.test(name)
    ? name.toLowerCase()
    : normalForm(name, 'NFKC').toLowerCase().toUpperCase().toLowerCase().replaceAll(/\s+/gu, ' ').trim()
