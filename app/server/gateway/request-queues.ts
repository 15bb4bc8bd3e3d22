/** Answers the requests of one connection one at a time, in the order of arrival. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { gateLimits } from './gate-limits'

/** One connection: the request under way and those behind it. */
type RequestQueue = { busy: boolean; behind: (() => void)[] }
export type RequestQueues = {
  handle(req: IncomingMessage, res: ServerResponse): void
  /** Whether a connection has ever sent a request, and whether one is under way. */
  stateOf(socket: Socket): 'silent' | 'busy' | 'idle'
}

export const makeRequestQueues = (serve: (req: IncomingMessage, res: ServerResponse) => void): RequestQueues => {
  const queues = new WeakMap<Socket, RequestQueue>()
  return {
    stateOf: (socket) => {
      const queue = queues.get(socket)
      return queue === undefined ? 'silent' : queue.busy ? 'busy' : 'idle'
    },
    handle: (req, res) => {
      const { socket } = req
      let queue = queues.get(socket)
      if (queue === undefined) {
        queue = { busy: false, behind: [] }
        queues.set(socket, queue)
      }
      const own = queue
      res.once('close', () => {
        own.busy = false
        if (socket.destroyed || !res.shouldKeepAlive) own.behind = []
        else own.behind.shift()?.()
      })
      const begin = (): void => {
        own.busy = true
        serve(req, res)
      }
      if (!own.busy) begin()
      else if (own.behind.length < gateLimits.pipelined) own.behind.push(begin)
      else socket.destroy()
    },
  }
}
