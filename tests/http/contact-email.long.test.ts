/** The contact e-mail: returned by a call and shown on every page, or reported as missing if none is set. */
import { afterEach, describe, expect, it } from 'vitest'
import { languages } from '~/i18n/languages'
import { HttpClient } from '../support/http-client'
import { startServer, type TestServer } from '../support/server'

let server: TestServer
afterEach(() => server.stop())

const start = async (email: string): Promise<HttpClient> => {
  server = await startServer({ env: { LIMITS: 'off', CONTACT_EMAIL: email } })
  return new HttpClient(server.origin)
}
const ask = (client: HttpClient, language = 'en') =>
  client.api<{ email: string } | null>('GET', '/userFeedback/customer/contactEmail', { language })
const pageOf = async (client: HttpClient, address: string): Promise<string> =>
  (await client.request(address, { headers: { accept: 'text/html' } })).text()

describe('the contact e-mail', () => {
  it('is returned to anybody, and is on Contact Us, in the footer and on the front’s own pages', async () => {
    const client = await start('help@provider.example')
    expect(await ask(client)).toMatchObject({ status: 200, code: '0', data: { email: 'help@provider.example' } })
    const contact = await pageOf(client, '/help/contact')
    expect(contact.match(/href="mailto:help@provider\.example"/g)).toHaveLength(2)
    expect(contact).not.toContain('No e-mail address can be shown')
    for (const address of ['/home', '/privacy', '/%E0%A4%A'])
      expect(await pageOf(client, address), address).toContain('mailto:help@provider.example')
  })

  it('is F1105 if not set, in the caller’s language; pages then show other contacts and no empty address', async () => {
    const client = await start('none')
    const sentences = new Set<string>()
    for (const { code } of languages) {
      const answer = await ask(client, code)
      expect(answer).toMatchObject({ status: 503, code: 'F1105' })
      sentences.add(answer.message)
    }
    expect(sentences.size).toBe(languages.length)
    const contact = await pageOf(client, '/help/contact')
    expect(contact).toContain('No e-mail address can be shown at the moment.')
    expect(contact).toContain('href="/news/feedback/new"')
    for (const address of ['/help/contact', '/home', '/privacy', '/%E0%A4%A'])
      expect(await pageOf(client, address), address).not.toMatch(/mailto:|@mango-portal/)
  })
})
