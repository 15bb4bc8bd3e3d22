/** Publishes a System or VNO list to everybody over HTTP, as its publisher. */
import type { HttpClient } from './http-client'

/** Publishes the newest version, or the given one. */
export const putOut = async (client: HttpClient, token: string, id: string, revision?: number): Promise<void> => {
  const json = { act: 'publish', percent: 100, ...(revision === undefined ? {} : { revision }) }
  const answer = await client.api('POST', `/chmax/lists/${id}/publications`, { token, json })
  if (answer.code !== '0') throw new Error(`publishing ${id} answered ${answer.code}`)
}

/** Publishes the newest version to everybody by the form of the list's page. */
export const putOutByPage = async (client: HttpClient, list: string): Promise<void> => {
  const page = await (await client.request(`${list}/publish`)).text()
  const shown = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
  const form = { intent: 'publish', percent: '100', revision: shown('revision'), sha256: shown('sha256') }
  const { status } = await client.post(`${list}/publish`, form)
  if (status !== 303) throw new Error(`publishing ${list} answered ${status}`)
}
