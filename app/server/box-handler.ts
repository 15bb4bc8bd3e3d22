/**
 * Answers boxes' fetches before Remix: a list's file or a box's services from memory if possible, everything else below
 * GET /api/stb by the endpoint table.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerApi, readerOf } from '~/api/dispatch.server'
import { findHotList, findHotOwn, findHotServices, loadOfBox } from '~/modules/stb/stb.server'
import { sendFile } from '~/platform/http.server'
import type { PortalContext } from '~/request/context'
import { askedListOf, ownNameOf } from './box-address'
import { closedPolicy } from './headers'
import { makeRequest, sendResponse } from './remix-handler'
import type { Peer } from './peer'
import { sendServices, servicesAddress } from './services-answer'

/** Answers a list's file from memory at once; false if the table must answer. */
export type MemoryHandler = (req: IncomingMessage, res: ServerResponse) => boolean
/** Answers a GET or HEAD below /api/stb by the endpoint table. */
export type BoxHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  request: { peer: Peer; requestId: string },
) => Promise<void>

export const answerHotBox: MemoryHandler = (req, res) => {
  if (req.url === servicesAddress) {
    const found = findHotServices(req.headers.authorization)
    if (found !== null) sendServices(req, res, found)
    return found !== null
  }
  const own = ownNameOf(req.url)
  const asked = askedListOf(req.url)
  if (own === null && asked === null) return false
  const { headers } = req
  // Errors in a range or a condition are reported by the endpoint, as a code.
  if (headers.range !== undefined || headers['if-match'] !== undefined || headers['if-unmodified-since'] !== undefined)
    return false
  if (own !== null) {
    const found = findHotOwn(headers.authorization, own)
    if (found !== null) sendFile(req, res, found.file)
    return found !== null
  }
  if (asked === null || asked.sha256 !== null) return false
  const list = findHotList(headers.authorization, asked.listId, asked.format, (file) =>
    req.method === 'GET' ? loadOfBox((name) => headers[name]?.toString(), file) : null,
  )
  if (list === null) return false
  sendFile(req, res, list.file, list.headers)
  return true
}

export const answerBox: BoxHandler = async (req, res, { peer, requestId }) => {
  const context: PortalContext = {
    nonce: '',
    requestId,
    address: peer.address,
    origin: peer.origin,
    upload: null,
    memo: new Map<string, Promise<unknown>>(),
  }
  const gone = new AbortController()
  const response = await answerApi(makeRequest(req, peer, null, gone.signal), context)
  await sendResponse(req, res, response, closedPolicy, { of: await readerOf(context) })
}
