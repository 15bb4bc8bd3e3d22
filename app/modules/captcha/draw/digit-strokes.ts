/**
 * The ten digits as strokes drawn for this project, not taken from a font: several shapes of each, in a box of 1 × 1.
 */

export type Point = readonly [number, number]
export type Stroke = readonly Point[]

/** An elliptical arc as points, measured in turns from the right. */
export const round = (cx: number, cy: number, rx: number, ry: number, fromTurn: number, toTurn: number): Point[] =>
  Array.from({ length: 17 }, (_, i) => {
    const angle = (fromTurn + ((toTurn - fromTurn) * i) / 16) * 2 * Math.PI
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)]
  })
/** Straight lines from point to point. */
export const line = (...points: Point[]): Point[] =>
  points.flatMap((point, i) => {
    const next = points[i + 1]
    if (next === undefined) return [point]
    return Array.from({ length: 8 }, (_, k): Point => [
      point[0] + ((next[0] - point[0]) * k) / 8,
      point[1] + ((next[1] - point[1]) * k) / 8,
    ])
  })

const ways: Record<string, readonly (readonly Stroke[])[]> = {
  0: [
    [round(0.5, 0.5, 0.36, 0.5, 0, 1)],
    [round(0.5, 0.5, 0.42, 0.48, 0.2, 1.2)],
    [round(0.5, 0.5, 0.3, 0.5, 0.7, 1.7)],
  ],
  1: [[line([0.25, 0.25], [0.55, 0], [0.55, 1])], [line([0.28, 0.2], [0.52, 0], [0.52, 1]), line([0.24, 1], [0.8, 1])]],
  2: [
    [[...round(0.5, 0.28, 0.36, 0.28, 0.5, 1.08), ...line([0.78, 0.46], [0.14, 1], [0.88, 1])]],
    [
      [
        ...round(0.48, 0.3, 0.34, 0.3, 0.56, 1.1),
        ...line([0.72, 0.52], [0.4, 0.74], [0.16, 1]),
        ...line([0.16, 1], [0.86, 0.96]),
      ],
    ],
  ],
  3: [
    [[...round(0.46, 0.25, 0.34, 0.25, 0.6, 1.2), ...round(0.46, 0.72, 0.38, 0.28, 0.78, 1.42)]],
    [[...line([0.16, 0], [0.82, 0], [0.46, 0.4]), ...round(0.46, 0.7, 0.38, 0.3, 0.75, 1.4)]],
  ],
  4: [
    [line([0.62, 0], [0.1, 0.66], [0.92, 0.66]), line([0.68, 0.36], [0.68, 1])],
    [line([0.2, 0], [0.14, 0.55], [0.86, 0.55]), line([0.72, 0.05], [0.72, 1])],
    [line([0.7, 1], [0.7, 0], [0.1, 0.68], [0.94, 0.68])],
  ],
  5: [
    [[...line([0.84, 0], [0.24, 0], [0.18, 0.44]), ...round(0.46, 0.68, 0.38, 0.32, 0.68, 1.4)]],
    [[...line([0.24, 0], [0.22, 0.42]), ...round(0.44, 0.67, 0.4, 0.33, 0.64, 1.42)], line([0.24, 0.02], [0.86, 0.02])],
  ],
  6: [
    [[...line([0.72, 0], [0.3, 0.36]), ...round(0.5, 0.69, 0.36, 0.31, 0.57, 1.57)]],
    [[...round(0.56, 0.46, 0.42, 0.46, 0.84, 0.5), ...round(0.5, 0.68, 0.36, 0.32, 0.5, 1.5)]],
  ],
  7: [
    [line([0.12, 0], [0.88, 0], [0.42, 1])],
    [line([0.12, 0.04], [0.88, 0.04], [0.46, 1]), line([0.34, 0.52], [0.84, 0.52])],
    [line([0.14, 0.14], [0.14, 0], [0.88, 0], [0.4, 1])],
  ],
  8: [
    [round(0.5, 0.25, 0.3, 0.25, 0.25, 1.25), round(0.5, 0.75, 0.36, 0.25, 0.75, 1.75)],
    [round(0.5, 0.24, 0.34, 0.24, 0.25, 1.25), round(0.5, 0.74, 0.34, 0.26, 0.75, 1.75)],
  ],
  9: [
    [[...round(0.5, 0.31, 0.36, 0.31, 0.02, 1.02), ...line([0.86, 0.34], [0.66, 1])]],
    [[...round(0.5, 0.31, 0.36, 0.31, 0.02, 1.02), ...round(0.44, 0.5, 0.42, 0.5, 0, 0.34)]],
  ],
}

/** The shapes of a digit, as strokes. */
export const waysOf = (digit: string): readonly (readonly Stroke[])[] => ways[digit] ?? []
