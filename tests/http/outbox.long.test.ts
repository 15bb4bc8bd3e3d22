/** A server that is killed while sending loses no message of its outbox. */
import Database from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { fillOutbox, outboxSecrets, rowOf, startChannels } from '../support/filled-outbox'
import { startServer, type TestServer } from '../support/server'
import { headersOf } from '../support/smtp'

const dataDir = process.env['DATA_DIR'] ?? ''
afterAll(async () => {
  const { closeDatabase } = await import('~/platform/db.server')
  await closeDatabase()
})

it('a kill while sending loses no message, a stop waits for those in flight, and no secret is logged', async () => {
  const { smtp, gateway, env, stop } = await startChannels()
  const said: string[] = []
  const keep = (server: TestServer): void => {
    said.push(server.output(), ...server.log.map((line) => JSON.stringify(line)))
  }
  const ids = await fillOutbox()
  smtp.next('silence')
  gateway.next({ http: 500 })
  const first = await startServer({ dataDir, env })
  await smtp.waitForTries(1)
  await first.waitForLog((line) => line.msg === 'a message was not sent yet')
  await first.kill()
  keep(first)
  expect(rowOf(ids.mail)).toEqual({ state: 'sending', tries: 1 })
  expect(rowOf(ids.sms)).toEqual({ state: 'queued', tries: 1 })

  // As if the lease and the pause had passed.
  const database = new Database(`${dataDir}/portal.db`)
  database.prepare('UPDATE OutboxMessage SET nextTryAt = createdAt').run()
  database.close()
  smtp.next('hold')
  const second = await startServer({ dataDir, env })
  await smtp.waitForTries(2)
  await gateway.waitFor(1)
  const stopped = second.stop()
  await second.waitForLog((line) => line.msg === 'stopping')
  smtp.release()
  await stopped
  keep(second)
  expect(headersOf(smtp.mails[0]?.raw ?? '').get('message-id')).toBe(`<${ids.mail}@portal.example>`)
  expect(smtp.mails[0]).toMatchObject({ user: 'portal', secure: true, to: ['viewer@example.test'] })
  expect([rowOf(ids.mail), rowOf(ids.sms)]).toEqual([
    { state: 'sent', tries: 2 },
    { state: 'sent', tries: 2 },
  ])
  expect(gateway.messages).toHaveLength(1)

  const log = said.join('\n')
  expect(log).toContain('message sent')
  for (const secret of outboxSecrets) expect(log, secret).not.toContain(secret)
  await stop()
})
