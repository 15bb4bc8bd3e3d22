/** A database that can't grow: writes are refused with A0503 and Retry-After, reads are served. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerApi } from '~/api/dispatch.server'
import { createApiToken } from '~/modules/session/session.server'
import { findReadiness } from '~/modules/health/health.server'
import { demoAccounts, seedAccounts } from '~/modules/account/account.server'
import { closeDatabase, db } from '~/platform/db.server'
import { isStorageFull } from '~/platform/storage'

let token = ''
beforeAll(async () => {
  await seedAccounts()
  const made = await createApiToken(demoAccounts.find((one) => one.userName === 'demo-operator')?.id ?? '', {
    name: 'test',
    scopes: ['operator'],
    expiresInDays: null,
  })
  if (!made.ok) throw new Error(made.code)
  token = made.value.token
  const [row] = await db.$queryRawUnsafe<{ page_count: bigint }[]>('PRAGMA page_count')
  await db.$queryRawUnsafe(`PRAGMA max_page_count = ${String(row?.page_count)}`)
})
afterAll(() => closeDatabase())

const call = (method: string, path: string, json?: unknown): Promise<Response> =>
  answerApi(
    new Request(`http://127.0.0.1/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    }),
    {
      nonce: '',
      requestId: 'r',
      address: '127.0.0.1',
      origin: 'http://127.0.0.1',
      upload: null,
      memo: new Map(),
    },
  )

it('a full disk refuses writes with Retry-After', async () => {
  const names = Array.from({ length: 900 }, (_, index) => `Model ${index} ${'x'.repeat(30)}`)
  const answer = await call('POST', '/operator/models', { names })
  expect([answer.status, answer.headers.get('retry-after'), ((await answer.json()) as { code: string }).code]).toEqual([
    503,
    '60',
    'A0503',
  ])
  expect((await call('GET', '/operator/models')).status).toBe(200)
})
it('a full disk is recognised in any wrapping error', () => {
  expect(isStorageFull(Object.assign(new Error('x'), { code: 'ENOSPC' }))).toBe(true)
  expect(isStorageFull(new Error('x', { cause: Object.assign(new Error('y'), { code: 'SQLITE_FULL' }) }))).toBe(true)
  expect(isStorageFull(new Error('disk is full'))).toBe(false)
})
it('readiness still lists every part', async () => {
  const { parts } = await findReadiness()
  expect(Object.keys(parts)).toEqual(['database', 'disk', 'engine', 'uploads', 'outbox'])
})
