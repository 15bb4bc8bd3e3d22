/**
 * The app's side of the channel to the gateway: copies of what boxes fetch, notes about what boxes loaded, and the
 * message to stop. Not used without a gateway (development).
 */
import { rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { timingSafeEqual } from 'node:crypto'
import path from 'node:path'
import { noteBoxFetch, provideBoxMirror } from '~/modules/stb/stb.server'
import { makeMirror } from '~/modules/stb/memory'
import { hasUnreadBody } from './body'
import { channelHeaders, makeArrivals, type AppPlace, type FromApp, type FromGateway } from './channel'
import type { Peer } from './peer'

/** A copy that was just sent is not sent again. Requests that the gateway does not answer itself pass here too. */
const resentAfterMs = 1000
const maxRemembered = 10_000
/** Notes arrive within a turn of the event loop. An answer does not wait forever if one is lost. */
const notesWaitMs = 1000

const single = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '')

export type AppSide = {
  /** Returns the client as the gateway determined it; null if the request does not come from the gateway. */
  readPeer(req: IncomingMessage): { peer: Peer; requestId: string } | null
  /** Resolves when the notes sent before a request have arrived. */
  afterNotes(req: IncomingMessage): Promise<void>
  /** Makes an answer wait at the gateway until it has applied all earlier invalidations. */
  markAnswer(req: IncomingMessage, res: ServerResponse): void
  ready(): void
}

const tell = (message: FromApp): void => {
  // If the message can't be sent, the gateway is gone, and this process ends soon.
  process.send?.(message, undefined, undefined, () => undefined)
}

/** Connects to the gateway. `stop` is called when the gateway orders it, and when the gateway is gone. */
export const connectToGateway = (place: AppPlace, stop: (why: 'told' | 'alone') => void): AppSide => {
  let seq = 0
  let lastForgotten = 0
  const notes = makeArrivals()
  const sent = new Map<object, number>()

  const isNew = (entry: object): boolean => {
    const atMs = performance.now()
    const before = sent.get(entry)
    if (before !== undefined && atMs - before < resentAfterMs) return false
    if (sent.size >= maxRemembered) sent.clear()
    sent.set(entry, atMs)
    return true
  }
  provideBoxMirror(
    makeMirror((change) => {
      const isKept = change.call.startsWith('keep')
      const entry = change.args.find((one) => typeof one === 'object' && one !== null)
      if (isKept && typeof entry === 'object' && !isNew(entry)) return
      tell({ kind: 'memory', seq: ++seq, ...change })
      if (isKept) return
      sent.clear()
      lastForgotten = seq
    }),
  )
  process.on('message', (message: FromGateway) => {
    if (message.kind === 'stop') {
      stop('told')
      return
    }
    for (const { sn, listId, revision, language, own, held } of message.notes)
      noteBoxFetch(sn, listId, revision, language, own, held)
    notes.arrived(message.seq)
  })
  process.on('disconnect', () => {
    // The gateway could not remove its socket itself.
    rmSync(path.dirname(place.socket), { recursive: true, force: true })
    stop('alone')
  })
  // The gateway may have died before this process listened.
  if (!process.connected) stop('alone')
  const key = Buffer.from(place.key)

  return {
    readPeer: (req) => {
      const shown = Buffer.from(single(req.headers[channelHeaders.key]))
      if (shown.length !== key.length || !timingSafeEqual(shown, key)) return null
      const origin = single(req.headers[channelHeaders.origin])
      const { host, protocol } = new URL(origin)
      return {
        peer: { address: single(req.headers[channelHeaders.address]), origin, host, https: protocol === 'https:' },
        requestId: single(req.headers[channelHeaders.requestId]),
      }
    },
    afterNotes: async (req) => {
      const arrival = notes.after(Number(single(req.headers[channelHeaders.notes]) || 0))
      if (arrival === null) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, notesWaitMs)
        void arrival.then(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    },
    markAnswer: (req, res) => {
      // The invalidations before an answer are only known when its head is written.
      const writeHead = res.writeHead.bind(res)
      const write = (status: number, headers: Record<string, string | number> = {}): ServerResponse => {
        for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
        if (lastForgotten > 0) res.setHeader(channelHeaders.after, lastForgotten)
        const length = res.getHeader('content-length')
        // With a known length, the gateway would consider the answer finished and send no more of the body.
        if (length !== undefined && hasUnreadBody(req)) {
          res.removeHeader('content-length')
          res.setHeader(channelHeaders.length, length)
        }
        return writeHead(status)
      }
      res.writeHead = write as typeof res.writeHead
    },
    ready: () => tell({ kind: 'ready' }),
  }
}
