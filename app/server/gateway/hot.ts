/** Boxes' lists and services from the gateway's memory, with token and rights checked: what every box fetches daily. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ListFormat } from '~/modules/stb/memory'
import { sendFile } from '~/platform/http.server'
import { hasBody } from '../body'
import type { Peer } from '../peer'
import type { AppProcess } from './app-process'
import { sendServices, servicesAddress } from '../services-answer'
import { ownHeaders, tokenOf } from './asked'

const hotAddress = /^\/api\/stb\/lists\/([0-9a-z]{1,64})(?:\?format=([a-z0-9]{2,8}))?$/

/** A box's services from memory. */
const answerHotServices = (
  app: Pick<AppProcess, 'memory'>,
  req: IncomingMessage,
  res: ServerResponse,
  peer: Peer,
  requestId: string,
): boolean => {
  if (hasBody(req)) return false
  const token = tokenOf(req)
  const box = token === null ? undefined : app.memory.peekBox(token)
  const services = box === undefined ? undefined : app.memory.peekServices(box)
  if (box === undefined || services === undefined) return false
  sendServices(req, res, { services, proven: box.proven }, ownHeaders(peer, requestId))
  return true
}

/** Answers a list's file or a box's services from memory; false when the app has to answer. */
export const answerHot = (
  app: Pick<AppProcess, 'memory' | 'noteFetch'>,
  req: IncomingMessage,
  res: ServerResponse,
  peer: Peer,
  requestId: string,
): boolean => {
  if (req.url === servicesAddress) return answerHotServices(app, req, res, peer, requestId)
  const match = hotAddress.exec(req.url ?? '')
  if (match?.[1] === undefined) return false
  const { headers } = req
  // Errors in a range or a condition are reported by the app, as a code. A body does not belong here.
  if (
    headers.range !== undefined ||
    headers['if-match'] !== undefined ||
    headers['if-unmodified-since'] !== undefined ||
    hasBody(req)
  )
    return false
  const token = tokenOf(req)
  const box = token === null ? undefined : app.memory.peekBox(token)
  const list =
    box === undefined ? undefined : app.memory.peekList(box, match[1], (match[2] as ListFormat | undefined) ?? null)
  if (box === undefined || list === undefined) return false
  if (!box.claimed) {
    const { listId, revision, language } = list
    app.noteFetch({ sn: box.sn, listId, revision, language })
  }
  sendFile(req, res, list.file, ownHeaders(peer, requestId))
  return true
}
