/** The accounts of the demo data, and an operator's token for tests. */
import { HttpClient } from './http-client'

/** The accounts of the demo data. */
export const people = {
  customer: { userName: 'demo-user', password: 'mango-demo' },
  friend: { userName: 'demo-friend', password: 'mango-friend' },
  administrator: { userName: 'demo-admin', password: 'mango-admin' },
  vno: { userName: 'demo-vno', password: 'mango-brand' },
  operator: { userName: 'demo-operator', password: 'mango-operate' },
} as const
export type Person = { userName: string; password: string }

const tokens = new Map<string, Promise<string>>()

const makeToken = async (origin: string): Promise<string> => {
  const { userName, password } = people.operator
  const client = await new HttpClient(origin).signIn(userName, password)
  const made = await client.api<{ token: string }>('POST', '/operator/tokens', {
    json: { name: 'browser tests', scopes: ['operator'], password },
    headers: { origin },
  })
  if (made.code !== '0') throw new Error(`making the operator's token answered ${made.code}`)
  return made.data.token
}

/** An API token of the demo's operator, created once for each server. */
export const operatorToken = (origin: string): Promise<string> => {
  const token = tokens.get(origin) ?? makeToken(origin)
  tokens.set(origin, token)
  return token
}
