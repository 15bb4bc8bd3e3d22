/** The pictures of a challenge, drawn from its seed and right answer. They carry nothing but pixels. */
import type { RightAnswer } from '../answer'
import { drawRotate } from './rotate.server'
import { drawSlider } from './slider.server'
import { drawText } from './text.server'

export type Pictures = { image: Buffer; imageType: 'image/jpeg'; piece: Buffer | null; pieceType: 'image/png' }

/** Draws; `scene` is the seed of a slider's landscape. The same seeds and answer give the same picture. Encoding runs beside the event loop. */
export const drawPictures = async ({ seed, scene = seed, right }: { seed: string; scene?: string | undefined; right: RightAnswer }, turnDegrees = 0): Promise<Pictures> => {
  const types = { imageType: 'image/jpeg', pieceType: 'image/png' } as const
  if (right.kind === 'text') return { ...types, image: await drawText(seed, right.digits), piece: null }
  if (right.kind === 'rotate') return { ...types, image: await drawRotate(seed, right.degrees, turnDegrees), piece: null }
  return { ...types, ...(await drawSlider(seed, scene, right)) }
}
