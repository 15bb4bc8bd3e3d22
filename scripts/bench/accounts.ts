/**
 * Measures whether response times reveal that an account exists: sign-in, codes, recovery and registering, for existing
 * and non-existing accounts, in sequence and mixed, with all limits on. Each account is used once. It also measures how
 * /home responds while many people sign in at once.
 */
import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import type { TestServer } from '../../tests/support/server'
import { makeRandom } from '~/modules/channel-list/seed/data'
import { read, serve, signIn, type BenchData } from './portal'
import { measureBeside, measureEach, median, msOf, spread, type Table } from './table'

/** Requests per kind and side. Medians of this many are steady to about one percent on a quiet machine. */
const samples = Number(process.env.ACCOUNT_SAMPLES ?? 300)
const warm = 10
const seed = 20_261_121

type Person = { name: string; email: string; phone: string; sn: string }
const personOf = (n: number, exists: boolean): Person => {
  const text = String(n).padStart(5, '0')
  const side = exists ? 'known' : 'ghost'
  return {
    name: `${side}-person-${text}`,
    email: `${side}.${text}@mango.example`,
    phone: `${exists ? '10' : '11'}0000${text}`,
    sn: `9${exists ? '1' : '2'}00000${text}`,
  }
}

/** Copies the demo customer as often as needed, each with its own contacts and a bound box. */
const addPeople = (file: string, count: number): void => {
  const connection = new Database(file)
  connection.pragma('synchronous = OFF')
  const columns = (connection.prepare('PRAGMA table_info("User")').all() as { name: string }[]).map(({ name }) => name)
  const insert = connection.prepare(
    `INSERT INTO "User" (${columns.map((name) => `"${name}"`).join(', ')}) SELECT ${columns.map((name) => (['id', 'userName', 'userNameKey', 'email', 'emailKey', 'phoneArea', 'phone', 'phoneKey'].includes(name) ? `@${name}` : `"${name}"`)).join(', ')} FROM "User" WHERE "userNameKey" = 'demo-user'`,
  )
  const box = connection.prepare(
    'INSERT INTO "RegisteredBox" ("sn", "modelId", "createdAt") SELECT @sn, "modelId", "createdAt" FROM "RegisteredBox" LIMIT 1',
  )
  const device = connection.prepare(
    'INSERT INTO "Device" ("sn", "userId", "boundAt", "createdAt") SELECT @sn, @userId, "createdAt", "createdAt" FROM "RegisteredBox" WHERE "sn" = @sn',
  )
  connection.transaction(() => {
    for (let n = 0; n < count; n++) {
      const { name, email, phone, sn } = personOf(n, true)
      const id = `bench${String(n).padStart(21, '0')}`
      insert.run({
        id,
        userName: name,
        userNameKey: name,
        email,
        emailKey: email,
        phoneArea: '+20',
        phone,
        phoneKey: `+20${phone}`,
      })
      box.run({ sn })
      device.run({ sn, userId: id })
    }
  })()
  connection.close()
}

type Ask = (person: Person) => { address: string; fields?: Record<string, string>; status: number }
const signingIn =
  (identifier: keyof Person, more: Record<string, string> = {}): Ask =>
  (person) => ({
    address: '/login',
    fields: { identifier: person[identifier], ...more, password: 'not-the-one' },
    status: 422,
  })
const asking =
  (address: string, identifier: keyof Person): Ask =>
  (person) => ({ address, fields: { identifier: person[identifier] }, status: 303 })
const kinds: Record<string, Ask> = {
  'sign in, by user name': signingIn('name'),
  'sign in, by e-mail': signingIn('email'),
  'sign in, by phone': signingIn('phone', { area: '+20' }),
  'sign in, by serial number': signingIn('sn'),
  'code to sign in, by user name': asking('/login/code', 'name'),
  'code to sign in, by e-mail': asking('/login/code', 'email'),
  'recovery, by user name': asking('/forget', 'name'),
  'recovery, by e-mail': asking('/forget', 'email'),
  'code to register, e-mail': ({ email }) => ({
    address: `/api/iot/customer/vcode?type=1&purpose=register&email=${encodeURIComponent(email)}`,
    status: 200,
  }),
}

