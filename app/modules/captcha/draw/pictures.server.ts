/** Draws the pictures of a challenge from its seed and correct answer. They contain nothing but pixels. */
import type { RightAnswer } from '../answer'
import { drawRotate } from './rotate.server'
import { drawSlider } from './slider.server'
import { drawText } from './text.server'

export type Pictures = { image: Buffer; imageType: 'image/jpeg'; piece: Buffer | null; pieceType: 'image/png' }
export const pictureTypes = { imageType: 'image/jpeg', pieceType: 'image/png' } as const

/**
 * Draws the pictures. The same seed and answer give the same pictures on every thread. Encoding runs outside the event
 * loop.
 */
export const drawPictures = async (
  { seed, right }: { seed: string; right: RightAnswer },
  turnDegrees = 0,
): Promise<Pictures> => {
  if (right.kind === 'text') return { ...pictureTypes, image: await drawText(seed, right.digits), piece: null }
  if (right.kind === 'rotate')
    return { ...pictureTypes, image: await drawRotate(seed, right.degrees, turnDegrees), piece: null }
  return { ...pictureTypes, ...(await drawSlider(seed, right)) }
}
