/**
 * Whether the time of an answer tells that an account exists: sign-in, codes, recovery and registering, for accounts that
 * exist and for ones that do not, in turn and mixed, with every limit on. Each account is asked about once.
 */
import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { startServer } from '../../tests/support/server'
import { makeRandom } from '~/modules/channel-list/seed/data'
import { median, type Table } from './table'

/** Requests a kind and side. Medians of so many are steady to about one in a hundred on a quiet machine. */
const samples = Number(process.env.ACCOUNT_SAMPLES ?? 300)
const warm = 10
const seed = 20_261_121

type Person = { name: string; email: string; phone: string; sn: string }
const personOf = (n: number, exists: boolean): Person => {
  const text = String(n).padStart(5, '0')
  const side = exists ? 'known' : 'ghost'
  return { name: `${side}-person-${text}`, email: `${side}.${text}@mango.example`, phone: `${exists ? '10' : '11'}0000${text}`, sn: `9${exists ? '1' : '2'}00000${text}` }
}

/** Copies the demo customer as often as needed, each with contacts and a bound box of its own. */
const addPeople = (file: string, count: number): void => {
  const connection = new Database(file)
  connection.pragma('synchronous = OFF')
  const columns = (connection.prepare('PRAGMA table_info("User")').all() as { name: string }[]).map(({ name }) => name)
  const insert = connection.prepare(
    `INSERT INTO "User" (${columns.map((name) => `"${name}"`).join(', ')}) SELECT ${columns.map((name) => (['id', 'userName', 'userNameKey', 'email', 'emailKey', 'phoneArea', 'phone', 'phoneKey'].includes(name) ? `@${name}` : `"${name}"`)).join(', ')} FROM "User" WHERE "userNameKey" = 'demo-user'`,
  )
  const box = connection.prepare('INSERT INTO "RegisteredBox" ("sn", "modelId", "createdAt") SELECT @sn, "modelId", "createdAt" FROM "RegisteredBox" LIMIT 1')
  const device = connection.prepare('INSERT INTO "Device" ("sn", "userId", "boundAt", "createdAt") SELECT @sn, @userId, "createdAt", "createdAt" FROM "RegisteredBox" WHERE "sn" = @sn')
  connection.transaction(() => {
    for (let n = 0; n < count; n++) {
      const { name, email, phone, sn } = personOf(n, true)
      const id = `bench${String(n).padStart(21, '0')}`
      insert.run({ id, userName: name, userNameKey: name, email, emailKey: email, phoneArea: '+20', phone, phoneKey: `+20${phone}` })
      box.run({ sn })
      device.run({ sn, userId: id })
    }
  })()
  connection.close()
}

type Ask = (person: Person) => { address: string; fields?: Record<string, string>; statuses: readonly number[] }
const kinds: Record<string, Ask> = {
  'sign in, by user name': ({ name }) => ({ address: '/login', fields: { identifier: name, password: 'not-the-one' }, statuses: [422] }),
  'sign in, by e-mail': ({ email }) => ({ address: '/login', fields: { identifier: email, password: 'not-the-one' }, statuses: [422] }),
  'sign in, by phone': ({ phone }) => ({ address: '/login', fields: { identifier: phone, area: '+20', password: 'not-the-one' }, statuses: [422] }),
  'sign in, by serial number': ({ sn }) => ({ address: '/login', fields: { identifier: sn, password: 'not-the-one' }, statuses: [422] }),
  'code to sign in, by user name': ({ name }) => ({ address: '/login/code', fields: { identifier: name }, statuses: [303] }),
  'code to sign in, by e-mail': ({ email }) => ({ address: '/login/code', fields: { identifier: email }, statuses: [303] }),
  'recovery, by user name': ({ name }) => ({ address: '/forget', fields: { identifier: name }, statuses: [303] }),
  'recovery, by e-mail': ({ email }) => ({ address: '/forget', fields: { identifier: email }, statuses: [303] }),
  'code to register, e-mail': ({ email }) => ({ address: `/api/iot/customer/vcode?type=1&purpose=register&email=${encodeURIComponent(email)}`, statuses: [200] }),
}

export const benchAccounts = async (data: { folder: string }): Promise<Table[]> => {
  const folder = `${data.folder}-accounts`
  cpSync(data.folder, folder, { recursive: true })
  const names = Object.keys(kinds)
  addPeople(path.join(folder, 'portal.db'), names.length * (samples + warm))
  const server = await startServer({ dataDir: folder, logFile: path.join(folder, 'log.jsonl'), env: { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'info' } })
  const random = makeRandom(seed)
  const rows: (string | number)[][] = []
  let asked = 0
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
          // Every request comes from an address of its own, as from another visitor.
          asked++
          const headers = { origin: server.origin, 'x-forwarded-for': `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}` }
          const begun = performance.now()
          const answer = await fetch(server.origin + address, fields === undefined ? { headers, redirect: 'manual' } : { method: 'POST', headers, redirect: 'manual', body: new URLSearchParams(fields) })
          await answer.arrayBuffer()
          took[side] = performance.now() - begun
          if (!statuses.includes(answer.status)) throw new Error(`${name}: ${address} answered ${answer.status}, expected ${statuses.join(' or ')}`)
        }
        if (n < warm) continue
        times.known.push(took.known)
        times.ghost.push(took.ghost)
        differences.push(took.known - took.ghost)
      }
      const [known, ghost] = [median(times.known), median(times.ghost)]
      rows.push([name, known, ghost, `${(100 * (known / ghost - 1)).toFixed(1)} %`, `${((100 * median(differences)) / ghost).toFixed(1)} %`])
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return [{ title: `Accounts that exist and accounts that do not, ms (to reach: medians within 5 %; ${samples} requests a side)`, columns: ['wrong tries and codes', 'exists', 'does not', 'medians differ by', 'median of differences'], rows }]
}
