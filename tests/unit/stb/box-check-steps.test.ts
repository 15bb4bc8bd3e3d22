/** The verdicts of the check of boxes (npm run box:check), from requests alone; no portal runs. */
import { describe, expect, it } from 'vitest'
import { lineOf } from '../../../scripts/stb/check/run'
import type { Fault, Seen } from '../../../scripts/stb/check/proxy'
import { steps, type Verdict, type World } from '../../../scripts/stb/check/scenario'

const listId = 'the-list'
const seen = (atMs: number, more: Partial<Seen> = {}): Seen => ({
  ...{ atMs, method: 'GET', path: `/api/stb/lists/${listId}`, query: new URLSearchParams(), headers: {} },
  ...{ body: Buffer.alloc(0), status: 200, etag: null, code: null, fault: null },
  ...more,
})
const poll = (atMs: number): Seen => seen(atMs, { method: 'POST', path: '/api/stb/token' })
/** What a step says of these requests, and the faults that it prepared. */
const judge = async (name: string, all: readonly Seen[]): Promise<{ verdict: Verdict | null; faults: Fault[] }> => {
  const step = steps.find((one) => one.name.startsWith(name))
  if (step === undefined) throw new Error(`no step ${name}`)
  const faults: Fault[] = []
  const proxy = { port: 0, spoil: (fault: Fault | null) => void (fault && faults.push(fault)), close: async () => {} }
  const world = { portal: { listId, edit: async () => {} }, proxy, all } as unknown as World
  await step.prepare?.(world)
  return { verdict: step.judge(all, world), faults }
}

describe('the check of a box', () => {
  it('finds a box that waits as after any failure, and not as long as Retry-After says', async () => {
    const spoiled = seen(0, { status: 503, fault: '503' })
    const { verdict, faults } = await judge('waits after 503', [spoiled, seen(5000)])
    expect(verdict).toEqual({ result: 'failed', why: 'it came again after 5.0 s' })
    const told = await faults[0]?.spoil({ status: 0, headers: {}, body: Buffer.alloc(0) }, seen(0))
    const toldMs = Number(told?.headers['retry-after']) * 1000
    expect((await judge('waits after 503', [spoiled, seen(toldMs)])).verdict?.result).toBe('passed')
  })
  it('finds a box that asks again at once after silence', async () => {
    const silent = seen(0, { fault: 'silence' })
    expect((await judge('tries again after silence', [silent, seen(20)])).verdict).toEqual({
      result: 'failed',
      why: 'it came again after 0.0 s',
    })
    expect((await judge('tries again after silence', [silent, seen(2500)])).verdict?.result).toBe('passed')
  })
  it.each(['"7-forged"', '"7-forged-gzip"', '"6-own", "7-forged-gzip"'])(
    'finds a box that took a forged file by the ETag that it names: %s',
    async (tag) => {
      const forged = seen(0, { fault: 'unsigned', etag: '"7-forged-gzip"' })
      const next = (etag: string) => seen(5000, { headers: { 'if-none-match': etag } })
      const judgeForged = async (etag: string) => (await judge('refuses a file without', [forged, next(etag)])).verdict
      expect(await judgeForged(tag)).toEqual({ result: 'failed', why: 'it took it: it names "7-forged" as its own' })
      expect((await judgeForged('"6-own-gzip"'))?.result).toBe('passed')
    },
  )
  it('understands a box that asks by HEAD and loads the content at its own URL', async () => {
    const head = (atMs: number, more: Partial<Seen> = {}): Seen => seen(atMs, { method: 'HEAD', ...more })
    const content = (atMs: number, more: Partial<Seen> = {}): Seen =>
      seen(atMs, { path: `/api/stb/lists/${listId}/${'0'.repeat(64)}`, etag: '"7-new"', ...more })
    const result = async (name: string, all: readonly Seen[]) => (await judge(name, all)).verdict?.result
    expect(await result('asks for the lists', [head(0), content(9)])).toBe('passed')
    expect(await result('names the file', [head(0), content(9), head(5000, { status: 304 })])).toBe('passed')
    const range = content(9, { headers: { range: 'bytes=500-' } })
    expect(await result('goes on after a cut', [head(0), content(5, { fault: 'cut' }), range])).toBe('passed')
    const tag = (etag: string): Partial<Seen> => ({ headers: { 'if-none-match': etag } })
    const forged = [head(0), content(5, { fault: 'forged' }), content(1000)]
    expect(await result('refuses a file that', [...forged, head(5000, tag('"7-new"'))])).toBe('failed')
    expect(await result('refuses a file that', [...forged, head(5000, tag('"6-own"'))])).toBe('passed')
    const { faults } = await judge('refuses a file without', [])
    expect([head(0), content(0), seen(0)].map((one) => faults[0]?.fits(one))).toEqual([true, false, true])
  })
  it('finds a box that goes on polling, but not one that had public lists before it was bound', async () => {
    const ready = seen(0, { path: '/api/stb/lists/a-ready-made-one' })
    const polls = [5000, 10_000, 15_000, 20_000].map(poll)
    const name = 'stops polling once it is bound'
    expect((await judge(name, [ready, ...polls])).verdict).toBeNull()
    expect((await judge(name, [ready, ...polls, seen(21_000)])).verdict?.result).toBe('passed')
    expect((await judge(name, [seen(0), ...polls])).verdict).toEqual({
      result: 'failed',
      why: 'it polled 4 times after it had its list',
    })
  })
  it('marks what was not seen apart from what failed', () => {
    const row = { name: 'a step', why: '', isOptional: false }
    expect(lineOf({ ...row, result: 'passed', why: '5.8 s' })).toBe('✓ a step (5.8 s)')
    expect(lineOf({ ...row, result: 'failed', why: 'it says nothing' })).toBe('✗ a step (it says nothing)')
    expect(lineOf({ ...row, result: 'not seen' })).toBe('– a step (not seen)')
    expect(lineOf({ ...row, result: 'not seen', isOptional: true })).toBe('– a step (not seen, optional)')
  })
})
