/** An answer has exactly the fields of its endpoint's schema. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { pickAnswer } from '~/api/answer'

const box = z.object({ sn: z.string(), at: z.iso.datetime().nullable(), parts: z.array(z.object({ n: z.number() })) })

describe('an answer', () => {
  it('leaves out what its schema does not name, at every depth', () => {
    const value = { sn: '1', secret: 'x', at: null, parts: [{ n: 1, secret: 'y' }, { n: 2 }] }
    expect(pickAnswer(box, value)).toEqual({ sn: '1', at: null, parts: [{ n: 1 }, { n: 2 }] })
    expect(pickAnswer(z.array(box).nullable(), null)).toBeNull()
    expect(pickAnswer(z.object({ box: box.optional() }), { box: value, more: 1 })).toEqual({
      box: { sn: '1', at: null, parts: [{ n: 1 }, { n: 2 }] },
    })
  })
  it('leaves dates, texts and records as they are, and adds no field', () => {
    const at = new Date(0)
    expect(pickAnswer(box, { sn: '1', at })).toEqual({ sn: '1', at })
    expect(pickAnswer(z.record(z.string(), z.object({})), { a: { b: 1 } })).toEqual({ a: { b: 1 } })
  })
})
