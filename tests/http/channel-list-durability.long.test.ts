/** Confirmed edits are on the disk: the server is killed during edits, and all confirmed ones are there afterwards. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { writeSatcodx } from '~/modules/channel-list/seed/file'
import { HttpClient } from '../support/http-client'
import { startPortal, type Portal } from '../support/portal'
import { startServer, type TestServer } from '../support/server'

const channels = 40
let portal: Portal
let second: TestServer | undefined
beforeAll(async () => {
  portal = await startPortal({ env: { LIMITS: 'off' } })
})
afterAll(() => second?.stop())

describe('killing the server', () => {
  it('loses no confirmed edit and leaves none half done', async () => {
    const token = portal.tokens.customer
    const bytes = writeSatcodx(buildSeedList({ seed: 41, channels }), { version: '103' })
    const client = portal.visitor()
    const list = await client.api<{ id: string }>('POST', '/chmax/lists?name=Durable', {
      token,
      raw: { type: 'application/octet-stream', bytes },
    })
    const { id } = list.data
    /** channel → the last confirmed name */
    const answered = new Map<number, string>()
    let writing = true
    let killed: Promise<void> | undefined
    // Four writers rename their own channels on the newest base they know; the server merges.
    const write = async (writer: number): Promise<void> => {
      let base = 1
      for (let turn = 0; writing; turn++) {
        const channel = writer * 10 + (turn % 10)
        const name = `w${writer} t${turn}`
        try {
          const answer = await client.api<{ revision: number }>('POST', `/chmax/lists/${id}/operations`, {
            token,
            json: { base, operations: [{ op: 'rename', id: channel, name }] },
          })
          expect(answer.code).toBe('0')
          base = answer.data.revision
          answered.set(channel, name)
        } catch (error) {
          if (writing) throw error
          return
        }
        if (base >= 60) {
          writing = false
          killed ??= portal.kill()
        }
      }
    }
    await Promise.all([0, 1, 2, 3].map(write))
    await killed
    expect(answered.size).toBeGreaterThan(30)

    second = await startServer({ dataDir: portal.dataDir, env: { LIMITS: 'off' } })
    const again = new HttpClient(second.origin)
    const rows = await again.api<{ revision: number; items: { id: number; name: string }[] }>(
      'GET',
      `/chmax/lists/${id}/channels?size=40`,
      { token },
    )
    expect(rows.data.items).toHaveLength(channels)
    const stored = new Map(rows.data.items.map((row) => [row.id, row.name]))
    for (const [channel, name] of answered) {
      // A rename may be stored without its answer; an older name never is.
      const [writer, turn] = name.slice(1).split(' t').map(Number)
      const [storedWriter, storedTurn] = (stored.get(channel) ?? '').slice(1).split(' t').map(Number)
      expect([storedWriter, (storedTurn ?? -1) >= (turn ?? 0)]).toEqual([writer, true])
    }
    // The chain is intact: undoing everything gives the original file.
    let steps = 0
    for (let revision = rows.data.revision; ; steps++) {
      const answer = await again.api<{ revision: number }>('POST', `/chmax/lists/${id}/undo`, {
        token,
        json: { base: revision },
      })
      if (answer.code === 'C1105') break
      expect(answer.code).toBe('0')
      revision = answer.data.revision
    }
    expect(steps).toBe(rows.data.revision - 1)
    const file = await again.request(`/api/chmax/lists/${id}/file`, { headers: { authorization: `Bearer ${token}` } })
    expect(Buffer.compare(Buffer.from(await file.arrayBuffer()), bytes)).toBe(0)
  })
})
