/**
 * A page's uploads, against the real attachments on the disk: cuts at any byte, cancelling, reloads, and final
 * failures.
 */
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeStore, type Store } from '~/client/attachment/store'
import type { Remembered } from '~/client/attachment/memory'
import { transport, type AttachmentState, type Transport } from '~/client/attachment/transport'
import {
  appendAttachment,
  attachmentLimits,
  cancelAttachment,
  findAttachment,
  listUnsent,
  openAttachment,
  startAttachment,
  type Attachment,
} from '~/modules/attachment/attachment.server'
import { demoAccounts, seedAccounts } from '~/modules/account/account.server'
import { statusOf, type Result } from '~/errors/table'
import { db } from '~/platform/db.server'
import { mkv, plainJpeg } from '../../support/media'
import { times } from '../../support/runs'

const userId = demoAccounts[0].id
beforeAll(() => seedAccounts())

/** Parts for these tests: small, so that there are many. */
const chunkBytes = 1000
type Answer<T> =
  | { ok: true; data: T }
  | { ok: false; code: string; message: string; data: Record<string, unknown> | null; status: number }
const answerOf = <A, B>(result: Result<A>, make: (value: A) => B): Answer<B> =>
  result.ok
    ? { ok: true, data: make(result.value) }
    : { ok: false, code: result.code, message: result.code, data: { ...result.data }, status: statusOf(result.code) }
const stateOf = (one: Attachment & { sample?: string | null }): AttachmentState => ({
  sample: one.sample ?? null,
  id: one.id,
  feedbackId: one.feedbackId,
  kind: one.kind,
  name: one.name,
  size: one.size,
  received: one.received,
  done: one.done,
  width: one.width,
  height: one.height,
  chunkBytes,
})
const lost: Answer<never> = { ok: false, code: 'network', message: 'Network Error', data: null, status: 0 }

/**
 * What an interruption does to a part: only its first bytes arrive, without an answer; or all arrive, and the answer is
 * lost.
 */
type Cut = { afterBytes: number } | 'answer' | null
/** The page's way to the server: no network in between, but its cuts. */
const connect = (nextCut: () => Cut): Transport => ({
  start: async (file) => answerOf(await startAttachment(userId, file), stateOf),
  fetchState: async (id) => answerOf(await findAttachment(userId, id), stateOf),
  drop: async (id) => answerOf(await cancelAttachment(userId, id), () => null),
  // A browser where this is unknown, by default: then the file's time decides.
  sample: () => Promise.resolve(null),
  put: async (id, offset, part, { onSent, signal }) => {
    const cut = nextCut()
    const bytes = Buffer.from(await part.arrayBuffer())
    if (signal.aborted) return 'stopped'
    onSent(bytes.length)
    if (cut !== null && cut !== 'answer') {
      const arrived = bytes.subarray(0, Math.min(cut.afterBytes, bytes.length))
      const source = Readable.from(
        (async function* () {
          if (arrived.length > 0) yield arrived
          await Promise.resolve()
          throw new Error('cut')
        })(),
        { objectMode: false },
      )
      await appendAttachment(userId, id, offset, source)
      return lost
    }
    const answer = answerOf(
      await appendAttachment(userId, id, offset, Readable.from([bytes], { objectMode: false })),
      stateOf,
    )
    return cut === 'answer' ? lost : answer
  },
})
/** Waits that end at once, each counted. */
const makeTimers = (): { set(work: () => void): number; clear(): void; waits: number } => {
  const timers = {
    waits: 0,
    set: (work: () => void) => {
      timers.waits++
      setImmediate(work)
      return timers.waits
    },
    clear: () => undefined,
  }
  return timers
}
const fileOf = (name: string, bytes: Uint8Array, lastModified = 1000): File =>
  new File([new Uint8Array(bytes)], name, { lastModified })
const settled = (store: Store): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (store.isActive()) return
      stop()
      resolve()
    }
    const stop = store.subscribe(look)
    look()
  })
const contentOf = async (id: string): Promise<Buffer> => {
  const opened = await openAttachment({ userId }, id)
  if (!opened.ok) throw new Error(opened.code)
  const parts: Buffer[] = []
  for await (const part of opened.value.open({ start: 0, end: opened.value.size }) as AsyncIterable<Buffer>)
    parts.push(part)
  return Buffer.concat(parts)
}
type Options = Parameters<typeof makeStore>[0]
const make = (cuts: Cut[] = [], more: Partial<Pick<Options, 'kept' | 'unsent' | 'wanted' | 'transport'>> = {}) => {
  const memory: { items: readonly Remembered[] } = { items: [] }
  const timers = makeTimers()
  const store = makeStore({
    transport: connect(() => cuts.shift() ?? null),
    timers,
    kept: [],
    unsent: [],
    wanted: [],
    ...more,
    remember: (items) => (memory.items = items),
  })
  return { store, memory, timers }
}

