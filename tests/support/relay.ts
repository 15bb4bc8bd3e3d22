/**
 * An address that stays the same while the server behind it is killed and restarted: the port of a dead server could be
 * given to another process, but this one is held. It forwards raw connections, and breaks them if nothing answers
 * behind it.
 */
import net from 'node:net'

export type Relay = {
  origin: string
  /** Sends connections to this port from now on. */
  lead(port: number): void
  close(): Promise<void>
}

export const startRelay = async (): Promise<Relay> => {
  let target = 0
  const open = new Set<net.Socket>()
  const server = net.createServer((near) => {
    const far = net.connect(target, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.setNoDelay(true)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the relay has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    lead: (port) => {
      target = port
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}
