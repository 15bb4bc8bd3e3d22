/** Transactions: all or nothing, a refusal is the answer, and side effects run only after the commit. */
import { describe, expect, it, vi } from 'vitest'
import { sideEffectWaitMs, runSideEffect } from '~/platform/side-effect.server'
import { db } from '~/platform/db.server'
import { makeEvent } from '~/platform/event.server'
import { log } from '~/platform/log.server'
import { afterCommit, transact } from '~/platform/transact.server'

const row = (key: string) => ({ key, value: key })
const isThere = async (key: string): Promise<boolean> => (await db.setting.count({ where: { key } })) === 1

describe('a transaction', () => {
  it('is stored with its answer', async () => {
    const done = await transact(async (tx) => {
      await tx.setting.create({ data: row('stored') })
      return { ok: true as const, value: 7 }
    })
    expect([done, await isThere('stored')]).toEqual([{ ok: true, value: 7 }, true])
  })

  it('that is refused is rolled back entirely, and the refusal is the answer', async () => {
    const refusal = { ok: false as const, code: 'A0409', data: { why: 'late' } }
    const done = await transact(async (tx): Promise<{ ok: true } | typeof refusal> => {
      await tx.setting.create({ data: row('refused') })
      return refusal
    })
    expect([done, await isThere('refused')]).toEqual([refusal, false])
  })

  it('that fails is rolled back entirely, and its error is rethrown', async () => {
    const fault = new Error('a fault')
    const done = transact(async (tx): Promise<{ ok: true }> => {
      await tx.setting.create({ data: row('failed') })
      throw fault
    })
    await expect(done).rejects.toBe(fault)
    expect(await isThere('failed')).toBe(false)
  })

  it('whose commit fails leaves no transaction open for later ones', async () => {
    const done = transact(async (tx) => {
      await tx.$executeRaw`PRAGMA defer_foreign_keys = ON`
      await tx.setting.create({ data: row('with-a-stray') })
      await tx.deviceToken.create({ data: { id: 'stray', sn: 'nobody', tokenHash: 'stray' } })
      return { ok: true as const }
    })
    await expect(done).rejects.toThrow()
    expect(await isThere('with-a-stray')).toBe(false)
    const next = await transact(async (tx) => ({ ok: true as const, n: await tx.deviceToken.count() }))
    expect(next.n).toBe(0)
  })

  it('inside another one throws at once instead of waiting for it', async () => {
    const inner = () => transact(() => Promise.resolve({ ok: true as const }))
    await expect(transact(() => inner())).rejects.toThrow('a transaction was begun inside another')
    expect(await inner()).toEqual({ ok: true })
  })
})

describe('during a transaction', () => {
  it('work that is started and outlives it runs outside it', async () => {
    let open: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    let going: Promise<number> | undefined
    await transact(async (tx) => {
      going = gate.then(() => db.setting.count())
      return { ok: true as const, n: await tx.setting.count() }
    })
    open()
    expect(await going).toBeGreaterThan(0)
  })

  const refused = 'inside a transaction only its own tx may be asked'
  it('a query outside its own tx is refused at once instead of waiting for its end', async () => {
    await expect(transact(async () => ({ ok: true as const, n: await db.setting.count() }))).rejects.toThrow(refused)
    expect(await transact(async (tx) => ({ ok: true as const, n: await tx.setting.count() }))).toMatchObject({
      ok: true,
    })
  })

  it('other callers can query freely, even at the same time as its queries', async () => {
    const others = Array.from({ length: 20 }, async (_, i) => {
      await transact(async (tx) => ({
        ok: true as const,
        found: await tx.setting.findUnique({ where: { key: `${i}` } }),
      }))
      return db.setting.findUnique({ where: { key: `other-${i}` } })
    })
    const more = Array.from({ length: 20 }, (_, i) => db.setting.findUnique({ where: { key: `more-${i}` } }))
    expect(await Promise.all([...others, ...more])).toEqual(Array.from({ length: 40 }, () => null))
  })

  it('an event can’t be sent, since the transaction may still be rolled back', async () => {
    const changed = makeEvent<string>('a setting changed', { awaited: true })
    const heard: string[] = []
    changed.listen((key) => heard.push(key))
    const done = transact(async (tx) => {
      await tx.setting.count()
      await changed.notify('too early')
      return { ok: true as const }
    })
    await expect(done).rejects.toThrow('a setting changed: announced inside a transaction')
    expect(heard).toEqual([])
  })
})

