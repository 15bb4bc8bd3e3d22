/** The built server and its drawing thread: many captchas at once, and a stop while they are drawn. */
import { exportJWK, generateKeyPair, compactDecrypt } from 'jose'
import { describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../support/server'

const keys = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
const publicKey = Buffer.from(JSON.stringify(await exportJWK(keys.publicKey))).toString('base64url')

const ask = async ({ origin }: TestServer, kind: string): Promise<{ image: string; key: string }> => {
  const answer = await fetch(
    `${origin}/api/authority/secondCaptcha?${new URLSearchParams({ purpose: 'sign-in', publicKey, kind }).toString()}`,
  )
  expect(answer.status).toBe(200)
  const { data } = (await answer.json()) as { data: string }
  return JSON.parse(new TextDecoder().decode((await compactDecrypt(data, keys.privateKey)).plaintext)) as {
    image: string
    key: string
  }
}
const complaints = (server: TestServer): unknown[] =>
  server.log.filter((line) => line.level !== 'info' && line.level !== 'debug')

describe('the server’s drawing thread', () => {
  it('answers many requests at once, each with its own picture and key, and logs no complaint', async () => {
    const server = await startServer({ env: { LIMITS: 'off' } })
    const sent = (
      await Promise.all(
        Array.from({ length: 4 }, async () =>
          Promise.all(Array.from({ length: 15 }, (_, n) => ask(server, ['text', 'slider', 'rotate'][n % 3] ?? 'text'))),
        ),
      )
    ).flat()
    expect([new Set(sent.map(({ image }) => image)).size, new Set(sent.map(({ key }) => key)).size]).toEqual([60, 60])
    expect(complaints(server)).toEqual([])
    await server.stop()
  })

  for (const round of ['once', 'and again'] as const)
    it(`ends with the server under load, ${round}: requests in flight get their pictures, and the exit is clean`, async () => {
      const server = await startServer({ env: { LIMITS: 'off' } })
      // Drawing once warms it up.
      for (let n = 0; n < 6; n++) await ask(server, 'slider')
      const flying = Array.from({ length: 8 }, () => ask(server, 'slider'))
      await Promise.race(flying)
      server.process.kill('SIGTERM')
      const ended = await Promise.allSettled(flying)
      // Connections not accepted before the signal are refused; none gets half an answer.
      for (const one of ended) if (one.status === 'rejected') expect(String(one.reason)).toMatch(/fetch failed/)
      expect(ended.some((one) => one.status === 'fulfilled')).toBe(true)
      await server.stop()
      expect(complaints(server)).toEqual([])
    })
})
