/** The SQL statements that the database's driver runs during some work. Equal statements mean equal work. */
import Database from 'better-sqlite3'
import { afterAll } from 'vitest'

let asked: string[] | null = null
const undo: (() => void)[] = []
const watch = (target: object, name: string): void => {
  const original: unknown = Reflect.get(target, name)
  if (typeof original !== 'function') throw new Error(`the driver has no ${name}`)
  Reflect.set(target, name, function (this: object, ...values: unknown[]): unknown {
    asked?.push(name === 'exec' ? String(values[0]) : String(Reflect.get(this, 'source')))
    return Reflect.apply(original, this, values)
  })
  undo.push(() => void Reflect.set(target, name, original))
}
const probe = new Database(':memory:')
for (const name of ['run', 'all', 'get', 'iterate'])
  watch(Object.getPrototypeOf(probe.prepare('SELECT 1')) as object, name)
watch(Object.getPrototypeOf(probe) as object, 'exec')
probe.close()
afterAll(() => {
  for (const back of undo) back()
})

export const statementsOf = async <T>(work: () => Promise<T>): Promise<{ value: T; asked: string[] }> => {
  const mine: string[] = []
  asked = mine
  try {
    return { value: await work(), asked: mine }
  } finally {
    asked = null
  }
}
