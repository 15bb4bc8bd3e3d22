/**
 * The program of the drawing thread: takes one order at a time, draws it and sends its bytes back. It knows no
 * settings, no database and no secret but the answer that it is told to draw, and forgets that with the picture.
 */
import { parentPort } from 'node:worker_threads'
import type { DrawingAnswer, DrawingOrder } from './drawer.server'
import { drawPictures } from './pictures.server'

/** Bytes of their own: a small Buffer is a window on memory that others use. */
const own = (bytes: Buffer): Uint8Array => new Uint8Array(bytes)

const draw = async ({ turnDegrees, ...drawing }: DrawingOrder): Promise<DrawingAnswer> => {
  try {
    const { image, piece } = await drawPictures(drawing, turnDegrees)
    return { image: own(image), piece: piece === null ? null : own(piece) }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', (order: DrawingOrder) => void draw(order).then((answer) => parentPort?.postMessage(answer)))