describe('an upload', () => {
  it('arrives byte for byte, however often and wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 30, max: 9000 }),
        fc.array(
          fc.oneof(
            fc.record({ afterBytes: fc.integer({ min: 0, max: chunkBytes }) }),
            fc.constant('answer' as const),
            fc.constant(null),
          ),
          { maxLength: 12 },
        ),
        async (size, cuts) => {
          await db.attachment.deleteMany()
          await db.rateLimit.deleteMany()
          const film = mkv(size)
          const { store } = make([...cuts])
          store.add('video', fileOf('film.mkv', film))
          await settled(store)
          const [item] = store.items()
          expect(item).toMatchObject({ step: 'done', sent: film.length, message: null })
          expect((await contentOf(item?.id ?? '')).equals(film)).toBe(true)
        },
      ),
      { numRuns: times(40), verbose: 1 },
    )
  })

  it('waits its turn: files are sent one by one, in the order chosen', async () => {
    await db.attachment.deleteMany()
    const { store } = make()
    const order: string[] = []
    store.subscribe(() => {
      for (const { name, step } of store.items()) if (step === 'done' && !order.includes(name)) order.push(name)
    })
    for (const name of ['1.mkv', '2.mkv', '3.mkv']) store.add('video', fileOf(name, mkv(3000)))
    expect(store.items().filter(({ step }) => step === 'sending')).toHaveLength(1)
    await settled(store)
    expect(order).toEqual(['1.mkv', '2.mkv', '3.mkv'])
  })

  it('is removed here and on the server when cancelled, and the next one continues', async () => {
    await db.attachment.deleteMany()
    const { store } = make()
    store.add('video', fileOf('long.mkv', mkv(200_000)))
    store.add('image', fileOf('a.jpg', plainJpeg()))
    await new Promise<void>((resolve) => {
      const stop = store.subscribe(() => {
        if ((store.items()[0]?.sent ?? 0) < 5000) return
        stop()
        resolve()
      })
    })
    store.remove(store.items()[0]?.key ?? '')
    await settled(store)
    expect(store.items().map(({ name, step }) => [name, step])).toEqual([['a.jpg', 'done']])
    await expect.poll(() => db.attachment.count({ where: { name: 'long.mkv' } })).toBe(0)
  })

  it('fails for good when its content is wrong, and can be retried when a limit passes', async () => {
    await db.attachment.deleteMany()
    const { store } = make()
    store.add('video', fileOf('no.mkv', Buffer.alloc(5000)))
    await settled(store)
    expect(store.items()[0]).toMatchObject({ step: 'failed', message: 'A0415', canRetry: false, id: null })
    const { store: other } = make()
    for (let i = 0; i < attachmentLimits.unfinished; i++)
      await startAttachment(userId, { kind: 'video', name: `${i}.mkv`, size: 1000 })
    other.add('image', fileOf('a.jpg', plainJpeg()))
    await settled(other)
    expect(other.items()[0]).toMatchObject({ step: 'failed', message: 'C1202', canRetry: true })
    await db.attachment.deleteMany()
    other.retry(other.items()[0]?.key ?? '')
    await settled(other)
    expect(other.items()[0]?.step).toBe('done')
  })
})

