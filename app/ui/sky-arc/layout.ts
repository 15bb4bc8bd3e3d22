/**
 * The layout of the sky arc: pure arithmetic from satellites to coordinates, without React or text. East is on the left
 * and west on the right, whatever the script; labels never cover each other or a satellite.
 */
import { arcWindow, fullCircle } from './window'

export type ArcSatellite = {
  key: string
  /** Tenths of a degree eastward, 0–3599. */
  angle: number
  channels: number
  label: string
}

export type ArcSize = {
  width: number
  /** How far the arc's ends hang below its top. */
  drop: number
  radius: readonly [min: number, max: number]
  fontSize: number
  tiers: number
}

/** Two drawings of one sky: for desktops, and for phones, readable at their width. */
export const arcSizes = {
  wide: { width: 1100, drop: 84, radius: [6, 15], fontSize: 13, tiers: 6 },
  narrow: { width: 350, drop: 40, radius: [5, 11], fontSize: 12, tiers: 5 },
} as const satisfies Record<string, ArcSize>

export type ArcLabel = { x: number; y: number; text: string; leader: { x: number; from: number; to: number } | null }
export type ArcDot = { key: string; x: number; y: number; radius: number; label: ArcLabel | null }
export type ArcTick = { x: number; y: number; degrees: number; label: boolean }
export type ArcLayout = {
  width: number
  height: number
  /** Start, control point and end of the quadratic curve. */
  curve: { from: readonly [number, number]; control: readonly [number, number]; to: readonly [number, number] }
  /** Biggest first, so that a small satellite is drawn over a big neighbour. */
  dots: ArcDot[]
  /** `degrees` is signed, east positive. */
  ticks: ArcTick[]
}

type Box = { x0: number; x1: number; y0: number; y1: number }

/** Where a label may be relative to its satellite: centred, or starting or ending near it; in halves of its width. */
const labelShifts = [0, -0.5, 0.5, -0.85, 0.85] as const

const round = (value: number): number => Math.round(value * 10) / 10
const meets = (a: Box, b: Box): boolean => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1

