/** How a photo is made smaller: the order of attempts, and its new name. */
import { describe, expect, it } from 'vitest'
import { jpegName, planTries } from '~/client/attachment/shrink'

describe('the attempts', () => {
  it('begin at screen size, lower quality before size, and end at a size that always fits', () => {
    const tries = planTries(4000)
    expect(tries[0]).toEqual({ side: 2048, quality: 0.82 })
    for (const [i, one] of tries.entries()) {
      const next = tries[i + 1]
      if (next !== undefined)
        expect(next.side < one.side || (next.side === one.side && next.quality < one.quality)).toBe(true)
    }
    expect(tries.at(-1)).toEqual({ side: 640, quality: 0.55 })
  })
  it('never make a picture larger', () => {
    for (const longest of [1, 300, 640, 641, 1500, 2048, 2049])
      for (const { side } of planTries(longest)) expect(side, String(longest)).toBeLessThanOrEqual(longest)
    expect(planTries(300)).toHaveLength(3)
  })
})

it.each([
  ['IMG_1.HEIC', 'IMG_1.jpg'],
  ['screen.png', 'screen.jpg'],
  ['a.b.jpeg', 'a.b.jpg'],
  ['photo', 'photo.jpg'],
])('%s is called %s', (name, called) => {
  expect(jpegName(name)).toBe(called)
})
