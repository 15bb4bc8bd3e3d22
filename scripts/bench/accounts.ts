/**
 * Measures whether response times reveal that an account exists: sign-in, codes, recovery and registering, for existing
 * and non-existing accounts, in sequence and mixed, with all limits on. Each account is used once. It also measures how
 * /home responds while many people sign in at once.
 */
import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { startServer, type TestServer } from '../../tests/support/server'
import { makeRandom } from '~/modules/channel-list/seed/data'
import { median, spread, type Table } from './table'

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

type Ask = (person: Person) => { address: string; fields?: Record<string, string>; statuses: readonly number[] }
const kinds: Record<string, Ask> = {
  'sign in, by user name': ({ name }) => ({
    address: '/login',
    fields: { identifier: name, password: 'not-the-one' },
    statuses: [422],
  }),
  'sign in, by e-mail': ({ email }) => ({
    address: '/login',
    fields: { identifier: email, password: 'not-the-one' },
    statuses: [422],
  }),
  'sign in, by phone': ({ phone }) => ({
    address: '/login',
    fields: { identifier: phone, area: '+20', password: 'not-the-one' },
    statuses: [422],
  }),
  'sign in, by serial number': ({ sn }) => ({
    address: '/login',
    fields: { identifier: sn, password: 'not-the-one' },
    statuses: [422],
  }),
  'code to sign in, by user name': ({ name }) => ({
    address: '/login/code',
    fields: { identifier: name },
    statuses: [303],
  }),
  'code to sign in, by e-mail': ({ email }) => ({
    address: '/login/code',
    fields: { identifier: email },
    statuses: [303],
  }),
  'recovery, by user name': ({ name }) => ({ address: '/forget', fields: { identifier: name }, statuses: [303] }),
  'recovery, by e-mail': ({ email }) => ({ address: '/forget', fields: { identifier: email }, statuses: [303] }),
  'code to register, e-mail': ({ email }) => ({
    address: `/api/iot/customer/vcode?type=1&purpose=register&email=${encodeURIComponent(email)}`,
    statuses: [200],
  }),
}

/** Every request comes from its own address, like another visitor's. */
let asked = 0
const fromElsewhere = (server: TestServer): Record<string, string> => {
  asked++
  return { origin: server.origin, 'x-forwarded-for': `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}` }
}

const burstSize = 50
const bursts = Number(process.env.ACCOUNT_BURSTS ?? 20)
const quietAsks = 300

const askHome = async (server: TestServer): Promise<number> => {
  const begun = performance.now()
  const answer = await fetch(`${server.origin}/home`, { headers: fromElsewhere(server) })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`/home answered ${answer.status}`)
  return performance.now() - begun
}

/** Half of them know their password and sign in, half do not; each is a different person. Returns the longest wait. */
const signInAtOnce = async (server: TestServer, burst: number): Promise<number> => {
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: burstSize }, async (_, n) => {
      const right = n % 2 === 0
      const body = new URLSearchParams({
        identifier: personOf(burst * burstSize + n, true).name,
        password: right ? 'mango-demo' : 'not-the-one',
      })
      const answer = await fetch(`${server.origin}/login`, {
        method: 'POST',
        headers: fromElsewhere(server),
        redirect: 'manual',
        body,
      })
      await answer.arrayBuffer()
      if (answer.status !== (right ? 303 : 422))
        throw new Error(`a ${right ? 'right' : 'wrong'} password answered ${answer.status}`)
    }),
  )
  return performance.now() - begun
}

/**
 * Requests /home sequentially, like a visitor who waits for each answer: alone, and while fifty people sign in at once.
 */
const benchBursts = async (data: { folder: string }): Promise<Table> => {
  const folder = `${data.folder}-bursts`
  cpSync(data.folder, folder, { recursive: true })
  addPeople(path.join(folder, 'portal.db'), (bursts + 1) * burstSize)
  const server = await startServer({
    dataDir: folder,
    logFile: path.join(folder, 'accounts.jsonl'),
    env: { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'info' },
  })
  const quiet: number[] = []
  const busy: number[] = []
  const lasts: number[] = []
  try {
    for (let n = 0; n < warm + quietAsks; n++) {
      const took = await askHome(server)
      if (n >= warm) quiet.push(took)
    }
    for (let burst = 0; burst <= bursts; burst++) {
      let running = true
      const signedIn = signInAtOnce(server, burst).finally(() => {
        running = false
      })
      const times: number[] = []
      while (running) times.push(await askHome(server))
      const last = await signedIn
      if (burst === 0) continue
      busy.push(...times)
      lasts.push(last)
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    title: `/home while ${burstSize} sign in at once, half of them with a wrong password, ms (to reach: p95 ≤ 100 ms; ${bursts} times)`,
    columns: ['/home', 'p50', 'p95', 'most', 'answers', 'last sign-in, median'],
    rows: [
      ['alone', ...spread(quiet), quiet.length, '-'],
      [`while ${burstSize} sign in`, ...spread(busy), busy.length, median(lasts)],
    ],
  }
}

export const benchAccounts = async (data: { folder: string }): Promise<Table[]> => [
  await benchTimes(data),
  await benchBursts(data),
]

const benchTimes = async (data: { folder: string }): Promise<Table> => {
  const folder = `${data.folder}-accounts`
  cpSync(data.folder, folder, { recursive: true })
  const names = Object.keys(kinds)
  addPeople(path.join(folder, 'portal.db'), names.length * (samples + warm))
  const server = await startServer({
    dataDir: folder,
    logFile: path.join(folder, 'accounts.jsonl'),
    env: { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'info' },
  })
  const random = makeRandom(seed)
  const rows: (string | number)[][] = []
  try {
    for (const [kind, name] of names.entries()) {
      const ask = kinds[name]
      if (ask === undefined) continue
      const times = { known: [] as number[], ghost: [] as number[] }
      const differences: number[] = []
      for (let n = 0; n < samples + warm; n++) {
        const sides = random() < 0.5 ? (['known', 'ghost'] as const) : (['ghost', 'known'] as const)
        const took = { known: 0, ghost: 0 }
        for (const side of sides) {
          const { address, fields, statuses } = ask(personOf(kind * (samples + warm) + n, side === 'known'))
          const headers = fromElsewhere(server)
          const begun = performance.now()
          const answer = await fetch(
            server.origin + address,
            fields === undefined
              ? { headers, redirect: 'manual' }
              : { method: 'POST', headers, redirect: 'manual', body: new URLSearchParams(fields) },
          )
          await answer.arrayBuffer()
          took[side] = performance.now() - begun
          if (!statuses.includes(answer.status))
            throw new Error(`${name}: ${address} answered ${answer.status}, expected ${statuses.join(' or ')}`)
        }
        if (n < warm) continue
        times.known.push(took.known)
        times.ghost.push(took.ghost)
        differences.push(took.known - took.ghost)
      }
      const [known, ghost] = [median(times.known), median(times.ghost)]
      rows.push([
        name,
        known,
        ghost,
        `${(100 * (known / ghost - 1)).toFixed(1)} %`,
        `${((100 * median(differences)) / ghost).toFixed(1)} %`,
      ])
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    title: `Accounts that exist and accounts that do not, ms (to reach: medians within 5 %; ${samples} requests a side)`,
    columns: ['wrong tries and codes', 'exists', 'does not', 'medians differ by', 'median of differences'],
    rows,
  }
}
