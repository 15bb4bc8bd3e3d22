/** Chooses where a slider's piece belongs: inside the canvas, and far enough from its start that it must be moved. */
import { canvas, pieceSize, pieceStart } from '../captcha.schema'

export type Place = { x: number; y: number }

const edgePx = 4
export const widest = { x: canvas.width - pieceSize - edgePx, y: canvas.height - pieceSize - edgePx } as const
const minDistancePx = 70

/** True if a piece can belong here. */
export const isFairPlace = ({ x, y }: Place): boolean =>
  x >= edgePx &&
  y >= edgePx &&
  x <= widest.x &&
  y <= widest.y &&
  Math.hypot(x - pieceStart.x, y - pieceStart.y) >= minDistancePx

/** Picks uniformly from all allowed places. `whole(low, high)` returns a whole number below `high`. */
export const makeSlidePlace = (whole: (low: number, high: number) => number): Place => {
  for (;;) {
    const place = { x: whole(edgePx, widest.x + 1), y: whole(edgePx, widest.y + 1) }
    if (isFairPlace(place)) return place
  }
}
