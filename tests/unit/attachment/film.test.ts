/**
 * Checks videos by structure: refuses bare headers, sound without pictures and broken indexes, accepts live recordings,
 * and blanks metadata in place.
 */
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { checkFilm, filmTypeOf, headBytes } from '~/modules/attachment/film.server'
import type { Family } from '~/modules/attachment/limits'
import { db } from '~/platform/db.server'
import { appendFile, beginFile, readPart, removeFile } from '~/platform/files.server'
import { avi, aviHead, flv, flvHead, mkv, mkvHead, mp4, tellingWords } from '../../support/media'
import { times } from '../../support/runs'

/** Whether a file is a video, and its bytes after cleaning. */
const look = async (family: Family, bytes: Buffer): Promise<{ isFilm: boolean; after: Buffer }> => {
  const file = await beginFile({ size: bytes.length })
  if (file === null) throw new Error('no room')
  await appendFile(file.id, 0, Readable.from([bytes], { objectMode: false }), { maxBytes: bytes.length })
  const isFilm =
    filmTypeOf(family, await readPart(file.id, 0, headBytes)) !== null &&
    (await checkFilm(family, file.id, bytes.length))
  const after = await readPart(file.id, 0, bytes.length + 1)
  await removeFile(file.id)
  return { isFilm, after }
}
const isFilm = async (family: Family, bytes: Buffer): Promise<boolean> => (await look(family, bytes)).isFilm
afterAll(async () => expect(await db.storedFile.count()).toBe(0))

describe('a file that is not a video', () => {
  const cases: [string, Family, () => Buffer][] = [
    ['only the head of a Matroska file', 'matroska', mkvHead],
    [
      'a Matroska head and a segment of nothing',
      'matroska',
      () =>
        Buffer.concat([
          mkvHead(),
          Buffer.from([0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
        ]),
    ],
    ['a Matroska head and noise', 'matroska', () => Buffer.concat([mkvHead(), Buffer.alloc(5000, 0x37)])],
    ['a Matroska file cut before its first cluster', 'matroska', () => mkv(1000).subarray(0, 90)],
    ['sound in Matroska', 'matroska', () => mkv(1000, { trackType: 2 })],
    ['another document of EBML', 'matroska', () => mkv(1000, { type: 'somethingelse' })],
    ['only the head of an AVI', 'avi', aviHead],
    ['an AVI without its video', 'avi', () => avi(1000).subarray(0, 200)],
    ['sound in an AVI', 'avi', () => avi(1000, { stream: 'auds' })],
    ['an AVI’s head and noise', 'avi', () => Buffer.concat([aviHead(), Buffer.alloc(5000, 0x37)])],
    ['only the head of a Flash video', 'flv', flvHead],
    ['a Flash video’s head and noise', 'flv', () => Buffer.concat([flvHead(), Buffer.alloc(5000, 0xd7)])],
    ['sound in a Flash video', 'flv', () => flv(1000, 8)],
  ]
  it.each(cases)('is %s', async (_, family, make) => {
    expect(await isFilm(family, make())).toBe(false)
  })
})

describe('a video', () => {
  const cases: [string, Family, () => Buffer][] = [
    ['Matroska', 'matroska', () => mkv(100_000)],
    ['WebM', 'matroska', () => mkv(100_000, { type: 'webm' })],
    ['Matroska that was recorded live: sizes unknown', 'matroska', () => mkv(100_000, { isLive: true })],
    ['Matroska that was cut off', 'matroska', () => mkv(100_000).subarray(0, 60_000)],
    ['AVI', 'avi', () => avi(100_001)],
    ['AVI that was recorded live: sizes not filled in', 'avi', () => avi(100_000, { isLive: true })],
    ['AVI with pictures and sound in one stream', 'avi', () => avi(1000, { stream: 'iavs' })],
    ['AVI that was cut off', 'avi', () => avi(100_000).subarray(0, 60_000)],
    ['Flash video', 'flv', () => flv(100_000)],
    ['Flash video that was cut off', 'flv', () => flv(100_000).subarray(0, 60_000)],
  ]
  it.each(cases)('is %s, and stays unchanged', async (_, family, make) => {
    const bytes = make()
    const { isFilm: is, after } = await look(family, bytes)
    expect([is, after.equals(bytes)]).toEqual([true, true])
  })

  const telling: [string, Family, (isTelling: boolean) => Buffer][] = [
    ['Matroska', 'matroska', (isTelling) => mkv(50_000, { isTelling })],
    ['Matroska that was recorded live', 'matroska', (isTelling) => mkv(50_000, { isTelling, isLive: true })],
    ['AVI', 'avi', (isTelling) => avi(50_000, { isTelling })],
  ]
  it.each(telling)('in %s loses its metadata texts in place: nothing moves', async (_, family, make) => {
    const bytes = make(true)
    const { isFilm: is, after } = await look(family, bytes)
    expect([is, after.length]).toEqual([true, bytes.length])
    for (const word of tellingWords) expect(after.includes(word), word).toBe(false)
    expect(bytes.includes('Photographer')).toBe(true)
    const picture = make(false).subarray(-20_000, -1000)
    expect(after.indexOf(picture)).toBe(bytes.indexOf(picture))
    // The rest is a valid video with nothing more to remove.
    expect(await look(family, after)).toMatchObject({ isFilm: true, after })
  })

  it('of any kind is read to the end without an error, however its bytes are altered or cut', async () => {
    const films: [Family, Buffer][] = [
      ['matroska', mkv(300, { isTelling: true })],
      ['matroska', mkv(300, { isLive: true })],
      ['avi', avi(300, { isTelling: true })],
      ['flv', flv(300)],
      ['iso', mp4(300)],
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...films),
        fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 4 }),
        fc.nat(1200),
        async ([family, film], bends, length) => {
          const bent = Buffer.from(film.subarray(0, Math.max(1, length)))
          for (const [at, value] of bends) if (at < bent.length) bent[at] = value
          const { after } = await look(family, bent)
          expect(after.length).toBe(bent.length)
        },
      ),
      { numRuns: times(150) },
    )
  })
})
