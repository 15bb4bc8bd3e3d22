/** Reads a page's Response without a stream, with the same result as a plain one. */
import { describe, expect, it } from 'vitest'
import { WholeResponse } from '~/request/whole-response.server'

const text = '<p>Ä 频道 قناة 📺</p>'.repeat(500)

describe('a whole response', () => {
  it('has the text, status and headers of a plain one', async () => {
    const make = (): WholeResponse =>
      new WholeResponse(text, { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
    const plain = new Response(text, { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(Buffer.from(await make().arrayBuffer()).equals(Buffer.from(await plain.arrayBuffer()))).toBe(true)
    expect(await make().text()).toBe(text)
    expect([make().status, [...make().headers]]).toEqual([404, [...plain.headers]])
    expect(make().body).not.toBeNull()
  })

  it('has no bytes beyond its text', async () => {
    for (const short of ['', 'a', 'é'.repeat(3000)])
      expect(Buffer.from(await new WholeResponse(short, {}).arrayBuffer()).toString('utf8')).toBe(short)
  })

  it('returns its exact bytes, and a new stream to each caller', async () => {
    const page = new WholeResponse(text, {})
    expect(await page.arrayBuffer()).toBe(page.content.buffer)
    for (let time = 0; time < 2; time++) expect(await new Response(page.body).text()).toBe(text)
  })
})
