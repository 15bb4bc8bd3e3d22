/** Attachments: ownership, how many a feedback takes, names, expiry, and files missing on the disk. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { demoAccounts, seedAccounts } from '~/modules/account/account.server'
import {
  appendAttachment,
  attachmentLimits,
  cancelAttachment,
  claimAttachments,
  clearOldAttachments,
  dropUnsent,
  findAttachment,
  findAttachmentsOf,
  findUnsent,
  listUnsent,
  openAttachment,
  startAttachment,
  takeStored,
} from '~/modules/attachment/attachment.server'
import { endSession, findSession, idleMs, makeUploadActs, startSession } from '~/modules/session/session.server'
import { cleanJpeg, cleanPng } from '~/modules/attachment/picture'
import { dayMs, hourMs, makeStoppedClock, minuteMs, replaceClock as setClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { appendFile, beginFile } from '~/platform/files.server'
import { makeId, sha256 } from '~/platform/random.server'
import { avi, flv, mkv, plainJpeg, plainPng, telling } from '../../support/media'

const userId: string = demoAccounts[0].id
const friendId: string = demoAccounts[1].id
beforeAll(() => seedAccounts())
afterEach(async () => {
  await db.attachment.deleteMany()
  await db.feedback.deleteMany()
  await db.rateLimit.deleteMany()
})

const bodyOf = (bytes: Uint8Array): Readable => Readable.from([bytes], { objectMode: false })
const make = async (kind: 'image' | 'video', name: string, bytes: Uint8Array, owner = userId): Promise<string> => {
  const begun = await startAttachment(owner, { kind, name, size: bytes.length })
  if (!begun.ok) throw new Error(begun.code)
  const done = await appendAttachment(owner, begun.value.id, 0, bodyOf(bytes))
  if (!done.ok || !done.value.done) throw new Error('not done')
  return begun.value.id
}
const makeFeedback = async (owner = userId): Promise<string> =>
  (await db.feedback.create({ data: { id: makeId(), userId: owner, category: 'idea', text: 'words', language: 'en' } }))
    .id

describe('a feedback', () => {
  it('takes three pictures and one video over all its replies, and no more', async () => {
    const feedback = await makeFeedback()
    const first = [
      await make('image', '1.jpg', plainJpeg()),
      await make('image', '2.png', plainPng()),
      await make('video', '1.mkv', mkv()),
    ]
    expect(await claimAttachments(userId, first, feedback)).toMatchObject({ ok: true })
    expect((await findAttachmentsOf([feedback])).get(feedback)?.map(({ id }) => id)).toEqual(first)
    const third = await make('image', '3.jpg', plainJpeg())
    const fourth = await make('image', '4.jpg', plainJpeg())
    expect(await claimAttachments(userId, [third, fourth], feedback)).toMatchObject({
      ok: false,
      code: 'A0422',
      field: 'image',
    })
    expect(await findAttachment(userId, third)).toMatchObject({ value: { feedbackId: null } })
    expect(await claimAttachments(userId, [third, third], feedback)).toMatchObject({ ok: true })
    expect(await claimAttachments(userId, [await make('video', '2.avi', avi())], feedback)).toMatchObject({
      ok: false,
      code: 'A0422',
      field: 'video',
    })
  })

  it('takes only its owner’s finished files, each once, and all or none', async () => {
    const feedback = await makeFeedback()
    const mine = await make('image', '1.jpg', plainJpeg())
    const theirs = await make('image', '1.jpg', plainJpeg(), friendId)
    const begun = await startAttachment(userId, { kind: 'video', name: 'a.mkv', size: 1000 })
    expect(await claimAttachments(userId, [mine, theirs], feedback)).toMatchObject({ ok: false, code: 'F1104' })
    expect(await claimAttachments(userId, [mine, makeId()], feedback)).toMatchObject({ ok: false, code: 'F1102' })
    expect(await claimAttachments(userId, [mine, begun.ok ? begun.value.id : ''], feedback)).toMatchObject({
      ok: false,
      code: 'A0409',
    })
    expect(await findAttachment(userId, mine)).toMatchObject({ value: { feedbackId: null } })
    await claimAttachments(userId, [mine], feedback)
    expect(await claimAttachments(userId, [mine], await makeFeedback())).toMatchObject({ ok: false, code: 'F1102' })
    expect(await cancelAttachment(userId, mine)).toMatchObject({ ok: false, code: 'A0409' })
    expect(await findUnsent(userId, [mine, theirs])).toEqual([])
  })
})

describe('files sent with a form', () => {
  it('become attachments by their content; the rest are removed with an error at their field', async () => {
    const store = async (bytes: Uint8Array): Promise<string> => {
      const file = await beginFile({ size: 1_000_000 })
      await appendFile(file?.id ?? '', 0, bodyOf(bytes), { maxBytes: 1_000_000 })
      return file?.id ?? ''
    }
    const right = await store(telling())
    const wrong = await store(flv())
    const { taken, failures } = await takeStored(userId, [
      { field: 'image', fileId: right, name: 'C:\\fakepath\\a.jpg', size: telling().length },
      { field: 'video', fileId: wrong, name: 'b.mp4', size: flv().length },
    ])
    expect(taken.map(({ kind, name, done }) => [kind, name, done])).toEqual([['image', 'a.jpg', true]])
    expect(failures).toMatchObject([{ code: 'A0415', field: 'video', data: { context: 'content' } }])
    expect((await db.storedFile.findMany()).filter(({ id }) => id === right || id === wrong)).toEqual([])
  })
})

describe('an unsent attachment', () => {
  it('is listed for its owner only, newest first, with details to resume it; it can be removed', async () => {
    const clock = makeStoppedClock(new Date())
    const back = setClock(clock)
    try {
      const sent = await make('image', 'sent.jpg', plainJpeg())
      await claimAttachments(userId, [sent], await makeFeedback())
      const whole = await make('image', 'whole.jpg', plainJpeg())
      await make('image', 'theirs.jpg', plainJpeg(), friendId)
      clock.advance(1000)
      const film = mkv(300_000)
      const begun = await startAttachment(userId, { kind: 'video', name: 'film.mkv', size: film.length })
      if (!begun.ok) throw new Error(begun.code)
      expect((await listUnsent(userId))[0]).toMatchObject({ received: 0, sample: null })
      await appendAttachment(userId, begun.value.id, 0, bodyOf(film.subarray(0, 200_000)))
      const sample = sha256(Buffer.concat([film.subarray(0, 65_536), film.subarray(200_000 - 65_536, 200_000)]))
      expect(await listUnsent(userId)).toMatchObject([
        { id: begun.value.id, received: 200_000, done: false, isMoving: false, sample },
        { id: whole, done: true, sample: null },
      ])
      expect(await dropUnsent(userId)).toBe(2)
      expect(await listUnsent(userId)).toEqual([])
      expect((await findAttachment(userId, sent)).ok).toBe(true)
      expect(await listUnsent(friendId)).toHaveLength(1)
    } finally {
      back()
    }
  })

  it('is marked as moving while a request writes to it', async () => {
    const begun = await startAttachment(userId, { kind: 'video', name: 'film.mkv', size: 300_000 })
    if (!begun.ok) throw new Error(begun.code)
    const source = new PassThrough()
    const writing = appendAttachment(userId, begun.value.id, 0, source)
    source.write(mkv(1000))
    await expect.poll(async () => (await listUnsent(userId))[0]?.isMoving).toBe(true)
    source.end()
    await writing
    expect((await listUnsent(userId))[0]?.isMoving).toBe(false)
  })
})

describe('an upload’s bytes', () => {
  const visit = { address: '127.0.0.1', userAgent: null }
  it('keep their session alive for three hours after the person’s last action', async () => {
    const clock = makeStoppedClock(new Date())
    const back = setClock(clock)
    try {
      const { id, token } = await startSession(userId, visit)
      const { token: other } = await startSession(userId, visit)
      const isThere = async (secret: string): Promise<boolean> => (await findSession(secret, false)).ok
      const lastAct = async (): Promise<number> =>
        (await db.session.findUniqueOrThrow({ where: { id } })).lastActAt.getTime()
      const upload = makeUploadActs(userId, id)
      // A part every twenty minutes, on a very slow line.
      for (let minutes = 20; minutes <= 180; minutes += 20) {
        clock.advance(20 * minuteMs)
        upload()
        await expect.poll(lastAct).toBe(clock.now().getTime())
        expect([minutes, await isThere(token)]).toEqual([minutes, true])
      }
      expect(await isThere(other)).toBe(false)
      const heldUntil = await lastAct()
      clock.advance(20 * minuteMs)
      upload()
      expect(await isThere(token)).toBe(true)
      clock.advance(idleMs() - 20 * minuteMs + 1)
      upload()
      expect([await lastAct(), await isThere(token)]).toEqual([heldUntil, false])
    } finally {
      back()
    }
  })

  it('keep no ended session alive, and none of another account', async () => {
    const clock = makeStoppedClock(new Date())
    const back = setClock(clock)
    try {
      const { id, token } = await startSession(userId, visit)
      const begun = (await db.session.findUniqueOrThrow({ where: { id } })).lastActAt
      clock.advance(10 * minuteMs)
      makeUploadActs(friendId, id)()
      makeUploadActs(userId, null)()
      await endSession(userId, id, 'exit')
      makeUploadActs(userId, id)()
      expect((await db.session.findUniqueOrThrow({ where: { id } })).lastActAt).toEqual(begun)
      expect(await findSession(token, false)).toMatchObject({ ok: false, code: 'I1305' })
    } finally {
      back()
    }
  })
})

describe('an attachment that waits too long', () => {
  it('is removed after a day; sent ones stay', async () => {
    const clock = makeStoppedClock(new Date())
    const back = setClock(clock)
    try {
      const sent = await make('image', '1.jpg', plainJpeg())
      await claimAttachments(userId, [sent], await makeFeedback())
      const unsent = await make('image', '2.jpg', plainJpeg())
      const begun = await startAttachment(userId, { kind: 'video', name: 'a.mkv', size: 1000 })
      clock.advance(dayMs - hourMs)
      expect(await clearOldAttachments()).toBe(0)
      clock.advance(2 * hourMs)
      expect(await clearOldAttachments()).toBe(2)
      expect((await findAttachment(userId, sent)).ok).toBe(true)
      for (const id of [unsent, begun.ok ? begun.value.id : ''])
        expect(await findAttachment(userId, id)).toMatchObject({ ok: false, code: 'F1102' })
    } finally {
      back()
    }
  })

  it('makes room for a new file once it has been silent for ten minutes', async () => {
    const clock = makeStoppedClock(new Date())
    const back = setClock(clock)
    try {
      for (let i = 0; i < attachmentLimits.unfinished; i++) {
        await startAttachment(userId, { kind: 'video', name: `${i}.mkv`, size: 1000 })
        clock.advance(1000)
      }
      expect(await startAttachment(userId, { kind: 'video', name: 'next.mkv', size: 1000 })).toMatchObject({
        ok: false,
        code: 'C1202',
        data: { context: 'unfinished' },
      })
      clock.advance(10 * minuteMs)
      expect((await startAttachment(userId, { kind: 'video', name: 'next.mkv', size: 1000 })).ok).toBe(true)
      expect((await db.attachment.findMany({ orderBy: { createdAt: 'asc' } })).map(({ name }) => name)).toEqual([
        '1.mkv',
        '2.mkv',
        '3.mkv',
        '4.mkv',
        'next.mkv',
      ])
    } finally {
      back()
    }
  })
})

it('hides a file that is missing on the disk', async () => {
  const id = await make('image', '1.jpg', plainJpeg())
  const { fileId } = await db.attachment.findUniqueOrThrow({ where: { id } })
  expect((await openAttachment({ userId }, id)).ok).toBe(true)
  expect((await openAttachment({ operator: true }, id)).ok).toBe(true)
  expect(await openAttachment({ userId: friendId }, id)).toMatchObject({ code: 'F1104' })
  rmSync(path.join(env.uploadsDir, fileId.slice(-2), fileId))
  expect(await openAttachment({ userId }, id)).toMatchObject({ ok: false, code: 'F1102' })
})

it('keeps a file under the name that a reader sees', async () => {
  const id = await make('image', 'C:\\fakepath\\a\u200bb\u2028c\ud800\u202egpj.jpg', plainJpeg())
  expect((await db.attachment.findUniqueOrThrow({ where: { id } })).name).toBe('ab cgpj.jpg')
})

describe('a picture', () => {
  it('does not change when cleaned twice, and keeps its orientation', () => {
    for (let orientation = 1; orientation <= 8; orientation++) {
      const once = cleanJpeg(telling(orientation))
      const twice = cleanJpeg(once?.bytes ?? Buffer.alloc(0))
      expect(once?.orientation).toBe(orientation)
      expect([once?.width, once?.height]).toEqual(orientation >= 5 ? [80, 120] : [120, 80])
      expect(twice?.bytes.equals(once?.bytes ?? Buffer.alloc(0))).toBe(true)
    }
  })
  it('is refused or read, never an error, however its bytes are altered or cut', () => {
    const jpeg = telling(3)
    const png = plainPng()
    for (let at = 0; at < jpeg.length; at += 3) {
      for (const value of [0, 0xff, 0xd9, 0x7f]) {
        const bent = Buffer.from(jpeg)
        bent[at] = value
        expect(() => cleanJpeg(bent)).not.toThrow()
      }
      expect(() => cleanJpeg(jpeg.subarray(0, at))).not.toThrow()
    }
    for (let at = 0; at < png.length; at++) {
      const bent = Buffer.from(png)
      bent[at] = (bent[at] ?? 0) ^ 0x80
      expect(cleanPng(bent)).toBeNull()
      expect(cleanPng(png.subarray(0, at))).toBeNull()
    }
  })
})
