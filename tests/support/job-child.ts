/**
 * A separate process that runs the jobs of DATA_DIR, for the tests of the job runner. `node --import tsx job-child.ts
 * race` waits for a line, runs everything that is due and reports it; `… hang` stops in the middle of a job and says
 * so, to be killed there.
 */
import { closeDatabase } from '~/platform/db.server'
import { hourMs } from '~/platform/clock.server'
import { makeRunner, oneOff, recurring, type Run } from '~/platform/jobs.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'

const [, , way] = process.argv
const say = (text: string): void => void process.stdout.write(`${text}\n`)
const done: string[] = []
const effect = async (name: string, run: Run): Promise<void> => {
  if (way === 'hang') {
    say('inside')
    await new Promise((resolve) => setInterval(resolve, 2 ** 30))
  }
  await transact(async (tx) => {
    await run.endWith(tx)
    await tx.setting.create({ data: { key: `${name} ${makeId()}`, value: name } })
    return { ok: true }
  })
  done.push(name)
}
const runner = makeRunner({
  jobs: [
    oneOff<{ text: string }>('test', ({ text }, run) => effect(text, run)),
    recurring('repeated', hourMs, (run) => effect('repeated', run)),
  ],
})
say('ready')
await new Promise((resolve) => process.stdin.once('data', resolve))
await runner.runDue()
say(JSON.stringify(done))
await closeDatabase()
process.exit(0)
