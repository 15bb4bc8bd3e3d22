/**
 * A running portal with the demo's accounts, brand and boxes but without lists, on its own data folder. The modules
 * fill the folder in this process, which closes the database before the server opens it.
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

/** Fills this test file's data folder and starts the built server on it. */
export const startPortal = async (options: ServerOptions = {}): Promise<Portal> => {
  const account = await import('~/modules/account/account.server')
  const { createApiToken } = await import('~/modules/session/session.server')
  const { closeDatabase } = await import('~/platform/db.server')
  await seedPeople()
  const tokenOf = async (userName: string, scopes: Scope[]): Promise<string> => {
    const known = account.demoAccounts.find((one) => one.userName === userName)
    const made = await createApiToken(known?.id ?? '', { name: 'test', scopes, expiresInDays: null })
    if (!made.ok) throw new Error(`no token for ${userName}: ${made.code}`)
    return made.value.token
  }
  const lists: Scope[] = ['lists:read', 'lists:write']
  const all: Scope[] = [...lists, 'orders:read', 'orders:buy', 'wallet:read', 'wallet:spend']
  const tokens = {
    customer: await tokenOf('demo-user', all),
    friend: await tokenOf('demo-friend', all),
    administrator: await tokenOf('demo-admin', lists),
    vno: await tokenOf('demo-vno', lists),
    operator: await tokenOf('demo-operator', [...lists, 'operator']),
  }
  await closeDatabase()
  const server = await startServer({ dataDir: process.env.DATA_DIR ?? '', ...options })
  return { ...server, tokens, visitor: () => new HttpClient(server.origin) }
}
