/**
 * Answers boxes' fetches before Remix: a list's file or a box's services from memory if possible, everything else below
 * GET /api/stb by the endpoint table.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerApi, readerOf } from '~/api/dispatch.server'
import { findHotList, findHotOwn, findHotServices, loadOfBox, type ListFormat } from '~/modules/stb/stb.server'
import { sendFile } from '~/platform/http.server'
import type { PortalContext } from '~/request/context'
import { closedPolicy } from './headers'
import { ownNameOf } from './own-address'
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

const hotAddress = /^\/api\/stb\/lists\/([0-9a-z]{1,64})(?:\?format=([a-z0-9]{2,8}))?$/

export const answerHotBox: MemoryHandler = (req, res) => {
  if (req.url === servicesAddress) {
    const found = findHotServices(req.headers.authorization)
    if (found !== null) sendServices(req, res, found)
    return found !== null
  }
  const own = ownNameOf(req.url)
  const match = own === null ? hotAddress.exec(req.url ?? '') : null
  if (own === null && match?.[1] === undefined) return false
  const { headers } = req
  // Errors in a range or a condition are reported by the endpoint, as a code.
  if (headers.range !== undefined || headers['if-match'] !== undefined || headers['if-unmodified-since'] !== undefined)
    return false
  if (own !== null) {
    const found = findHotOwn(headers.authorization, own)
    if (found !== null) sendFile(req, res, found.file)
    return found !== null
  }
  if (match?.[1] === undefined) return false
  const format = (match[2] as ListFormat | undefined) ?? null
  const list = findHotList(headers.authorization, match[1], format, (file) =>
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
