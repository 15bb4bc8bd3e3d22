/**
 * One built server per worker, shared by the http tests that need no settings of their own: starting one takes three
 * seconds of processor time. Each test file gets accounts that no other file uses. Boxes, the registry and the operator
 * are shared, so a file that counts those starts its own server (portal.ts). Rate limits are off.
 */
import { appendFileSync, cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { HttpClient } from './http-client'
import { makeDataFolder } from './paths'
import { people, type Person } from './people'
import { makeApiToken, seedPortal } from './portal'
import { startServer, type LogLine } from './server'

export type SharedRole = 'customer' | 'friend' | 'administrator'
export type SharedPortal = {
  origin: string
  port: number
  visitor(): HttpClient
  people: Record<SharedRole, Person>
  /** API tokens of this file's accounts, with all their scopes, and of the demo's operator. */
  tokens: Record<SharedRole | 'operator', string>
  /** A browser signed in as one of this file's accounts. */
  signIn(role: SharedRole): Promise<HttpClient>
  /** Ends this file's use: throws if the server logged an error in the meantime. */
  stop(): void
}

type Household = { people: Record<SharedRole, Person>; tokens: Record<SharedRole, string> }
type Shared = { origin: string; operatorToken: string; households: Household[]; logFile: string; readBytes: number }

/** More than the number of files that share a server; each takes one. */
const households = 60
const roles = ['customer', 'friend', 'administrator'] as const

/** Accounts with the demo's passwords, so that no password is hashed. */
const makeHouseholds = async (): Promise<Household[]> => {
  const { db } = await import('~/platform/db.server')
  const { searchKeyOf } = await import('~/text/search-key')
  const made: Household[] = []
  for (let number = 1; number <= households; number++) {
    const household = { people: {}, tokens: {} } as Household
    for (const role of roles) {
      const { userName, password } = people[role]
      const like = await db.user.findFirstOrThrow({ where: { userName } })
      const ownName = `${role}-${number}`
      const id = `shared${role}n${number}n`.padEnd(25, '0')
      await db.user.create({
        data: {
          id,
          userName: ownName,
          userNameKey: ownName,
          searchKey: searchKeyOf(ownName),
          passwordHash: like.passwordHash,
          role: like.role,
          createdAt: like.createdAt,
        },
      })
      household.people[role] = { userName: ownName, password }
      household.tokens[role] = await makeApiToken(id, role === 'administrator' ? 'lists' : 'all')
    }
    made.push(household)
  }
  return made
}

/** Seeds this test file's folder, and starts the server on a copy of it that outlives the file. */
const start = async (): Promise<Shared> => {
  const { operator } = await seedPortal()
  const made = await makeHouseholds()
  const { closeDatabase } = await import('~/platform/db.server')
  await closeDatabase()
  const dataDir = makeDataFolder('portal-shared-')
  cpSync(process.env.DATA_DIR ?? '', dataDir, { recursive: true })
  const logFile = path.join(dataDir, 'log')
  const server = await startServer({ dataDir, logFile, env: { LIMITS: 'off' } })
  server.process.unref()
  // The runner ends it after the last file (prepare.ts).
  appendFileSync(inject('sharedServers'), `${JSON.stringify({ pid: server.process.pid, dataDir, logFile })}\n`)
  return { origin: server.origin, operatorToken: operator, households: made, logFile, readBytes: 0 }
}

const key = Symbol.for('portal.shared-server-of-tests')
const kept = globalThis as { [key]?: Promise<Shared> }

const errorsSince = (shared: Shared): LogLine[] => {
  const text = readFileSync(shared.logFile).subarray(shared.readBytes).toString('utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  shared.readBytes += Buffer.byteLength(whole)
  return whole
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine)
    .filter(({ level }) => level === 'error' || level === 'fatal')
}

/** Takes this worker's server, started on its first use, and accounts for this test file. */
export const sharePortal = async (): Promise<SharedPortal> => {
  const shared = await (kept[key] ??= start())
  const household = shared.households.pop()
  if (household === undefined) throw new Error(`more than ${households} files share a server`)
  const { origin, operatorToken } = shared
  const visitor = (): HttpClient => new HttpClient(origin)
  return {
    origin,
    port: Number(new URL(origin).port),
    visitor,
    people: household.people,
    tokens: { ...household.tokens, operator: operatorToken },
    signIn: (role) => visitor().signIn(household.people[role].userName, household.people[role].password),
    stop: () => {
      const found = errorsSince(shared)
      if (found.length > 0)
        throw new Error(
          `the server logged errors that no test expects:\n${found.map((line) => JSON.stringify(line)).join('\n')}`,
        )
    },
  }
}
