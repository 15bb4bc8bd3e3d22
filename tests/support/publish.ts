/** A System or VNO list, published to everybody over HTTP by whoever may. */
import type { HttpClient } from './http-client'

/** Publishes the newest version, or another one. */
export const putOut = async (client: HttpClient, token: string, id: string, revision?: number): Promise<void> => {
  const json = { act: 'publish', percent: 100, ...(revision === undefined ? {} : { revision }) }
  const answer = await client.api('POST', `/chmax/lists/${id}/publications`, { token, json })
  if (answer.code !== '0') throw new Error(`publishing ${id} answered ${answer.code}`)
}
