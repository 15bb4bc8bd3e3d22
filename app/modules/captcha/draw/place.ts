/** Where a slider's piece may belong: inside the canvas, and never so near its start that it need not be moved. */
import { canvas, pieceSize, pieceStart } from '../captcha.schema'

export type Place = { x: number; y: number }

const edgePx = 4
export const widest = { x: canvas.width - pieceSize - edgePx, y: canvas.height - pieceSize - edgePx } as const
const leastWayPx = 70

/** True where a piece may belong. */
export const isFairPlace = ({ x, y }: Place): boolean =>
  x >= edgePx &&
  y >= edgePx &&
  x <= widest.x &&
  y <= widest.y &&
  Math.hypot(x - pieceStart.x, y - pieceStart.y) >= leastWayPx

/** Draws a place evenly from all allowed ones. `whole(low, high)` returns a whole number below `high`. */
export const makeSlidePlace = (whole: (low: number, high: number) => number): Place => {
  for (;;) {
    const place = { x: whole(edgePx, widest.x + 1), y: whole(edgePx, widest.y + 1) }
    if (isFairPlace(place)) return place
  }
}
