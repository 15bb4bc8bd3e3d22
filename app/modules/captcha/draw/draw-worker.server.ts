/**
 * The program of the drawing thread: it takes one order at a time, draws it and sends the bytes back. It has no
 * settings, no database and no secret except the answer that it draws, which it forgets with the picture.
 */
import { answerQuestion, onQuestion } from '~/platform/thread-program.server'
import type { DrawingAnswer, DrawingOrder } from './drawer.server'
import { drawPictures } from './pictures.server'

/** Copies the bytes: a small Buffer is a view of memory that others use. */
const own = (bytes: Buffer): Uint8Array => new Uint8Array(bytes)

const draw = async ({ turnDegrees, ...drawing }: DrawingOrder): Promise<DrawingAnswer> => {
  try {
    const { image, piece } = await drawPictures(drawing, turnDegrees)
    return { image: own(image), piece: piece === null ? null : own(piece) }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

onQuestion((order: DrawingOrder) => void draw(order).then((answer) => answerQuestion(answer)))
