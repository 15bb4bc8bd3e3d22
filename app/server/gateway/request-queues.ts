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
  const lanes = new WeakMap<Socket, RequestQueue>()
  return {
    stateOf: (socket) => {
      const lane = lanes.get(socket)
      return lane === undefined ? 'silent' : lane.busy ? 'busy' : 'idle'
    },
    handle: (req, res) => {
      const { socket } = req
      let lane = lanes.get(socket)
      if (lane === undefined) {
        lane = { busy: false, behind: [] }
        lanes.set(socket, lane)
      }
      const own = lane
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
