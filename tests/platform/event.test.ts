/** Events: sent after the commit to each listener separately, without harm to the action or to other listeners. */
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest'
import { sideEffectWaitMs } from '~/platform/side-effect.server'
import { db } from '~/platform/db.server'
import { makeEvent, maxCauses } from '~/platform/event.server'
import { log } from '~/platform/log.server'
import { provided } from '~/platform/provided.server'
import { later } from '~/platform/timer.server'
import { transact } from '~/platform/transact.server'

let logged: MockInstance
beforeEach(() => {
  logged = vi.spyOn(log, 'error').mockReturnValue()
})
afterEach(() => logged.mockRestore())
const named = () => logged.mock.calls.map(([about]) => (about as { name?: string; event?: string }).name)

const store = (key: string, changed: { notifyAfter: ReturnType<typeof makeEvent<string>>['notifyAfter'] }) =>
  transact(async (tx) => {
    await tx.setting.create({ data: { key, value: key } })
    changed.notifyAfter(tx, key)
    return { ok: true as const }
  })

describe('an event', () => {
  it('reaches every listener until it stops listening', async () => {
    const changed = makeEvent<number>('a number changed', { awaited: true })
    const heard: string[] = []
    const stop = changed.listen((one) => heard.push(`first ${one}`))
    changed.listen((one) => heard.push(`second ${one}`))
    await changed.notify(1)
    stop()
    await changed.notify(2)
    expect(heard).toEqual(['first 1', 'second 1', 'second 2'])
  })

  it('of a change is sent after the commit: its listeners find the new state', async () => {
    const changed = makeEvent<string>('a setting changed', { awaited: true })
    const found: unknown[] = []
    changed.listen(async (key) => found.push((await db.setting.findUnique({ where: { key } }))?.value))
    await store('asked-for', changed)
    expect(found).toEqual(['asked-for'])
  })

  it('of a rolled-back change is never sent', async () => {
    const changed = makeEvent<string>('a setting changed', { awaited: true })
    const heard: string[] = []
    changed.listen((key) => heard.push(key))
    await transact(async (tx) => {
      await tx.setting.create({ data: { key: 'not-kept', value: '' } })
      changed.notifyAfter(tx, 'not-kept')
      return { ok: false as const }
    })
    expect(heard).toEqual([])
  })

  it('survives listeners that throw or reject: the others run, and the log names the failed one', async () => {
    const changed = makeEvent<string>('a setting changed', { awaited: true })
    const heard: string[] = []
    changed.listen(() => {
      throw new Error('a fault')
    })
    changed.listen(() => Promise.reject(new Error('another fault')))
    changed.listen((key) => heard.push(key))
    expect(await store('stands', changed)).toEqual({ ok: true })
    expect([heard, await db.setting.count({ where: { key: 'stands' } })]).toEqual([['stands'], 1])
    expect(named()).toEqual(['a setting changed', 'a setting changed'])
  })

  it('that is awaited ends with its listeners, or at its time limit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const changed = makeEvent<string>('a setting changed', { awaited: true })
    const heard: string[] = []
    changed.listen(() => new Promise(() => undefined))
    changed.listen(async (key) => {
      await Promise.resolve()
      heard.push(key)
    })
    let isOver = false
    const told = changed.notify('hangs').then(() => {
      isOver = true
    })
    await vi.advanceTimersByTimeAsync(sideEffectWaitMs - 1)
    expect([isOver, heard]).toEqual([false, ['hangs']])
    await vi.advanceTimersByTimeAsync(1)
    await told
    expect(named()).toEqual(['a setting changed'])
    vi.useRealTimers()
  })

  it('may have a bare query as its listener, which is run', async () => {
    const changed = makeEvent<string>('a setting changed', { awaited: true })
    changed.listen((key) => db.setting.create({ data: { key: `heard ${key}`, value: key } }))
    await changed.notify('a query')
    expect(await db.setting.count({ where: { key: 'heard a query' } })).toBe(1)
  })

  it('that is not awaited starts every listener and waits for none', async () => {
    const changed = makeEvent<string>('a setting changed', { awaited: false })
    const heard: string[] = []
    changed.listen(() => new Promise(() => undefined))
    changed.listen((key) => heard.push(key))
    await changed.notify('goes on')
    expect(heard).toEqual(['goes on'])
  })

  it('that repeats by a timer is not a loop, however often', async () => {
    const changed = makeEvent<number>('a round', { awaited: false })
    const heard: number[] = []
    const rounds = maxCauses * 2
    await new Promise<void>((resolve) => {
      changed.listen((round) => {
        heard.push(round)
        if (round < rounds) later(0, () => void changed.notify(round + 1))
        else resolve()
      })
      void changed.notify(1)
    })
    expect([heard.length, named()]).toEqual([rounds, []])
  })

  it('that its own listener triggers again is stopped and logged', async () => {
    const changed = makeEvent<number>('goes round', { awaited: true })
    const heard: number[] = []
    changed.listen((times) => {
      heard.push(times)
      return changed.notify(times + 1)
    })
    await changed.notify(1)
    expect(heard).toEqual(Array.from({ length: maxCauses }, (_, i) => i + 1))
    expect(logged).toHaveBeenCalledWith({ event: 'goes round', causes: maxCauses }, expect.any(String))
    // The next action starts again.
    heard.length = 0
    await changed.notify(1)
    expect(heard).toHaveLength(maxCauses)
  })
})

describe('a provided function', () => {
  it('is called once it is set, and names what is missing before', async () => {
    const ownerOf = provided<(sn: string) => Promise<string>>('the owner of a box')
    expect(() => ownerOf('1')).toThrow('Nobody has provided the owner of a box')
    const takeBack = ownerOf.provide((sn) => Promise.resolve(`owner of ${sn}`))
    expect(await ownerOf('1')).toBe('owner of 1')
    takeBack()
    expect(() => ownerOf('1')).toThrow('the owner of a box')
  })
})
