/** The sky arc's arithmetic: where satellites are, that labels never overlap, and that east and west are fixed. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arcSizes, layoutArc, textWidth, type ArcLayout, type ArcSatellite } from '~/ui/sky-arc/layout'
import { arcWindow } from '~/ui/sky-arc/window'

const sky = (...angles: number[]): ArcSatellite[] =>
  angles.map((angle, i) => ({
    key: String(i),
    angle,
    channels: 10 * (i + 1),
    label: `Satellite ${i} · ${10 * (i + 1)}`,
  }))

const xOf = (layout: ArcLayout, key: string): number => layout.dots.find((dot) => dot.key === key)?.x ?? NaN

describe('the sky arc', () => {
  it('puts east on the left and west on the right', () => {
    const layout = layoutArc(sky(192, 130, 0, 3530), arcSizes.wide)
    const xs = ['0', '1', '2', '3'].map((key) => xOf(layout, key))
    expect(xs).toEqual([...xs].sort((a, b) => a - b))
  })

  it('keeps satellites on both sides of the date line together', () => {
    const { east, west } = arcWindow([1660, 1830])
    expect(east - west).toBe(600)
    const layout = layoutArc(sky(1660, 1830), arcSizes.wide)
    expect(xOf(layout, '1')).toBeLessThan(xOf(layout, '0'))
  })

  it('shows at least 60 degrees around a single satellite, which is at the top', () => {
    const layout = layoutArc(sky(420), arcSizes.wide)
    expect(xOf(layout, '0')).toBe(arcSizes.wide.width / 2)
    expect(layout.ticks.map((tick) => tick.degrees)).toEqual([20, 30, 40, 50, 60, 70])
  })

  it('makes the satellite with the most channels the biggest', () => {
    const layout = layoutArc(sky(192, 130, 100), arcSizes.wide)
    const radius = (key: string): number => layout.dots.find((dot) => dot.key === key)?.radius ?? 0
    expect(radius('2')).toBe(arcSizes.wide.radius[1])
    expect(radius('0')).toBeLessThan(radius('1'))
  })

  it('moves a label up a tier where it would overlap its neighbour', () => {
    const layout = layoutArc(sky(192, 190), arcSizes.wide)
    expect(layout.dots.filter((dot) => dot.label?.leader).length).toBe(1)
  })

  it('draws an empty sky without an error', () => {
    expect(layoutArc([], arcSizes.narrow).dots).toEqual([])
  })

  it('never lets labels overlap or leave the picture, whatever the list holds', () => {
    const satellite = fc.record({
      angle: fc.integer({ min: 0, max: 3599 }),
      channels: fc.integer({ min: 0, max: 5000 }),
      label: fc.string({ minLength: 1, maxLength: 30 }),
    })
    fc.assert(
      fc.property(
        fc.array(satellite, { maxLength: 60 }),
        fc.constantFrom(arcSizes.wide, arcSizes.narrow),
        (satellites, size) => {
          const layout = layoutArc(
            satellites.map((entry, i) => ({ key: String(i), ...entry })),
            size,
          )
          const boxes = layout.dots.flatMap(({ label }) => {
            if (!label) return []
            const half = textWidth(label.text, size.fontSize) / 2
            return [{ x0: label.x - half, x1: label.x + half, y0: label.y - size.fontSize + 1, y1: label.y + 3 }]
          })
          for (const [i, a] of boxes.entries()) {
            expect(a.x0).toBeGreaterThanOrEqual(0)
            expect(a.x1).toBeLessThanOrEqual(size.width)
            expect(a.y0).toBeGreaterThanOrEqual(0)
            for (const b of boxes.slice(i + 1))
              expect(a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1).toBe(false)
          }
          for (const dot of layout.dots) {
            expect(dot.x).toBeGreaterThanOrEqual(0)
            expect(dot.x).toBeLessThanOrEqual(size.width)
            expect(dot.y).toBeLessThanOrEqual(layout.height)
          }
        },
      ),
    )
  })
})