describe('a side effect of a transaction', () => {
  it('leaves no timer when it has ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const before = vi.getTimerCount()
    await runSideEffect('ends soon', () => Promise.resolve())
    expect(vi.getTimerCount()).toBe(before)
    vi.useRealTimers()
  })

  it('starts together with the others: a slow one does not delay clearing a cache', async () => {
    const ran: string[] = []
    let finish: () => void = () => undefined
    const slow = new Promise<void>((resolve) => {
      finish = resolve
    })
    const done = transact(async (tx) => {
      await tx.setting.count()
      afterCommit(tx, 'slow', () => slow)
      afterCommit(tx, 'forgets', () => {
        ran.push('forgets')
        finish()
      })
      return { ok: true as const }
    })
    await done
    expect(ran).toEqual(['forgets'])
  })

  it('runs after the commit, in order, sees the new state, and may begin a transaction', async () => {
    const seen: unknown[] = []
    await transact(async (tx) => {
      await tx.setting.create({ data: row('hung-on') })
      afterCommit(tx, 'first', async () => seen.push(await isThere('hung-on')))
      afterCommit(tx, 'second', () => transact(() => Promise.resolve({ ok: true as const })).then((x) => seen.push(x)))
      seen.push('in the transaction')
      return { ok: true as const }
    })
    expect(seen).toEqual(['in the transaction', true, { ok: true }])
  })

  it('never runs when the transaction is refused or fails', async () => {
    const ran: string[] = []
    await transact(async (tx) => {
      afterCommit(tx, 'of a refusal', () => ran.push('refused'))
      await tx.setting.count()
      return { ok: false as const }
    })
    const failed = transact(async (tx): Promise<{ ok: true }> => {
      afterCommit(tx, 'of a fault', () => ran.push('failed'))
      await tx.setting.count()
      throw new Error('a fault')
    })
    await expect(failed).rejects.toThrow('a fault')
    expect(ran).toEqual([])
  })

  it('fails alone: the transaction stands, the others run, and the log names it', async () => {
    const logged = vi.spyOn(log, 'error').mockReturnValue()
    const ran: string[] = []
    const done = await transact(async (tx) => {
      await tx.setting.create({ data: row('stands') })
      afterCommit(tx, 'throws', () => {
        throw new Error('a fault')
      })
      afterCommit(tx, 'rejects', () => Promise.reject(new Error('another fault')))
      afterCommit(tx, 'runs', () => ran.push('runs'))
      return { ok: true as const }
    })
    expect([done, ran, await isThere('stands')]).toEqual([{ ok: true }, ['runs'], true])
    expect(logged.mock.calls.map(([about]) => (about as { name: string }).name)).toEqual(['throws', 'rejects'])
    logged.mockRestore()
  })

  it('is awaited only for a limited time', async () => {
    const logged = vi.spyOn(log, 'error').mockReturnValue()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const ran: string[] = []
    const done = transact((tx) => {
      afterCommit(tx, 'hangs', () => new Promise(() => undefined))
      afterCommit(tx, 'runs', () => ran.push('runs'))
      return Promise.resolve({ ok: true as const })
    })
    await vi.waitUntil(() => vi.getTimerCount() > 0)
    await vi.advanceTimersByTimeAsync(sideEffectWaitMs)
    expect([await done, ran, sideEffectWaitMs]).toEqual([{ ok: true }, ['runs'], 5000])
    expect(vi.getTimerCount()).toBe(0)
    expect(logged).toHaveBeenCalledWith({ name: 'hangs', waitedMs: sideEffectWaitMs }, expect.any(String))
    vi.useRealTimers()
    logged.mockRestore()
  })

  it('can’t be added to a transaction that is over', async () => {
    let over: Parameters<typeof afterCommit>[0] | undefined
    await transact((tx) => {
      over = tx
      return Promise.resolve({ ok: true as const })
    })
    expect(() => over && afterCommit(over, 'too late', () => undefined)).toThrow('too late')
  })
})
