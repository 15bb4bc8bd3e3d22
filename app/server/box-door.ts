/**
 * Boxes' fetches, answered before Remix: a list's file from memory where token and body are there, everything else
 * below GET /api/stb along the endpoint table's lines.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerApi } from '~/api/dispatch.server'
import { findHotList, type ListFormat } from '~/modules/stb/stb.server'
import { sendFile } from '~/platform/http.server'
import type { PortalContext } from '~/web/context'
import { closedPolicy } from './headers'
import { makeRequest, sendResponse } from './remix-door'
import type { Peer } from './peer'

/** Answers a GET or HEAD below /api/stb. */
export type BoxDoor = (req: IncomingMessage, res: ServerResponse, request: { path: string; peer: Peer; requestId: string }) => Promise<void>

const hotPath = /^\/api\/stb\/lists\/([0-9a-z]{1,64})$/
/** The formats by the whole query that asks for them: any other query goes the careful way. */
const hotQueries = new Map<string, ListFormat | null>([['', null], ['?format=sdx', 'sdx'], ['?format=chl', 'chl']])

export const answerBox: BoxDoor = async (req, res, { path, peer, requestId }) => {
  const match = hotPath.exec(path)
  const format = hotQueries.get((req.url ?? '').slice(path.length))
  if (match?.[1] !== undefined && format !== undefined) {
    const list = findHotList(req.headers.authorization, match[1], format)
    // What is wrong with a range or a condition is told by the careful way, as a code.
    if (list !== null && req.headers['if-match'] === undefined && req.headers['if-unmodified-since'] === undefined && req.headers.range === undefined) {
      sendFile(req, res, list.file)
      return
    }
  }
  const context: PortalContext = { nonce: '', requestId, address: peer.address, origin: peer.origin, upload: null, memo: new Map<string, Promise<unknown>>() }
  const gone = new AbortController()
  const response = await answerApi(makeRequest(req, peer, null, gone.signal), context)
  await sendResponse(req, res, response, closedPolicy)
}