/** Estimates a text's width in a bold interface font. It is generous: too wide only costs another tier. */
export const textWidth = (text: string, fontSize: number): number => {
  let ems = 0
  for (const letter of text) {
    if (/[\u2066-\u2069\u200e\u200f\u0300-\u036f]/.test(letter)) continue
    if (/[ilj.,:;|'·\s()[\]]/.test(letter)) ems += 0.36
    else if (/[mwMW@%]/.test(letter)) ems += 0.95
    else if (/[A-ZА-ЯЁІЇЄҐ]/.test(letter)) ems += 0.74
    else ems += 0.62
  }
  return ems * fontSize
}

/** Ticks as dense as their labels allow, seven at most. */
const tickStep = (windowTenths: number, { width, fontSize }: ArcSize): number => {
  const most = Math.min(7, width / (fontSize * 7))
  return [50, 100, 150, 300, 450, 600].find((step) => windowTenths / step <= most) ?? 900
}

/** Computes the layout. Satellites without an angle are not drawn; the text beside the sky names them. */
export const layoutArc = (satellites: readonly ArcSatellite[], size: ArcSize): ArcLayout => {
  const { width, drop, fontSize } = size
  const { east, west } = arcWindow(satellites.map((satellite) => satellite.angle))
  const inset = size.radius[1] + 4
  const half = width / 2
  const xOf = (tenths: number): number => inset + ((east - tenths) / (east - west)) * (width - 2 * inset)
  const yOf = (x: number): number => drop * ((x - half) / half) ** 2
  const unwrap = (angle: number): number => {
    let tenths = angle
    while (tenths > east) tenths -= fullCircle
    while (tenths < west) tenths += fullCircle
    return tenths
  }

  const most = Math.max(1, ...satellites.map((satellite) => satellite.channels))
  const placed = satellites.map((satellite) => {
    const x = xOf(unwrap(satellite.angle))
    const radius = size.radius[0] + (size.radius[1] - size.radius[0]) * Math.sqrt(satellite.channels / most)
    return { satellite, x, y: yOf(x), radius }
  })
  const bySize = [...placed].sort((a, b) => b.satellite.channels - a.satellite.channels)

  const dotBoxes = bySize.map(({ x, y, radius }): Box => ({
    x0: x - radius,
    x1: x + radius,
    y0: y - radius,
    y1: y + radius,
  }))
  const taken: Box[] = []
  const leaders: Box[] = []
  const labelOf = (entry: (typeof placed)[number], own: Box): ArcLabel | null => {
    const text = entry.satellite.label
    const textHalf = textWidth(text, fontSize) / 2 + 3
    if (textHalf * 2 > width) return null
    const others = dotBoxes.filter((other) => other !== own)
    // A satellite without channels is labelled only if that costs no height.
    const tiers = entry.satellite.channels === 0 ? Math.min(2, size.tiers) : size.tiers
    let best: { cost: number; label: ArcLabel; box: Box; leaderBox: Box | null } | null = null
    for (let tier = 0; tier < tiers; tier++) {
      for (const shift of labelShifts) {
        const x = Math.min(width - textHalf, Math.max(textHalf, entry.x + shift * textHalf))
        const y = entry.y - entry.radius - 7 - tier * (fontSize + 4)
        const box: Box = { x0: x - textHalf, x1: x + textHalf, y0: y - fontSize, y1: y + 4 }
        const leader = tier === 0 ? null : { x: entry.x, from: y + 5, to: entry.y - entry.radius - 2 }
        const leaderBox: Box | null = leader && { x0: leader.x - 2, x1: leader.x + 2, y0: leader.from, y1: leader.to }
        const covered = (what: Box): boolean =>
          taken.some((other) => meets(other, what)) || others.some((other) => meets(other, what))
        if (covered(box)) continue
        // A leader line avoids obstacles if it can; in a crowd it may pass behind labels and satellites, which are
        // drawn over it.
        const crosses = leaders.some((other) => meets(other, box)) || (leaderBox !== null && covered(leaderBox))
        // A label over a neighbour blocks the neighbour's own label.
        const overheads = others.filter((other) => other.x0 < box.x1 && other.x1 > box.x0 && other.y0 > box.y0).length
        const cost = tier * 3 + Math.abs(shift) * 2 + overheads * 2 + (crosses ? 30 : 0)
        if (best === null || cost < best.cost) best = { cost, label: { x, y, text, leader }, box, leaderBox }
      }
    }
    if (best === null) return null
    taken.push(best.box)
    if (best.leaderBox) leaders.push(best.leaderBox)
    return best.label
  }
  const dots = bySize.map((entry, i): ArcDot => ({
    key: entry.satellite.key,
    x: entry.x,
    y: entry.y,
    radius: entry.radius,
    label: labelOf(entry, dotBoxes[i] as Box),
  }))

  const step = tickStep(east - west, size)
  const ticks: ArcTick[] = []
  for (let tenths = Math.ceil(west / step) * step; tenths <= east; tenths += step) {
    const x = xOf(tenths)
    const y = yOf(x)
    const box: Box = { x0: x - 26, x1: x + 26, y0: y + 10, y1: y + 28 }
    const signed =
      tenths > fullCircle / 2 ? tenths - fullCircle : tenths <= -fullCircle / 2 ? tenths + fullCircle : tenths
    const label = x > 22 && x < width - 22 && !dotBoxes.some((dot) => meets(dot, box))
    ticks.push({ x: round(x), y: round(y), degrees: signed / 10, label })
  }

  const top = Math.min(0, ...taken.map((box) => box.y0), ...dotBoxes.map((box) => box.y0)) - 4
  const shift = -top
  const shiftLabel = (label: ArcLabel): ArcLabel => ({
    x: round(label.x),
    y: round(label.y + shift),
    text: label.text,
    leader: label.leader && {
      x: round(label.leader.x),
      from: round(label.leader.from + shift),
      to: round(label.leader.to + shift),
    },
  })
  return {
    width,
    height: Math.ceil(drop + 34 + shift),
    curve: { from: [0, round(drop + shift)], control: [half, round(shift - drop)], to: [width, round(drop + shift)] },
    dots: dots.map((dot) => ({
      key: dot.key,
      x: round(dot.x),
      y: round(dot.y + shift),
      radius: round(dot.radius),
      label: dot.label && shiftLabel(dot.label),
    })),
    ticks: ticks.map((tick) => ({ ...tick, y: round(tick.y + shift) })),
  }
}
