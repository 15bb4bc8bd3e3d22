/**
 * A running portal with the demo's accounts, brand and boxes but without lists, on its own data folder. This process
 * fills the folder and closes the database before the server opens it.
 */
import type { Role } from '~/modules/account/rights'
import type { Scope } from '~/modules/session/caller'
import { seedPeople } from './seeded'
import { startServer, type ServerOptions, type TestServer } from './server'
import { HttpClient } from './http-client'

export type Portal = TestServer & {
  visitor(): HttpClient
  /** API tokens of the demo's accounts, with all their scopes. */
  tokens: Record<Role | 'friend', string>
}

const lists: Scope[] = ['lists:read', 'lists:write']
const scopes = {
  lists,
  all: [...lists, 'orders:read', 'orders:buy', 'wallet:read', 'wallet:spend'] as Scope[],
  operator: [...lists, 'operator'] as Scope[],
}
/** Makes an API token in this process's database. */
export const makeApiToken = async (userId: string, kind: keyof typeof scopes): Promise<string> => {
  const { createApiToken } = await import('~/modules/session/session.server')
  const made = await createApiToken(userId, { name: 'test', scopes: scopes[kind], expiresInDays: null })
  if (!made.ok) throw new Error(`no token for ${userId}: ${made.code}`)
  return made.value.token
}

/** Adds the demo's accounts, brand and boxes to this test file's database, and returns API tokens of the accounts. */
export const seedPortal = async (): Promise<Portal['tokens']> => {
  const { demoAccounts } = await import('~/modules/account/account.server')
  await seedPeople()
  const tokenOf = (userName: string, kind: keyof typeof scopes): Promise<string> =>
    makeApiToken(demoAccounts.find((person) => person.userName === userName)?.id ?? '', kind)
  return {
    customer: await tokenOf('demo-user', 'all'),
    friend: await tokenOf('demo-friend', 'all'),
    administrator: await tokenOf('demo-admin', 'lists'),
    vno: await tokenOf('demo-vno', 'lists'),
    operator: await tokenOf('demo-operator', 'operator'),
  }
}

/** Fills this test file's data folder and starts the built server on it. */
export const startPortal = async (options: ServerOptions = {}): Promise<Portal> => {
  const tokens = await seedPortal()
  const { closeDatabase } = await import('~/platform/db.server')
  await closeDatabase()
  const server = await startServer({ dataDir: process.env.DATA_DIR ?? '', ...options })
  return { ...server, tokens, visitor: () => new HttpClient(server.origin) }
}
