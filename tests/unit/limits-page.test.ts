/**
 * docs/limits.md names every limit with its reason; `WRITE_DOCS=1 npx vitest run tests/unit/limits-page.test.ts`
 * rewrites it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { shelvesInMemoryBytes } from '~/modules/link/limits'
import { maxListBytes, maxTokens } from '~/modules/stb/memory'
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
      `| ${name} | ${rule.points} in ${timeOf(rule.seconds)} | ${'store' in rule ? 'no' : 'yes'} | ${rule.why} |`,
  )
  return `# Limits

Every named limit of app/platform/limits.server.ts. Beyond one the answer is I1009 with Retry-After, unless the reason
says otherwise. IPv6 clients count by their /64, whose /56 may use four times as much and whose /48 sixteen times. The
\`doubt-…\` and \`guard-…\` ones refuse nothing: beyond them a captcha is needed (B0005). Single endpoints of /api have
additional limits, see api.md.

| name | allows | survives a restart | why |
|---|---|---|---|
${rows.join('\n')}

Limits on what happens at the same time:

| name | at one time | why |
|---|---|---|
${Object.entries(slotRules)
  .map(([name, rule]) => `| ${name} | ${rule.places} | ${rule.why} |`)
  .join('\n')}

How many proposals may wait for a second operator at the same time; beyond it the answer is also I1009:

| name | at one time | why |
|---|---|---|
${Object.entries(waitingRules)
  .map(([name, rule]) => `| ${name} | ${rule.places} | ${rule.why} |`)
  .join('\n')}

At the gateway, and for bodies (app/server; a client is an account whose session the app has confirmed, a box whose token is known, otherwise an IPv4 address or an IPv6 /64):

| what | limit | beyond it |
|---|---|---|
| connections, all together | MAX_CONNECTIONS | the oldest one that never sent a request is closed, otherwise one of the network that holds most |
| connections of an address, except trusted proxies | MAX_CONNECTIONS_PER_ADDRESS | closed |
| pipelined requests of one connection | ${gateLimits.pipelined} | closed |
| a URL; slashes in its path; parameters named \`index\` | ${addressLimits.characters} characters; ${addressLimits.slashes}; ${addressLimits.indexParameters} | A0400 |
| the query of \`/__manifest\`; paths in it | ${addressLimits.manifestQueryCharacters} characters; 1 | A0400 |
| pages and calls of a network | ${clientLimits.network.perSecond} a second, ${clientLimits.network.atOnce} at once | I1009 |
| the same for an account; for all accounts of one network | ${clientLimits.account.perSecond} a second, ${clientLimits.account.atOnce} at once; ${clientLimits.accounts.perSecond} and ${clientLimits.accounts.atOnce} | I1009 |
| the same for a box; for boxes of one network whose tokens are unknown | ${clientLimits.box.perSecond} a second, ${clientLimits.box.atOnce} at once; ${clientLimits.newBoxes.perSecond} and ${clientLimits.newBoxes.atOnce} | I1009 |
| the gateway's own answers to a network: files, /healthz | ${clientLimits.files.perSecond} a second, ${clientLimits.files.atOnce} at once | I1009, and the connection is closed |
| simultaneous requests of a client, those whose body is still arriving; the latter for all accounts of one network | ${clientLimits.underWay}, ${clientLimits.bodiesUnderWay}; ${clientLimits.bodiesOfNetwork} | A0503 |
| bodies still arriving, from all known clients; from all unknown ones | ${clientLimits.allBodiesUnderWay.known}; ${clientLimits.allBodiesUnderWay.strangers} | the client that holds most loses its oldest to one that holds fewer |
| pieces of a body | ${chunkLimits.free}, and one more for each ${chunkLimits.minBytes} bytes | ${chunkLimits.perSecond} a second are read; of a refused or unexpected body none |
| the body of a GET, which nothing reads | ${gateLimits.idleBodyBytes} bytes | closed |
| at the app at once: pages, people’s actions, boxes; of one client | ${queueLimits.running.page}, ${queueLimits.running.act}, ${queueLimits.running.box}; ${queueLimits.runningOfClient.page}, ${queueLimits.runningOfClient.act}, ${queueLimits.runningOfClient.box} | they wait |
| waiting for the app: pages, actions, boxes | ${queueLimits.waiting.page}, ${queueLimits.waiting.act}, ${queueLimits.waiting.box}; ${queueLimits.waitMs.page / 1000} s for pages, otherwise ${queueLimits.waitMs.act / 1000} s | A0503 |
| an answer of which the client takes nothing | ${socketLimits.stalledAnswerMs / 1000} s | closed |
| large unread answers of an account or box (from memory, over ${answerLimits.largeBytes} bytes): their number; their memory, each file once | ${answerLimits.largeOfOne}; ${mib(answerLimits.largeBytesOfOne)} | I1009 |
| the same for everybody together | ${answerLimits.largeOfAll}; ${mib(answerLimits.largeBytesOfAll)} | A0503 |
| memory of other answers over ${answerLimits.countedBytes} bytes that are still unread: of an account, box or stranger's address; of everybody | ${mib(answerLimits.bytesOfOne)}; ${mib(answerLimits.bytesOfAll)} | I1009; A0503 |
| a stranger's body; its fields | ${strangerLimits.bodyBytes} bytes; ${strangerLimits.fields} | A0413 |
| fields of a form from a known sender; a field's name | ${formLimits.fields}; ${formLimits.fieldNameBytes} bytes | A0413 |
| memory for bodies of one account or address | an eighth of MAX_BODY_MEMORY_BYTES, at least two files | A0503 |
| cache of boxes’ tokens, and of their services; of lists’ files for boxes, in each process | ${maxTokens} each; ${mib(maxListBytes)} | the oldest is dropped; the least recently used |
| cache of what boxes fetch of their accounts (MyLink, audio, pictures), in each process; of recently read links | ${mib(maxOwnBytes)}; ${mib(shelvesInMemoryBytes)} | the least recently used is dropped |
`
}

it('lists every limit in docs/limits.md with its reason', () => {
  if (process.env.WRITE_DOCS === '1') writeFileSync(file, page())
  expect(readFileSync(file, 'utf8')).toBe(page())
})
it('keeps limits that must survive a restart in the database', () => {
  const inMemory = Object.entries(rules)
    .filter(([, rule]) => 'store' in rule)
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
