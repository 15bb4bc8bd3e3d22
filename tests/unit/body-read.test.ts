/** A body is read as well if all of it has arrived before, and if its client has disconnected in the meantime. */
import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { makeLedger, readBody, readMultipart } from '~/server/body'

const ledger = () => makeLedger({ maxBytes: 1e6, shareBytes: 1e6, of: 'somebody', small: true })
const read = (req: IncomingMessage) => readMultipart(req, 1e6, ledger(), { fields: 10, aroundBytes: 1000 })
const part = (head: string, text: string): string =>
  `--b\r\nContent-Disposition: form-data; name=${head}\r\n\r\n${text}\r\n`
const whole = `${part('"name"', 'A list')}${part('"file"; filename="a.sdx"', 'x'.repeat(9000))}--b--\r\n`

/** Reads a form's body once `wait` is over. */
const readAfter = async <T>(
  body: string,
  wait: (req: IncomingMessage, client: Socket) => Promise<unknown>,
  how: (req: IncomingMessage) => Promise<T>,
): Promise<T> => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  try {
    const coming = once(server, 'request') as Promise<[IncomingMessage]>
    const head = `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${whole.length}`
    client.write(`POST / HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n${body}`)
    const [req] = await coming
    await wait(req, client)
    return await how(req)
  } finally {
    client.destroy()
    server.close()
  }
}
const arrived = async (req: IncomingMessage): Promise<void> => {
  while (!req.complete) await nextTurn()
}
const left = (req: IncomingMessage, client: Socket): Promise<unknown> => {
  req.on('error', () => undefined)
  client.destroy()
  return new Promise((resolve) => req.once('close', resolve))
}

it('that arrived while its sender was identified is whole', async () => {
  const form = await readAfter(whole, arrived, read)
  expect(form).toMatchObject({ ok: true, upload: { ok: true, file: { name: 'a.sdx' } } })
  expect(await readAfter(whole, arrived, (req) => readBody(req, 1e6, ledger()))).toMatchObject({ ok: true })
})

it('whose client has left in the meantime is not waited for', async () => {
  const half = whole.slice(0, 5000)
  expect(await readAfter(half, left, read)).toEqual({ ok: false, reason: 'cut' })
  expect(await readAfter(half, left, (req) => readBody(req, 1e6, ledger()))).toEqual({ ok: false, reason: 'cut' })
})
