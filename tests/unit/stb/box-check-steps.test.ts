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
  const world = { portal: { listId }, proxy, all } as unknown as World
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
