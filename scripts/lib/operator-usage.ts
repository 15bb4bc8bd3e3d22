/**
 * What each command of the operator's command line takes, and what its entries must be: said to an operator whose
 * command has something else.
 */

/**
 * How many words stand behind a command's name at most, and which options it reads: what it would ignore is refused,
 * because it was meant.
 */
type Usage = { words: number; options: readonly string[] }
const paged = ['page', 'size'] as const
export const usages: Readonly<Record<string, Usage>> = {
  claim: { words: 0, options: ['user', 'token-file'] },
  'models list': { words: 0, options: [] },
  'models add': { words: 1000, options: [] },
  'boxes import': { words: 1, options: ['dry-run'] },
  'boxes list': { words: 0, options: ['search', ...paged] },
  'boxes release': { words: 1, options: [] },
  'vnos list': { words: 0, options: [] },
  'vnos add': { words: 1, options: [] },
  'accounts list': { words: 0, options: ['search', 'role', ...paged] },
  'accounts add': { words: 1, options: ['role', 'vno'] },
  'accounts disable': { words: 1, options: [] },
  'accounts enable': { words: 1, options: [] },
  'accounts sign-ins': { words: 1, options: paged },
  'accounts end-sessions': { words: 1, options: [] },
  'accounts reset-authenticator': { words: 1, options: [] },
  'lists publish': { words: 1, options: ['name', 'kind', 'vno', 'keep'] },
  'lists list': { words: 0, options: ['kind', ...paged] },
  'lists withdraw': { words: 1, options: [] },
  'tokens list': { words: 0, options: [] },
  'tokens add': { words: 1, options: ['scope', 'days'] },
  'tokens revoke': { words: 1, options: [] },
  'messages send': { words: 1, options: ['to', 'text', 'until', 'batch'] },
  'messages list': { words: 0, options: paged },
  'messages withdraw': { words: 1, options: [] },
  'feedback list': { words: 0, options: ['state', 'user', ...paged] },
  'feedback show': { words: 1, options: [] },
  'feedback answer': { words: 1, options: ['text', 'batch'] },
  'feedback close': { words: 1, options: [] },
  'feedback attachment': { words: 1, options: ['output'] },
  'instructions add': { words: 2, options: ['language', 'title', 'id'] },
  'instructions list': { words: 0, options: ['model', ...paged] },
  'instructions remove': { words: 1, options: ['language'] },
  audit: { words: 0, options: ['subject', ...paged] },
}
/** For every command; where nothing changes a reason does no harm. */
const everywhere: readonly string[] = ['why', 'json', 'help']

/** What a command can't use, as a sentence; null where there is nothing. */
export const findUnused = (name: string, words: readonly string[], options: readonly string[]): string | null => {
  const usage = usages[name] ?? { words: 0, options: [] }
  const more = words.slice(usage.words)
  if (more.length > 0)
    return `"${name}" has no use for ${more.map((word) => `"${word}"`).join(' ')}. A name of several words stands in quotation marks. Try --help.`
  const strange = options.filter((option) => !usage.options.includes(option) && !everywhere.includes(option))
  return strange.length > 0
    ? `"${name}" has no use for ${strange.map((option) => `--${option}`).join(' ')}. Try --help.`
    : null
}

const rules: Readonly<Record<string, string>> = {
  page: 'a whole number from 1 on',
  size: '10, 20, 40 or 100',
  search: 'at most 100 characters',
  subject: 'at most 100 characters',
  role: 'administrator, vno or operator (in searches also customer)',
  vno: 'a brand that exists (vnos list); needed for the role vno',
  kind: 'system or vno',
  keep: 'first:NUMBER, type:tv, satellite:POSITION or free',
  names: 'a name of a model, one line of up to 100 characters',
  scopes: 'lists:read, lists:write or operator',
  expiresInDays: '0 (no end) to 3650 days',
  until: 'a day such as 2026-12-31 that is not over yet (UTC)',
  batch: '8 to 64 letters, digits, _ or -',
  texts: 'an object: a language’s code with {"title", "text"} each',
  en: 'the English text is always needed: {"title", "text"}',
  title: 'one line that can be seen, of up to 120 characters',
  text: 'words that can be seen, of up to 5000 characters',
  state: 'open, answered or closed',
  language: 'en, fa, ar, ru, ua, pt, es or fr',
  why: 'a reason of 3 to 500 characters',
}
/** What an entry must be, by the last part of its name; null where nothing more can be said. */
export const findRule = (field: string): string | null =>
  rules[
    field
      .split('.')
      .filter((part) => !/^\d+$/.test(part))
      .at(-1) ?? ''
  ] ?? null

/** Codes whose own sentence speaks of a page's address or of a form, said for a command. */
export const sentences: Readonly<Record<string, string>> = {
  A0404: 'Nothing is known by this id or name.',
  A0413: 'This is too large: a file has at most 16 MiB.',
  A0415: 'The file is not of the kind that is taken here: a manual is a whole PDF.',
}
