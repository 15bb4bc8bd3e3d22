/**
 * A separate process that runs actions by their keys on the database of DATA_DIR, for the tests of idempotency. `node
 * --import tsx once-child.ts race KEYS` waits for a line, then runs every key's action and reports which were new. `…
 * hang KEY` stops inside the transaction and says so, to be killed there.
 */
import { closeDatabase } from '~/platform/db.server'
import { once } from '~/platform/idempotency.server'
import { makeId } from '~/platform/random.server'

const [, , way, ...keys] = process.argv
const act = (key: string, atEnd: () => Promise<void>) =>
  once<{ id: string }, { ok: false }>({ owner: 'one', purpose: 'test', key, asked: { key } }, (commit) =>
    commit(async (tx) => {
      const id = makeId()
      await tx.setting.create({ data: { key: `${key} ${id}`, value: key } })
      await atEnd()
      return { ok: true, value: { id } }
    }),
  )

const say = (text: string): void => void process.stdout.write(`${text}\n`)
if (way === 'hang') {
  await act(keys[0] ?? '', () => {
    say('inside')
    return new Promise((resolve) => setInterval(resolve, 2 ** 30))
  })
} else {
  say('ready')
  await new Promise((resolve) => process.stdin.once('data', resolve))
  const made: string[] = []
  for (const key of keys) {
    const done = await act(key, () => Promise.resolve())
    if (done.ok && done.isNew) made.push(key)
  }
  say(JSON.stringify(made))
  await closeDatabase()
  process.exit(0)
}