describe('a reloaded page', () => {
  it('shows what is there, and resumes the same file after the bytes that the server has', async () => {
    await db.attachment.deleteMany()
    const film = mkv(6000)
    const cuts: Cut[] = []
    const first = make(cuts)
    first.store.add('image', fileOf('a.jpg', plainJpeg()))
    await settled(first.store)
    cuts.push(null, { afterBytes: 300 })
    first.store.add('video', fileOf('film.mkv', film))
    await new Promise<void>((resolve) => {
      const stop = first.store.subscribe(() => {
        if (first.store.items()[1]?.step !== 'waiting') return
        stop()
        resolve()
      })
    })
    first.store.close()
    const second = make()
    await second.store.restore(first.memory.items)
    const [picture, video] = second.store.items()
    expect(picture).toMatchObject({ step: 'done', name: 'a.jpg', width: 120 })
    expect(video).toMatchObject({ step: 'again', name: 'film.mkv', file: null })
    expect(await second.store.giveAgain(video?.key ?? '', fileOf('film.mkv', mkv(7000)))).toBe(false)
    expect(await second.store.giveAgain(video?.key ?? '', fileOf('film.mkv', film, 2000))).toBe(false)
    expect(await second.store.giveAgain(video?.key ?? '', fileOf('film.mkv', film))).toBe(true)
    await settled(second.store)
    expect(second.store.items()[1]?.step).toBe('done')
    expect((await contentOf(video?.id ?? '')).equals(film)).toBe(true)
  })

  it('forgets files that were sent or removed elsewhere, and shows no file twice', async () => {
    await db.attachment.deleteMany()
    const { store, memory } = make()
    store.add('image', fileOf('a.jpg', plainJpeg()))
    store.add('image', fileOf('b.jpg', plainJpeg()))
    await settled(store)
    const [a, b] = store.items()
    await cancelAttachment(userId, a?.id ?? '')
    const kept = [
      { id: b?.id ?? '', kind: 'image' as const, name: 'b.jpg', size: b?.size ?? 0, width: 120, height: 80 },
    ]
    const again = make([], { kept })
    await again.store.restore(memory.items)
    expect(again.store.items().map(({ name, step }) => [name, step])).toEqual([['b.jpg', 'done']])
  })
  it('resumes a file that only the server knows if both ends match, and no other file', async () => {
    await db.attachment.deleteMany()
    await db.rateLimit.deleteMany()
    const film = mkv(300_000)
    const begun = await startAttachment(userId, { kind: 'video', name: 'film.mkv', size: film.length })
    if (!begun.ok) throw new Error(begun.code)
    await appendAttachment(userId, begun.value.id, 0, Readable.from([film.subarray(0, 200_000)], { objectMode: false }))
    const [unsent] = await listUnsent(userId)
    if (unsent === undefined) throw new Error('nothing is unsent')
    const { store } = make([], { unsent: [unsent], transport: { ...connect(() => null), sample: transport.sample } })
    expect(store.items()).toMatchObject([{ step: 'again', sent: 200_000, lastModified: 0 }])
    const other = Buffer.from(film)
    other[199_999] = (other[199_999] ?? 0) ^ 1
    expect(store.findBegun('image', fileOf('film.mkv', film))).toBeUndefined()
    expect(await store.giveAgain(unsent.id, fileOf('film.mkv', other))).toBe(false)
    expect(
      await store.giveAgain(
        store.findBegun('video', fileOf('film.mkv', film, 2000))?.key ?? '',
        fileOf('film.mkv', film, 2000),
      ),
    ).toBe(true)
    await settled(store)
    expect(store.items()).toMatchObject([{ step: 'done', id: unsent.id }])
    expect((await contentOf(unsent.id)).equals(film)).toBe(true)
  })

  it('offers whole unsent files, and includes those in use or in the form before', async () => {
    await db.attachment.deleteMany()
    const unsent = ['a', 'b'].map((id) => ({
      id,
      kind: 'image' as const,
      name: `${id}.jpg`,
      size: 10,
      received: 10,
      done: true,
      width: 1,
      height: 1,
    }))
    const { store, memory } = make([], { unsent, wanted: ['b'] })
    expect(store.items().map(({ id, step }) => [id, step])).toEqual([
      ['a', 'offer'],
      ['b', 'done'],
    ])
    store.use('a')
    expect(store.items().map(({ step }) => step)).toEqual(['done', 'done'])
    expect(memory.items.map(({ id }) => id)).toEqual(['a', 'b'])
    const anew = make([], { unsent })
    await anew.store.restore(memory.items.slice(0, 1))
    expect(anew.store.items().map(({ id, step }) => [id, step])).toEqual([
      ['a', 'done'],
      ['b', 'offer'],
    ])
  })

  it('lacks an unfinished file of the same form until it is chosen again or removed', async () => {
    await db.attachment.deleteMany()
    const part = (id: string) => ({
      id,
      kind: 'video' as const,
      name: `${id}.mkv`,
      size: 100,
      received: 40,
      done: false,
      width: null,
      height: null,
    })
    expect(make([], { unsent: [part('a')] }).store.isLacking()).toBe(false)
    const { store } = make([], { unsent: [part('a')], wanted: ['a'] })
    expect(store.isLacking()).toBe(true)
    store.remove('a')
    expect(store.isLacking()).toBe(false)
    const anew = make([], { unsent: [part('a')] })
    await anew.store.restore([{ ...part('a'), lastModified: 5 }])
    expect(anew.store.isLacking()).toBe(true)
  })
})
