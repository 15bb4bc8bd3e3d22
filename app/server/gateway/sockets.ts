/**
 * Every connection has an end: one that is no HTTP, sends half a head, or takes nothing of its answer is destroyed, and one
 * address holds only so many. Nothing here waits for the other side to close.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Limits, each with its reason. */
export const socketLimits = {
  /** An answer of which nothing was taken for so long is given up: a phone in a lift comes back sooner. */
  stalledAnswerMs: 25_000,
  sweptEveryMs: 5_000,
  /** How long a refused connection may take to read the refusal. */
  lastWordMs: 2_000,
} as const

/** Bytes that the system has not taken yet, in one of two places. */
const queuedBytes = (socket: Socket): { waiting: number; mark: string } => {
  const handle = (socket as { _handle?: { writeQueueSize?: number } | null })._handle
  const inSystem = handle?.writeQueueSize ?? 0
  return { waiting: Math.max(socket.writableLength, inSystem), mark: `${socket.bytesWritten - socket.writableLength}/${inSystem}` }
}

/** Writes the last word, and destroys the connection whether it is read or not. */
const endWith = (socket: Socket, status: string): void => {
  socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  socket.destroySoon()
  setTimeout(() => socket.destroy(), socketLimits.lastWordMs).unref()
}

/** `isCounted` tells whether an address is one client's; a proxy brings those of many. Gives the number of open connections. */
export const guardSockets = (server: Server, options: { mostOfAddress: number; isCounted: (address: string) => boolean; keyOf: (address: string) => string }): { open: () => number } => {
  const ofAddress = new Map<string, number>()
  const open = new Map<Socket, { mark: string; sinceMs: number }>()

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const key = options.isCounted(address) ? options.keyOf(address) : null
    if (key !== null) {
      const before = ofAddress.get(key) ?? 0
      if (before >= options.mostOfAddress) {
        socket.destroy()
        return
      }
      ofAddress.set(key, before + 1)
    }
    open.set(socket, { mark: '', sinceMs: performance.now() })
    socket.once('close', () => {
      open.delete(socket)
      if (key === null) return
      const left = (ofAddress.get(key) ?? 1) - 1
      if (left === 0) ofAddress.delete(key)
      else ofAddress.set(key, left)
    })
  })

  const sweep = setInterval(() => {
    const atMs = performance.now()
    for (const [socket, seen] of open) {
      const { waiting, mark } = queuedBytes(socket)
      if (waiting === 0 || mark !== seen.mark) {
        seen.mark = mark
        seen.sinceMs = atMs
      } else if (atMs - seen.sinceMs >= socketLimits.stalledAnswerMs) socket.destroy()
    }
  }, socketLimits.sweptEveryMs)
  sweep.unref()

  // A request that is no HTTP, or whose head is too long or too slow, never reaches the gate.
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    endWith(socket, error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request')
  })
  return { open: () => open.size }
}
