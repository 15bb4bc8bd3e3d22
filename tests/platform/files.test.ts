/** Files on the disk: parts in order, interrupted uploads, one writer at a time, free space, and cleaning up. */
import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { dayMs, makeStoppedClock, replaceClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import {
  appendFile,
  beginFile,
  clearCutForms,
  clearOldFiles,
  findFile,
  findRoomBytes,
  finishFile,
  openFile,
  overwritePart,
  readPart,
  removeFile,
  removeUnused,
  storeFile,
} from '~/platform/files.server'
import { makeId, sha256 } from '~/platform/random.server'

const placeOf = (id: string): string => path.join(env.uploadsDir, id.slice(-2), id)
const begin = async (size: number): Promise<string> => {
  const begun = await beginFile({ size })
  if (begun === null) throw new Error('no room')
  return begun.id
}
const from = (...parts: string[]): Readable =>
  Readable.from(
    parts.map((part) => Buffer.from(part)),
    { objectMode: false },
  )
const most = { maxBytes: 1_000_000 }
const readAll = async (source: Readable): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of source as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString()
}
/** A sender that breaks off after some bytes. */
const broken = (text: string): Readable => {
  let sent = false
  return new Readable({
    read() {
      if (sent) this.destroy(new Error('aborted'))
      else this.push(text)
      sent = true
    },
  })
}

describe('a file uploaded in parts', () => {
  it('is complete when its parts came in order, with the digest of all of them', async () => {
    const id = await begin(10)
    expect(await appendFile(id, 0, from('abc', 'de'), most)).toEqual({ ok: true, received: 5, whole: false })
    expect(await appendFile(id, 5, from('fghij'), most)).toEqual({ ok: true, received: 10, whole: true })
    expect(await finishFile(id)).toMatchObject({ state: 'kept', size: 10, sha256: sha256('abcdefghij') })
    expect(await readAll(openFile(id))).toBe('abcdefghij')
    expect(await readAll(openFile(id, { start: 2, end: 5 }))).toBe('cde')
    expect(await readAll(openFile(id, { start: 3, end: 3 }))).toBe('')
  })

  it('refuses a part at another offset, and names the right one', async () => {
    const id = await begin(10)
    await appendFile(id, 0, from('abc'), most)
    for (const offset of [0, 2, 4, 10])
      expect(await appendFile(id, offset, from('x'), most)).toEqual({ ok: false, reason: 'offset', received: 3 })
    expect(readFileSync(placeOf(id), 'utf8')).toBe('abc')
  })

  it('keeps what came before an interruption, and continues there', async () => {
    const id = await begin(10)
    expect(await appendFile(id, 0, broken('abcd'), most)).toEqual({ ok: false, reason: 'cut', received: 4 })
    expect((await findFile(id))?.received).toBe(4)
    expect(await appendFile(id, 4, from('efghij'), most)).toMatchObject({ ok: true, whole: true })
    expect(readFileSync(placeOf(id), 'utf8')).toBe('abcdefghij')
  })

  it('keeps nothing of a part that is too large, and does not disturb its sender', async () => {
    const id = await begin(10)
    await appendFile(id, 0, from('abc'), most)
    const source = from('defghijk')
    expect(await appendFile(id, 3, source, most)).toEqual({ ok: false, reason: 'too-large', received: 3 })
    expect(source.destroyed).toBe(false)
    expect(await appendFile(id, 3, from('def', 'ghi'), { maxBytes: 5 })).toEqual({
      ok: false,
      reason: 'too-large',
      received: 3,
    })
    expect(statSync(placeOf(id)).size).toBe(3)
  })

  it('drops bytes that a dead process received but had not recorded', async () => {
    const id = await begin(6)
    await appendFile(id, 0, from('abc'), most)
    writeFileSync(placeOf(id), 'abc and much that nobody was told of')
    expect(await appendFile(id, 3, from('de'), most)).toMatchObject({ received: 5 })
    expect(readFileSync(placeOf(id), 'utf8')).toBe('abcde')
  })

  it('accepts no part after it was finished or removed', async () => {
    const id = await begin(3)
    await appendFile(id, 0, from('abc'), most)
    await finishFile(id)
    expect(await appendFile(id, 3, from('d'), most)).toMatchObject({ ok: false, reason: 'missing' })
    await removeFile(id)
    expect(existsSync(placeOf(id))).toBe(false)
    expect(await appendFile(id, 0, from('d'), most)).toMatchObject({ ok: false, reason: 'missing' })
    expect(await finishFile(id)).toBeNull()
  })

  it('can be overwritten in the middle before it is finished', async () => {
    const id = await begin(6)
    await appendFile(id, 0, from('abcdef'), most)
    await overwritePart(id, 2, Buffer.from('XY'))
    expect((await readPart(id, 1, 100)).toString()).toBe('bXYef')
  })
})

