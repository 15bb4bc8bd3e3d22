/** docs/limits.md names every limit with its reason; `WRITE_DOCS=1 npx vitest run tests/unit/limits-page.test.ts` makes it anew. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { placeRules, rules, takePlace } from '~/platform/limits.server'
import { root } from '../support/paths'

const file = path.join(root, 'docs/limits.md')
const timeOf = (seconds: number): string => (seconds % 86_400 === 0 ? `${seconds / 86_400} d` : seconds % 3600 === 0 ? `${seconds / 3600} h` : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`)
const page = (): string => {
  const rows = Object.entries(rules).map(([name, rule]) => `| ${name} | ${rule.points} in ${timeOf(rule.seconds)} | ${rule.store === 'database' ? 'yes' : 'no'} | ${rule.why} |`)
  return `# Limits

Every named limit of app/platform/limits.server.ts. Over one the answer is I1009 with Retry-After, unless the reason says
otherwise. Clients with IPv6 count by their /64, whose /56 may use four times as much and whose /48 sixteen times. The \`doubt-…\` ones refuse nothing: over them a captcha is asked for (B0005).
Single lines of /api have limits of their own besides, see api.md.

| name | allows | survives a restart | why |
|---|---|---|---|
${rows.join('\n')}

What may go on at one time only so often:

| name | at one time | why |
|---|---|---|
${Object.entries(placeRules).map(([name, rule]) => `| ${name} | ${rule.places} | ${rule.why} |`).join('\n')}
`
}

it('every limit stands in docs/limits.md with its reason', () => {
  if (process.env.WRITE_DOCS === '1') writeFileSync(file, page())
  expect(readFileSync(file, 'utf8')).toBe(page())
})
it('a limit that a restart must not forget is in the database', () => {
  const inMemory = Object.entries(rules).filter(([, rule]) => rule.store === 'memory').map(([name]) => name)
  expect(inMemory.filter((name) => /^(?:sign-in|verification|doubt|second|sms|password|register)/.test(name))).toEqual([])
})
it('a place that is given back is free for the next, once, and another key has its own', () => {
  const [first, second] = [takePlace('form-with-files', 'a'), takePlace('form-with-files', 'a')]
  expect([first === null, second === null, takePlace('form-with-files', 'a')]).toEqual([false, false, null])
  expect(takePlace('form-with-files', 'b')).not.toBeNull()
  first?.()
  first?.()
  expect(takePlace('form-with-files', 'a')).not.toBeNull()
  expect(takePlace('form-with-files', 'a')).toBeNull()
})
