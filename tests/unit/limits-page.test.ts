/**
 * docs/limits.md names every limit with its reason; `WRITE_DOCS=1 npx vitest run tests/unit/limits-page.test.ts`
 * rewrites it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { shelvesInMemoryBytes } from '~/modules/link/limits'
import { maxOwnBytes } from '~/modules/stb/own-memory'
import { waitingRules } from '~/modules/grant/second-operator'
import { answerLimits } from '~/platform/answers.server'
import { slotRules, rules, takeSlot } from '~/platform/limits.server'
import { addressLimits } from '../../app/server/address'
import { chunkLimits, formLimits, strangerLimits } from '../../app/server/body'
import { clientLimits } from '../../app/server/gateway/clients'
import { gateLimits } from '../../app/server/gateway/gate-limits'
import { socketLimits } from '../../app/server/gateway/sockets'
import { queueLimits } from '../../app/server/gateway/app-queue'
import { root } from '../support/paths'

const file = path.join(root, 'docs/limits.md')
const timeOf = (seconds: number): string =>
  seconds % 86_400 === 0
    ? `${seconds / 86_400} d`
    : seconds % 3600 === 0
      ? `${seconds / 3600} h`
      : seconds % 60 === 0
        ? `${seconds / 60} min`
        : `${seconds} s`
const mib = (bytes: number): string => `${bytes / 1_048_576} MiB`
const page = (): string => {
  const rows = Object.entries(rules).map(
    ([name, rule]) =>
      `| ${name} | ${rule.points} in ${timeOf(rule.seconds)} | ${rule.store === 'database' ? 'yes' : 'no'} | ${rule.why} |`,
  )
  return `# Limits

Every named limit of app/platform/limits.server.ts. Over one the answer is I1009 with Retry-After, unless the reason says
otherwise. Clients with IPv6 count by their /64, whose /56 may use four times as much and whose /48 sixteen times. The \`doubt-…\` and \`guard-…\` ones refuse nothing: over them a captcha is asked for (B0005).
Single lines of /api have limits of their own besides, see api.md.

| name | allows | survives a restart | why |
|---|---|---|---|
${rows.join('\n')}

What may go on at one time only so often:

| name | at one time | why |
|---|---|---|
${Object.entries(slotRules)
  .map(([name, rule]) => `| ${name} | ${rule.places} | ${rule.why} |`)
  .join('\n')}

What may wait for a second operator at one time; over it the answer is I1009 as well:

| name | at one time | why |
|---|---|---|
${Object.entries(waitingRules)
  .map(([name, rule]) => `| ${name} | ${rule.places} | ${rule.why} |`)
  .join('\n')}

At the gateway, and of bodies (app/server; a client is an account whose session the app vouches for, a box whose token is known, else an IPv4 address or an IPv6 /64):

| what | limit | beyond it |
|---|---|---|
| connections, all together | MAX_CONNECTIONS | the oldest that never asked for anything is closed, else one of the network that holds most |
| connections of an address that is no trusted proxy's | MAX_CONNECTIONS_PER_ADDRESS | closed |
| requests of one connection behind the one that is answered | ${gateLimits.pipelined} | closed |
| an address; slashes in its path; parameters named \`index\` | ${addressLimits.characters} characters; ${addressLimits.slashes}; ${addressLimits.indexParameters} | A0400 |
| the query of \`/__manifest\`; paths in it | ${addressLimits.manifestQueryCharacters} characters; 1 | A0400 |
| pages and calls of a network | ${clientLimits.network.perSecond} a second, ${clientLimits.network.atOnce} at once | I1009 |
| the same of an account; of all accounts at one network | ${clientLimits.account.perSecond} a second, ${clientLimits.account.atOnce} at once; ${clientLimits.accounts.perSecond} and ${clientLimits.accounts.atOnce} | I1009 |
| the same of a box; of boxes at one network whose tokens are not known | ${clientLimits.box.perSecond} a second, ${clientLimits.box.atOnce} at once; ${clientLimits.newBoxes.perSecond} and ${clientLimits.newBoxes.atOnce} | I1009 |
| answers of the gateway's own to a network: files, /healthz | ${clientLimits.files.perSecond} a second, ${clientLimits.files.atOnce} at once | I1009, and the connection is closed |
| requests of a client under way, of them with a body still to come; such of all accounts at one network | ${clientLimits.underWay}, ${clientLimits.bodiesUnderWay}; ${clientLimits.bodiesOfNetwork} | A0503 |
| bodies still to come, of all who are known; of all who are not | ${clientLimits.allBodiesUnderWay.known}; ${clientLimits.allBodiesUnderWay.strangers} | whoever holds most loses his oldest to who holds fewer |
| pieces of a body | ${chunkLimits.free}, and one more for each ${chunkLimits.leastBytes} bytes | ${chunkLimits.perSecond} a second are read; of a body that is refused or not asked for none |
| a body of a GET, which nothing reads | ${gateLimits.idleBodyBytes} bytes | closed |
| at the app at once: pages, acts of people, boxes; of one client | ${queueLimits.running.page}, ${queueLimits.running.act}, ${queueLimits.running.box}; ${queueLimits.runningOfClient.page}, ${queueLimits.runningOfClient.act}, ${queueLimits.runningOfClient.box} | they wait |
| waiting for the app: pages, acts, boxes | ${queueLimits.waiting.page}, ${queueLimits.waiting.act}, ${queueLimits.waiting.box}; ${queueLimits.waitMs.page / 1000} s for pages, else ${queueLimits.waitMs.act / 1000} s | A0503 |
| an answer of which nothing is taken | ${socketLimits.stalledAnswerMs / 1000} s | closed |
| large answers of an account or box not taken yet (from memory, over ${answerLimits.largeBytes} bytes): how many; the memory behind them, each file once | ${answerLimits.largeOfOne}; ${mib(answerLimits.largeBytesOfOne)} | I1009 |
| the same of everybody together | ${answerLimits.largeOfAll}; ${mib(answerLimits.largeBytesOfAll)} | A0503 |
| memory of other answers over ${answerLimits.countedBytes} bytes not taken yet: of an account, box or stranger's address; of everybody | ${mib(answerLimits.bytesOfOne)}; ${mib(answerLimits.bytesOfAll)} | I1009; A0503 |
| a body of a stranger; its fields | ${strangerLimits.bodyBytes} bytes; ${strangerLimits.fields} | A0413 |
| fields of a form of somebody known; a field's name | ${formLimits.fields}; ${formLimits.fieldNameBytes} bytes | A0413 |
| memory for bodies of one account or address | an eighth of MAX_BODY_MEMORY_BYTES, at least two files | A0503 |
| memory of what boxes fetch of their accounts (MyLink, audio, pictures), in each process; of links that were read last | ${mib(maxOwnBytes)}; ${mib(shelvesInMemoryBytes)} | what was used least lately goes |
`
}

it('lists every limit in docs/limits.md with its reason', () => {
  if (process.env.WRITE_DOCS === '1') writeFileSync(file, page())
  expect(readFileSync(file, 'utf8')).toBe(page())
})
it('keeps limits that must survive a restart in the database', () => {
  const inMemory = Object.entries(rules)
    .filter(([, rule]) => rule.store === 'memory')
    .map(([name]) => name)
  expect(inMemory.filter((name) => /^(?:sign-in|verification|doubt|second|sms|password|register)/.test(name))).toEqual(
    [],
  )
})
it('frees a returned place once, and counts each key apart', () => {
  const [first, second] = [takeSlot('form-with-files', 'a'), takeSlot('form-with-files', 'a')]
  expect([first === null, second === null, takeSlot('form-with-files', 'a')]).toEqual([false, false, null])
  expect(takeSlot('form-with-files', 'b')).not.toBeNull()
  first?.()
  first?.()
  expect(takeSlot('form-with-files', 'a')).not.toBeNull()
  expect(takeSlot('form-with-files', 'a')).toBeNull()
})
