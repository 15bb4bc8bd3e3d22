/**
 * Identifies an uploaded file by its content: a picture is decoded, cleaned and measured; a video is recognised by its
 * head and its structure. A file that doesn't match its name is refused.
 */
import { loadImage } from 'canvas'
import { fail, ok, type Result } from '~/errors/table'
import { makeFairQueue } from '~/platform/fair-queue.server'
import { readPart } from '~/platform/files.server'
import { heavyAtOnce } from '~/platform/thread.server'
import { checkFilm, filmTypeOf, headBytes } from './film.server'
import { attachmentLimits, familyOfName, type AttachmentKind } from './limits'
import { cleanJpeg, cleanPng } from './picture'
import { wholePng } from './png.server'

/** For a picture: its cleaned bytes, which replace the original ones. */
export type Content = { type: string; width: number | null; height: number | null; bytes: Buffer | null }

/** `context` selects the error text. */
const wrong = (kind: AttachmentKind, context: 'name' | 'content'): Result<never> =>
  fail('A0415', { field: kind, data: { context } })

/**
 * Accounts take turns, so that somebody who sends many pictures delays another by at most one of them. The limit on
 * started files keeps an account within its share of the queue. A picture takes up to 100 MB, and a processor for up to
 * some seconds.
 */
const decoding = makeFairQueue({ parallel: heavyAtOnce(), waitingOfOne: 50, waitingOfAll: 1000 })

const canDecode = async (bytes: Buffer): Promise<boolean> => {
  try {
    const image = await loadImage(bytes)
    return image.width > 0 && image.height > 0
  } catch {
    return false
  }
}

const checkPicture = async (
  who: string,
  name: string,
  bytes: Buffer,
  limitPixels: number = attachmentLimits.imagePixels,
): Promise<Result<Content>> => {
  const clean = familyOfName('image', name) === 'png' ? cleanPng(bytes) : cleanJpeg(bytes)
  if (clean === null) return wrong('image', 'content')
  const { type, width, height, passes } = clean
  const points = width * height
  if (points > limitPixels) return fail('A0415', { field: 'image', data: { context: 'pixels', limitPixels } })
  if (passes > attachmentLimits.jpegScans || passes * points > attachmentLimits.jpegWork)
    return wrong('image', 'content')
  const decoded = await decoding.run(who, async () => {
    const whole = type === 'image/png' ? await wholePng(clean.bytes) : clean.bytes
    return whole !== null && (await canDecode(whole)) ? whole : null
  })
  if (!decoded.ok) return fail('A0503', { field: 'image', data: { retryAfterSeconds: 30 } })
  return decoded.value === null ? wrong('image', 'content') : ok({ type, width, height, bytes: decoded.value })
}

/**
 * Cleans and measures a picture that a form sends as bytes only. A0415, A0503. A picture of more than `limitPixels` is
 * not decoded.
 */
export const readPicture = async (
  who: string,
  bytes: Buffer,
  limitPixels: number,
): Promise<Result<Content & { bytes: Buffer }>> => {
  const isPng = bytes.length > 4 && bytes.readUInt32BE(0) === 0x89504e47
  const checked = await checkPicture(who, isPng ? 'a.png' : 'a.jpg', bytes, limitPixels)
  if (!checked.ok) return checked
  const { bytes: cleaned, ...content } = checked.value
  return ok({ ...content, bytes: cleaned ?? bytes })
}

/** Refuses a wrong video by its first bytes, before all of it is uploaded. */
export const checkHead = async (kind: AttachmentKind, name: string, fileId: string): Promise<Result<null>> => {
  const family = familyOfName(kind, name)
  if (family === null) return wrong(kind, 'name')
  if (kind === 'image') return ok(null)
  return filmTypeOf(family, await readPart(fileId, 0, headBytes)) === null ? wrong(kind, 'content') : ok(null)
}

/** Checks a complete file that is not finished yet. Location data is removed from a video in place. */
export const checkContent = async (
  who: string,
  kind: AttachmentKind,
  name: string,
  fileId: string,
  size: number,
): Promise<Result<Content>> => {
  const family = familyOfName(kind, name)
  if (family === null) return wrong(kind, 'name')
  if (kind === 'image') return checkPicture(who, name, await readPart(fileId, 0, size))
  const type = filmTypeOf(family, await readPart(fileId, 0, headBytes))
  if (type === null) return wrong(kind, 'content')
  if (!(await checkFilm(family, fileId, size))) return wrong('video', 'content')
  return ok({ type, width: null, height: null, bytes: null })
}
