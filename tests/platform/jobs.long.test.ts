/** Jobs shared by several processes: each is done once, even if one process is killed. */
import { beforeEach, describe, expect, it } from 'vitest'
import { hourMs, makeStoppedClock, replaceClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { jobLeaseMs, makeRunner, oneOff, type Job, type OneOff } from '~/platform/jobs.server'
import { transact } from '~/platform/transact.server'
import { startChild } from '../support/child'

beforeEach(async () => {
  await db.job.deleteMany()
  await db.setting.deleteMany()
})

type Payload = { text: string }
const plan = (job: OneOff<Payload>, key: string) =>
  transact(async (tx) => ({ ok: true as const, value: await job.enqueue(tx, { key, payload: { text: key } }) }))
const row = (key: string) => db.job.findUniqueOrThrow({ where: { name_key: { name: 'test', key } } })
const runDue = (job: Job): Promise<void> => makeRunner({ jobs: [job] }).runDue()
const effects = async (): Promise<string[]> => (await db.setting.findMany()).map(({ value }) => value).sort()

describe('processes on one database', () => {
  it('do each job and each repeating slot once', async () => {
    const job = oneOff<Payload>('test', () => Promise.resolve())
    const keys = Array.from({ length: 40 }, (_, index) => `job ${index}`)
    for (const key of keys) await plan(job, key)
    const late = new Date(Date.now() - 5 * hourMs)
    await db.job.create({
      data: { id: 'repeated', name: 'repeated', key: '', runAt: late, dueAt: late, createdAt: late },
    })
    const both = [1, 2].map(() => startChild('job-child.ts', ['race']))
    for (const { read } of both) expect(await read()).toBe('ready')
    for (const { go } of both) go()
    const done = await Promise.all(both.map(async ({ read }) => JSON.parse(await read()) as string[]))
    await Promise.all(both.map(({ ended }) => ended))
    const all = [...keys, 'repeated'].sort()
    expect(done.flat().sort()).toEqual(all)
    expect(await effects()).toEqual(all)
  })
  it('leave a job to another after the lease, when one is killed in the middle of it', async () => {
    const done: string[] = []
    const job = oneOff<Payload>('test', async ({ text }) => void done.push(text))
    await plan(job, 'a')
    const { ended, go, kill, read } = startChild('job-child.ts', ['hang'])
    expect(await read()).toBe('ready')
    go()
    expect(await read()).toBe('inside')
    kill()
    await ended
    await runDue(job)
    expect([done, await row('a')]).toMatchObject([[], { state: 'running', tries: 1 }])
    const putBack = replaceClock(makeStoppedClock(new Date(Date.now() + jobLeaseMs)))
    await runDue(job)
    putBack()
    expect([done, await row('a')]).toMatchObject([['a'], { state: 'done', tries: 1 }])
  })
})
