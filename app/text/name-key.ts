/** When two names are one to a reader. */

/** Nothing to compose or to fold but the case. */
const plain = /^[\u0021-\u007e]+(?: [\u0021-\u007e]+)*$/

/** Two names with the same key look the same to a reader. */
export const nameKeyOf = (name: string): string =>
  plain.test(name)
    ? name.toLowerCase()
    : name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().replaceAll(/\s+/gu, ' ').trim()
