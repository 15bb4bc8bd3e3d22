/** Answers boxes' requests that the gateway couldn't answer from memory, before Remix, by the endpoint table. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerApi, readerOf } from '~/api/dispatch.server'
import type { PortalContext } from '~/request/context'
import { closedPolicy } from './headers'
import { makeRequest, sendResponse } from './remix-handler'
import type { Peer } from './peer'

/** Answers a GET or HEAD below /api/stb by the endpoint table. */
export type BoxHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  request: { peer: Peer; requestId: string },
) => Promise<void>

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