/** Every request comes from its own address, like another visitor's. */
let asked = 0
const fromElsewhere = (server: TestServer): Record<string, string> => {
  asked++
  return { origin: server.origin, 'x-forwarded-for': `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}` }
}

/** Sends a request as another visitor; throws unless the answer has this status. */
const ask = async (server: TestServer, person: Person, kind: Ask): Promise<void> => {
  const { address, fields, status } = kind(person)
  const answer = await fetch(server.origin + address, {
    headers: fromElsewhere(server),
    redirect: 'manual',
    ...(fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) }),
  })
  await answer.arrayBuffer()
  if (answer.status !== status) throw new Error(`${address} answered ${answer.status}, expected ${status}`)
}

/** A server on a copy of the data with so many people more. */
const withPeople = async <T>(data: BenchData, count: number, work: (server: TestServer) => Promise<T>): Promise<T> => {
  const folder = `${data.folder}-accounts`
  cpSync(data.folder, folder, { recursive: true })
  try {
    addPeople(path.join(folder, 'portal.db'), count)
    const server = await serve(folder, { TRUSTED_PROXIES: '127.0.0.1' })
    try {
      return await work(server)
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const burstSize = 50
const bursts = Number(process.env.ACCOUNT_BURSTS ?? 20)

/** Half of them know their password and sign in, half do not; each is a different person. */
const signInAtOnce = (server: TestServer, burst: number): Promise<unknown> =>
  Promise.all(
    Array.from({ length: burstSize }, (_, n): Promise<unknown> => {
      const person = personOf(burst * burstSize + n, true)
      return n % 2 === 0
        ? signIn(server.origin, person.name, 'mango-demo', fromElsewhere(server))
        : ask(server, person, signingIn('name'))
    }),
  )

/**
 * Requests /home sequentially, like a visitor who waits for each answer: alone, and while fifty people sign in at once.
 */
const benchBursts = (data: BenchData): Promise<Table> =>
  withPeople(data, (bursts + 1) * burstSize, async (server) => {
    const home = () => read(`${server.origin}/home`, fromElsewhere(server))
    const quiet = await measureEach(300, home, warm)
    const busy: number[] = []
    const lasts: number[] = []
    // The first burst warms up.
    for (let burst = 0; burst <= bursts; burst++) {
      const { ms, value } = await measureBeside(
        msOf(() => signInAtOnce(server, burst)),
        home,
      )
      if (burst === 0) continue
      busy.push(...ms)
      lasts.push(value)
    }
    return {
      title: `/home while ${burstSize} sign in at once, half of them with a wrong password, ms (to reach: p95 ≤ 100 ms; ${bursts} times)`,
      columns: ['/home', 'p50', 'p95', 'most', 'answers', 'last sign-in, median'],
      rows: [
        ['alone', ...spread(quiet), quiet.length, '-'],
        [`while ${burstSize} sign in`, ...spread(busy), busy.length, median(lasts)],
      ],
    }
  })

const benchTimes = (data: BenchData): Promise<Table> => {
  const names = Object.entries(kinds)
  return withPeople(data, names.length * (samples + warm), async (server) => {
    const random = makeRandom(seed)
    const rows: Table['rows'] = []
    for (const [at, [name, kind]] of names.entries()) {
      const times = { known: [] as number[], ghost: [] as number[] }
      for (let n = 0; n < samples + warm; n++) {
        const sides = random() < 0.5 ? (['known', 'ghost'] as const) : (['ghost', 'known'] as const)
        for (const side of sides) {
          const took = await msOf(() => ask(server, personOf(at * (samples + warm) + n, side === 'known'), kind))
          if (n >= warm) times[side].push(took)
        }
      }
      const [known, ghost] = [median(times.known), median(times.ghost)]
      const difference = median(times.known.map((took, n) => took - (times.ghost[n] ?? took)))
      const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
      rows.push([name, known, ghost, percent(known / ghost - 1), percent(difference / ghost)])
    }
    return {
      title: `Accounts that exist and accounts that do not, ms (to reach: medians within 5 %; ${samples} requests a side)`,
      columns: ['wrong tries and codes', 'exists', 'does not', 'medians differ by', 'median of differences'],
      rows,
    }
  })
}

export const benchAccounts = async (data: BenchData): Promise<Table[]> => [
  await benchTimes(data),
  await benchBursts(data),
]
