/**
 * Makes sure that every connection ends. One that does not speak HTTP, sends half a head, or takes nothing of its
 * answer is destroyed, and one address may hold only so many. When all places are taken, the address that holds most
 * gives one up. Nothing here waits for the other side to close.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Limits, each with its reason. */
export const socketLimits = {
  /** An answer is abandoned if the client takes nothing of it for this long: a phone in a lift is back sooner. */
  stalledAnswerMs: 25_000,
  sweptEveryMs: 5_000,
  /** How long a refused connection may take to read the refusal. */
  lastWordMs: 2_000,
} as const

/** Bytes that the system has not taken yet, from either of two buffers. */
const queuedBytes = (socket: Socket): { waiting: number; mark: string } => {
  const handle = (socket as { _handle?: { writeQueueSize?: number } | null })._handle
  const inSystem = handle?.writeQueueSize ?? 0
  return {
    waiting: Math.max(socket.writableLength, inSystem),
    mark: `${socket.bytesWritten - socket.writableLength}/${inSystem}`,
  }
}

/** Writes the refusal, and destroys the connection even if nobody reads it. */
const endWith = (socket: Socket, status: string): void => {
  socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  socket.destroySoon()
  setTimeout(() => socket.destroy(), socketLimits.lastWordMs).unref()
}

/**
 * `isCounted` tells whether an address is a single client's; a proxy's is not. Returns the number of open connections.
 */
export const guardSockets = (
  server: Server,
  options: {
    most: number
    maxOfAddress: number
    isCounted: (address: string) => boolean
    keyOf: (address: string) => string
    stateOf: (socket: Socket) => 'silent' | 'busy' | 'idle'
  },
): { open: () => number } => {
  const ofAddress = new Map<string, Set<Socket>>()
  const open = new Map<Socket, { mark: string; sinceMs: number; key: string | null }>()

  /**
   * Picks the oldest connection that has never sent a request, otherwise one of the network that holds most, oldest
   * idle one first.
   */
  const findVictim = (): Socket | undefined => {
    for (const [socket, { key }] of open) if (key !== null && options.stateOf(socket) === 'silent') return socket
    let fullest = new Set<Socket>()
    for (const sockets of ofAddress.values()) if (sockets.size > fullest.size) fullest = sockets
    let victim: Socket | undefined
    for (const socket of fullest) {
      victim ??= socket
      if (options.stateOf(socket) !== 'busy') return socket
    }
    return victim
  }
  const giveUp = (socket: Socket | undefined): void => {
    if (socket === undefined) return
    forget(socket)
    socket.destroy()
  }
  const forget = (socket: Socket): void => {
    const key = open.get(socket)?.key ?? null
    open.delete(socket)
    if (key === null) return
    const own = ofAddress.get(key)
    own?.delete(socket)
    if (own?.size === 0) ofAddress.delete(key)
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const key = options.isCounted(address) ? options.keyOf(address) : null
    const own = key === null ? null : (ofAddress.get(key) ?? new Set<Socket>())
    if (own !== null && own.size >= options.maxOfAddress) {
      socket.destroy()
      return
    }
    if (open.size >= options.most) giveUp(findVictim())
    if (key !== null && own !== null) {
      own.add(socket)
      ofAddress.set(key, own)
    }
    open.set(socket, { mark: '', sinceMs: performance.now(), key })
    socket.once('close', () => forget(socket))
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

  // A request that is not HTTP, or whose head is too long or too slow, never reaches the gate.
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    endWith(
      socket,
      error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? '408 Request Timeout'
          : '400 Bad Request',
    )
  })
  return { open: () => open.size }
}
