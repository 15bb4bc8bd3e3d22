/**
 * Money is answered as decimal text. An amount in smallest units left in an answer throws, in the API and in loaders.
 */
import { createRequestHandler, json, type ServerBuild } from '@remix-run/node'
import { describe, expect, it, vi } from 'vitest'
import { failureResponse } from '~/api/dispatch.server'
import { fail } from '~/errors/table'
import { printAmount } from '~/text/amount'

/** Remix with one route whose loader answers this value. */
const loaded = async (data: unknown): Promise<{ status: number; text: string }> => {
  const build = {
    mode: 'production',
    entry: { module: { default: () => new Response('a page'), handleError: () => undefined } },
    routes: { 'routes/a': { id: 'routes/a', path: 'a', module: { default: () => null, loader: () => data } } },
    assets: { version: '1', url: '', entry: { module: '', imports: [] }, routes: {} },
    publicPath: '/build/',
    assetsBuildDirectory: 'public/build',
    future: { v3_singleFetch: false },
    isSpaMode: false,
  } as unknown as ServerBuild
  const response = await createRequestHandler(build, 'production')(new Request('http://portal.test/a?_data=routes%2Fa'))
  return { status: response.status, text: await response.text() }
}

describe('an amount in smallest units', () => {
  it('throws in an answer of the API', () => {
    expect(() => failureResponse(fail('A0409', { data: { missing: 125_000n } }), 'en')).toThrow(TypeError)
    expect(() => failureResponse(fail('A0409', { data: { list: [{ missing: 1n }] } }), 'en')).toThrow(TypeError)
  })

  it('throws in a loader’s answer, as an object and as json(…)', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(() => json({ amount: 125_000n })).toThrow(TypeError)
    const found = await loaded({ amount: 125_000n })
    expect([found.status, found.text.includes('125000')]).toEqual([500, false])
    vi.restoreAllMocks()
  })

  it('does not throw as decimal text', async () => {
    const amount = printAmount(125_000n, { scale: 4 })
    expect(await loaded({ amount })).toEqual({ status: 200, text: '{"amount":"12.5000"}' })
    const answer = (await failureResponse(fail('A0409', { data: { amount } }), 'en').json()) as { data: unknown }
    expect(answer.data).toEqual({ amount: '12.5000' })
  })
})
