/** Messages from the provider for browser tests: sent by the demo's operator over the API. */
import { expect } from 'playwright/test'
import { HttpClient } from './http-client'
import { operatorToken } from './people'

/** Sends a system message to one account. */
export const sendMessage = async (origin: string, userName: string, title: string): Promise<void> => {
  const answer = await new HttpClient(origin).api('POST', '/operator/messages', {
    token: await operatorToken(origin),
    json: { audience: 'user', to: userName, texts: { en: { title, text: 'A message for a test.' } }, why: 'test' },
  })
  expect(answer, `sending "${title}"`).toMatchObject({ code: '0' })
}