describe('two writers of one file', () => {
  it('never mix: one waits while the other writes, and exactly one wins at an offset', async () => {
    const id = await begin(6)
    const slow = new PassThrough()
    const first = appendFile(id, 0, slow, most)
    slow.write('abc')
    expect(await appendFile(id, 0, from('xyz'), most)).toMatchObject({ ok: false, reason: 'busy' })
    slow.end('def')
    expect(await first).toMatchObject({ ok: true, whole: true })
    expect(readFileSync(placeOf(id), 'utf8')).toBe('abcdef')
  })

  it('are reduced to one when many write at one offset', async () => {
    const id = await begin(100)
    const answers = await Promise.all(['aaa', 'bbb', 'ccc', 'ddd'].map((text) => appendFile(id, 0, from(text), most)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(['aaa', 'bbb', 'ccc', 'ddd']).toContain(readFileSync(placeOf(id), 'utf8'))
  })

  it('include one that ends after ten silent seconds; its part is kept, and the next one continues there', async () => {
    const clock = makeStoppedClock(new Date('2026-11-21T09:00:00Z'))
    const restore = replaceClock(clock)
    try {
      const id = await begin(6)
      const lost = new PassThrough()
      const first = appendFile(id, 0, lost, most)
      lost.write('abc')
      await expect.poll(() => readFileSync(placeOf(id), 'utf8')).toBe('abc')
      clock.advance(10_000)
      expect(await appendFile(id, 0, from('abcdef'), most)).toEqual({ ok: false, reason: 'offset', received: 3 })
      expect(await first).toEqual({ ok: false, reason: 'cut', received: 3 })
      expect(await appendFile(id, 3, from('def'), most)).toMatchObject({ ok: true, whole: true })
    } finally {
      restore()
    }
  })

  it('end when the file is removed meanwhile', async () => {
    const id = await begin(6)
    const slow = new PassThrough()
    const first = appendFile(id, 0, slow, most)
    slow.write('abc')
    await expect.poll(() => readFileSync(placeOf(id), 'utf8')).toBe('abc')
    await removeFile(id)
    expect((await first).ok).toBe(false)
    expect(existsSync(placeOf(id))).toBe(false)
    expect(await findFile(id)).toBeNull()
  })
})

describe('free space on the disk', () => {
  it('excludes the remaining bytes of pending uploads, also beyond two gigabytes', async () => {
    const before = await findRoomBytes()
    const ids = await Promise.all(Array.from({ length: 10 }, () => begin(314_572_799)))
    const after = await findRoomBytes()
    // Other programs use this disk too, and may free a video or three in the meantime.
    expect(before - after).toBeGreaterThan(5 * 314_572_799)
    await Promise.all(ids.map(removeFile))
  })

  it('is refused to a file that would leave less than the minimum', async () => {
    expect(await beginFile({ size: 2_000_000_000_000_000 })).toBeNull()
    expect(await storeFile(Buffer.from('small'))).toMatchObject({ state: 'kept', size: 5 })
  })
})

describe('cleaning up', () => {
  it('removes files given up a day ago and files without a row, and nothing else', async () => {
    const clock = makeStoppedClock(new Date())
    const restore = replaceClock(clock)
    try {
      const old = await begin(10)
      await appendFile(old, 0, from('abc'), most)
      const unused = await storeFile(Buffer.from('nobody refers to it'))
      clock.advance(dayMs + 1000)
      const young = await begin(10)
      const lost = makeId()
      mkdirSync(path.dirname(placeOf(lost)), { recursive: true })
      writeFileSync(placeOf(lost), 'x')
      const past = new Date(clock.now().getTime() - 2 * dayMs)
      utimesSync(placeOf(lost), past, past)
      const newWithoutRow = makeId()
      mkdirSync(path.dirname(placeOf(newWithoutRow)), { recursive: true })
      writeFileSync(placeOf(newWithoutRow), 'x')
      utimesSync(placeOf(newWithoutRow), clock.now(), clock.now())
      writeFileSync(path.join(env.uploadsDir, 'a note of the operator.txt'), 'stays')
      await clearOldFiles()
      expect([old, unused?.id ?? '', lost].map((id) => existsSync(placeOf(id)))).toEqual([false, false, false])
      expect([young, newWithoutRow].map((id) => existsSync(placeOf(id)))).toEqual([true, true])
      expect(existsSync(path.join(env.uploadsDir, 'a note of the operator.txt'))).toBe(true)
      expect(await db.storedFile.findMany({ where: { id: { in: [old, unused?.id ?? ''] } } })).toEqual([])
    } finally {
      restore()
    }
  })

  it('removes form uploads at a start, and keeps complete files and those an attachment waits for', async () => {
    await db.user.create({ data: { id: 'sender', userName: 'sender', userNameKey: 'sender', passwordHash: '-' } })
    const [cut, waiting] = [await begin(10), await begin(10)]
    const whole = await storeFile(Buffer.from('whole'))
    await appendFile(cut, 0, from('abc'), most)
    await db.attachment.create({
      data: { id: 'waiting', userId: 'sender', fileId: waiting, kind: 'video', name: 'a.mkv' },
    })
    expect(await clearCutForms()).toBeGreaterThan(0)
    expect([cut, waiting, whole?.id ?? ''].map((id) => existsSync(placeOf(id)))).toEqual([false, true, true])
    expect(await findFile(cut)).toBeNull()
    expect(await clearCutForms()).toBe(0)
    await db.attachment.deleteMany()
  })

  it('removes those of a request’s files that nothing refers to', async () => {
    const id = await begin(3)
    await removeUnused([id, makeId()])
    expect(await findFile(id)).toBeNull()
  })
})
