/** Connections: none is refused while somebody else holds too many. */
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { guardSockets } from '../../../app/server/gateway/sockets'

let server: Server
const sockets: Socket[] = []
const listen = async (limits: { most: number; maxOfAddress: number }): Promise<{ open: () => number }> => {
  const states = new Map<Socket, 'busy' | 'idle'>()
  server = createServer((req, res) => {
    states.set(req.socket, 'busy')
    res.once('close', () => states.set(req.socket, 'idle'))
    if (req.url !== '/slow') res.end('here')
  })
  const guard = guardSockets(server, {
    ...limits,
    isCounted: () => true,
    keyOf: (address) => address,
    stateOf: (socket) => states.get(socket) ?? 'silent',
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return guard
}
/** A connection from an address of this machine; `closed` resolves at its end. */
const open = async (from: string): Promise<{ socket: Socket; closed: Promise<unknown> }> => {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress: from })
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  sockets.push(socket)
  return { socket, closed }
}
const ask = async ({ socket }: { socket: Socket }): Promise<string> => {
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return chunk.toString()
}
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.close()
})

describe('with all connections taken', () => {
  it('closes the oldest one that never sent a request, even if another network holds more', async () => {
    const { open: count } = await listen({ most: 6, maxOfAddress: 100 })
    const office = [await open('127.0.0.3'), await open('127.0.0.3'), await open('127.0.0.3')]
    for (const one of office) expect(await ask(one)).toContain('here')
    const silent = [await open('127.0.0.4'), await open('127.0.0.5'), await open('127.0.0.6')]
    await expect.poll(count).toBe(6)
    expect(await ask(await open('127.0.0.7'))).toContain('here')
    await silent[0]?.closed
    expect([...office, ...silent].map(({ socket }) => socket.destroyed)).toEqual([
      false,
      false,
      false,
      true,
      false,
      false,
    ])
  })

  it('else closes the oldest idle one of the largest holder, and serves newcomers', async () => {
    const { open: count } = await listen({ most: 6, maxOfAddress: 100 })
    const person = await open('127.0.0.3')
    expect(await ask(person)).toContain('here')
    const crowd = [await open('127.0.0.2')]
    crowd[0]?.socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
    for (let i = 0; i < 4; i++) {
      const one = await open('127.0.0.2')
      expect(await ask(one)).toContain('here')
      crowd.push(one)
    }
    await expect.poll(count).toBe(6)
    for (const from of ['127.0.0.4', '127.0.0.5']) expect(await ask(await open(from))).toContain('here')
    await Promise.all([crowd[1]?.closed, crowd[2]?.closed])
    expect(crowd.map(({ socket }) => socket.destroyed)).toEqual([false, true, true, false, false])
    expect(await ask(person)).toContain('here')
  })

  it('limits an address to its share', async () => {
    await listen({ most: 100, maxOfAddress: 2 })
    await open('127.0.0.2')
    await open('127.0.0.2')
    await (
      await open('127.0.0.2')
    ).closed
    expect(await ask(await open('127.0.0.3'))).toContain('here')
  })
})
