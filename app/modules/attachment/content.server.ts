/** Decides by its content what has come: a picture is decoded, cleaned and measured, a film is told by its head and its structure. What is not what its name says is refused. */
import { loadImage } from 'canvas'
import { fail, ok, type Result } from '~/errors/table'
import { readPart } from '~/platform/files.server'
import { checkFilm, filmTypeOf, headBytes } from './film.server'
import { attachmentLimits, familyOfName, type AttachmentKind } from './limits'
import { cleanJpeg, cleanPng } from './picture'

/** Of a picture: its cleaned bytes, which take the place of those that came. */
export type Content = { type: string; width: number | null; height: number | null; bytes: Buffer | null }

/** `context` chooses the sentence. */
const wrong = (kind: AttachmentKind, context: 'name' | 'content'): Result<never> => fail('A0415', { field: kind, data: { context } })

/** One picture is decoded at a time: its points take up to 100 MB. */
let decoding: Promise<unknown> = Promise.resolve()
const canDecode = (bytes: Buffer): Promise<boolean> => {
  const decoded = decoding.then(async () => {
    try {
      const image = await loadImage(bytes)
      return image.width > 0 && image.height > 0
    } catch {
      return false
    }
  })
  decoding = decoded
  return decoded
}

const checkPicture = async (name: string, bytes: Buffer): Promise<Result<Content>> => {
  const clean = familyOfName('image', name) === 'png' ? cleanPng(bytes) : cleanJpeg(bytes)
  if (clean === null) return wrong('image', 'content')
  const { width, height } = clean
  if (width * height > attachmentLimits.imagePixels) return fail('A0415', { field: 'image', data: { context: 'pixels', limitPixels: attachmentLimits.imagePixels } })
  if (!(await canDecode(clean.bytes))) return wrong('image', 'content')
  return ok({ type: clean.type, width, height, bytes: clean.bytes })
}

/** Refuses a video by its first bytes, so that a wrong one is not sent to its end. */
export const checkHead = async (kind: AttachmentKind, name: string, fileId: string): Promise<Result<null>> => {
  const family = familyOfName(kind, name)
  if (family === null) return wrong(kind, 'name')
  if (kind === 'image') return ok(null)
  return filmTypeOf(family, await readPart(fileId, 0, headBytes)) === null ? wrong(kind, 'content') : ok(null)
}

/** Checks a whole file that is still to be finished. A film's places are taken out where it stands. */
export const checkContent = async (kind: AttachmentKind, name: string, fileId: string, size: number): Promise<Result<Content>> => {
  const family = familyOfName(kind, name)
  if (family === null) return wrong(kind, 'name')
  if (kind === 'image') return checkPicture(name, await readPart(fileId, 0, size))
  const type = filmTypeOf(family, await readPart(fileId, 0, headBytes))
  if (type === null) return wrong(kind, 'content')
  if (!(await checkFilm(family, fileId, size))) return wrong('video', 'content')
  return ok({ type, width: null, height: null, bytes: null })
}
