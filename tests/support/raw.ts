/** Hand-written HTTP, for requests that no client library sends: partial requests, broken bodies, odd addresses. */
import { connect, type Socket } from 'node:net'

export type RawAnswer = { status: number; head: string; body: string }

const parse = (text: string): RawAnswer => {
  const end = text.indexOf('\r\n\r\n')
  const head = end < 0 ? text : text.slice(0, end)
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
    head: head.toLowerCase(),
    body: end < 0 ? '' : text.slice(end + 4),
  }
}

/** An open connection: write anything, then read until the server ends it. */
export const openRaw = async (
  port: number,
): Promise<{
  socket: Socket
  write(text: string | Uint8Array): Promise<void>
  readToEnd(): Promise<RawAnswer>
  readUntil(text: string): Promise<string>
}> => {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  const chunkListeners = new Set<() => void>()
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1')
    for (const tell of chunkListeners) tell()
  })
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
  })
  socket.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  return {
    socket,
    write: (text) =>
      new Promise((resolve, reject) => socket.write(text, (error) => (error ? reject(error) : resolve()))),
    readToEnd: async () => {
      await ended
      return parse(received)
    },
    readUntil: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!received.includes(text)) return
          chunkListeners.delete(look)
          resolve(received)
        }
        chunkListeners.add(look)
        void ended.then(() =>
          reject(new Error(`the connection ended before ${JSON.stringify(text)} came:\n${received}`)),
        )
        look()
      }),
  }
}

/** Sends one request as it is and reads the whole answer; the request must ask to close the connection. */
export const sendRaw = async (port: number, request: string | Uint8Array): Promise<RawAnswer> => {
  const connection = await openRaw(port)
  await connection.write(request)
  return connection.readToEnd()
}
