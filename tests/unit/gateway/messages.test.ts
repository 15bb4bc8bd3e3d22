/** Messages between the gateway and its app: answers wait for the messages before them, and notes are batched. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeBoxMemory } from '~/modules/stb/memory'
import type { FromGateway } from '../../../app/server/channel'
import { makeHeard, makeNotes } from '../../../app/server/gateway/app-messages'
import { toldSettings } from '../../support/box-facts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('holds an answer until the messages before it arrive, or the app has died', async () => {
  const heard = makeHeard(makeBoxMemory())
  expect(heard.after(0)).toBeNull()
  let gone = 0
  const first = heard.after(1)?.then(() => gone++)
  const second = heard.after(2)?.then(() => gone++)
  heard.take({ kind: 'memory', seq: 1, call: 'forgetBox', args: ['1'] })
  await first
  expect([gone, heard.after(1)]).toEqual([1, null])
  heard.end()
  await second
  expect(gone).toBe(2)
  heard.begin()
  expect(heard.after(1)).not.toBeNull()
})

it('forgets all lists at once when the signing key changes', () => {
  const memory = makeBoxMemory()
  const heard = makeHeard(memory)
  const file = { bytes: new Uint8Array(9), type: 'text/plain', fileName: 'a', etag: '"1-a"', lastModified: new Date() }
  const audience = { kind: 'system', ownerId: 'a', vnoId: null } as const
  const list = { listId: 'a', revision: 1, language: null, audience, stage: null, isStaged: false, file }
  heard.take({ kind: 'memory', seq: 1, call: 'keepList', args: [list, null] })
  const box = { id: 't', sn: '1', userId: null, vnoId: null, claimed: false, proven: false, ...toldSettings }
  expect(memory.peekList(box, 'a', null)?.file.etag).toBe('"1-a"')
  heard.take({ kind: 'memory', seq: 2, call: 'forgetAllLists', args: [] })
  expect(memory.peekList(box, 'a', null)).toBeUndefined()
})

it('batches notes in numbered messages, only the last of each box, and only while the app runs', () => {
  const told: FromGateway[] = []
  let ready = true
  const notes = makeNotes(
    (message) => void told.push(message),
    () => ready,
  )
  notes.add({ sn: '1', listId: 'a', revision: 1, language: null, own: null, held: null })
  notes.add({ sn: '1', listId: 'a', revision: 2, language: null, own: null, held: 2 })
  notes.add({ sn: '1', listId: 'a', revision: 2, language: null, own: null, held: null })
  notes.add({ sn: '2', listId: 'b', revision: 1, language: null, own: null, held: null })
  expect(told).toEqual([])
  vi.advanceTimersByTime(100)
  expect(told).toEqual([
    {
      kind: 'notes',
      seq: 1,
      notes: [
        { sn: '1', listId: 'a', revision: 2, language: null, own: null, held: 2 },
        { sn: '2', listId: 'b', revision: 1, language: null, own: null, held: null },
      ],
    },
  ])
  expect(notes.flush()).toBe(1)
  ready = false
  notes.add({ sn: '3', listId: 'c', revision: 1, language: null, own: null, held: null })
  expect([notes.flush(), told.length]).toEqual([1, 1])
  ready = true
  notes.begin()
  notes.add({ sn: '4', listId: 'd', revision: 1, language: null, own: null, held: null })
  expect([notes.flush(), told.length]).toEqual([1, 2])
})
