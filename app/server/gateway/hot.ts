/**
 * Serves what every box fetches daily (lists, services, settings) from the gateway's memory, after checking token and
 * rights.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isSurely } from '~/modules/channel-list/publication/stage.server'
import { loadOfBox, settingsHeaderName } from '~/modules/stb/loaded'
import { contentOf, type BoxFacts, type OwnName } from '~/modules/stb/memory'
import { sendFile } from '~/platform/http.server'
import { hasBody } from '../body'
import type { Peer } from '../peer'
import type { AppProcess } from './app-process'
import { askedListOf, ownNameOf } from '../box-address'
import { sendServices, sendSettings, servicesAddress, settingsAddress } from '../services-answer'
import { ownHeaders, tokenOf } from './asked'

type Memory = Pick<AppProcess, 'memory'>
/** The box of a request's token; undefined where the app has to say who it is. */
const boxOf = (app: Memory, req: IncomingMessage): BoxFacts | undefined => {
  const token = tokenOf(req)
  return token === null ? undefined : app.memory.peekBox(token)
}

/** Answers a box's services from memory. */
const answerHotServices = (
  app: Memory,
  req: IncomingMessage,
  res: ServerResponse,
  headers: Record<string, string>,
): boolean => {
  const box = hasBody(req) ? undefined : boxOf(app, req)
  const services = box === undefined ? undefined : app.memory.peekServices(box)
  if (box === undefined || services === undefined) return false
  sendServices(req, res, { services, proven: box.proven }, headers)
  return true
}

/** A box's settings, which are kept with its token. */
const answerHotSettings = (
  app: Memory,
  req: IncomingMessage,
  res: ServerResponse,
  headers: Record<string, string>,
): boolean => {
  const box = hasBody(req) ? undefined : boxOf(app, req)
  if (box === undefined) return false
  sendSettings(req, res, box, headers)
  return true
}

/** Ranges and conditions are left to the app, which answers errors in them as a code. A body does not belong here. */
const isPlain = (req: IncomingMessage): boolean =>
  req.headers.range === undefined &&
  req.headers['if-match'] === undefined &&
  req.headers['if-unmodified-since'] === undefined &&
  !hasBody(req)

/** Answers MyLink, audio entries or a picture of the box's account from memory. */
const answerHotOwn = (
  app: Memory,
  req: IncomingMessage,
  res: ServerResponse,
  name: OwnName,
  headers: Record<string, string>,
): boolean => {
  const box = isPlain(req) ? boxOf(app, req) : undefined
  const own = box === undefined ? undefined : app.memory.peekOwn(box, name)
  if (own === undefined) return false
  sendFile(req, res, own.file, headers)
  return true
}

/** Answers a list's file, a box's services, settings or account data from memory; false if the app must answer. */
export const answerHot = (
  app: Pick<AppProcess, 'memory' | 'noteFetch'>,
  req: IncomingMessage,
  res: ServerResponse,
  peer: Peer,
  requestId: string,
): boolean => {
  if (req.url === servicesAddress) return answerHotServices(app, req, res, ownHeaders(peer, requestId))
  if (req.url === settingsAddress) return answerHotSettings(app, req, res, ownHeaders(peer, requestId))
  const own = ownNameOf(req.url)
  if (own !== null) return answerHotOwn(app, req, res, own, ownHeaders(peer, requestId))
  const asked = askedListOf(req.url)
  if (asked === null || !isPlain(req)) return false
  const box = boxOf(app, req)
  const list = box === undefined ? undefined : app.memory.peekList(box, asked.listId, asked.format)
  const file = list === undefined || asked.sha256 === null ? list?.file : contentOf(list.file, asked.sha256)
  // What is not this content is the app's to say.
  if (box === undefined || list === undefined || file == null) return false
  // A HEAD only asks what there is, and loads nothing.
  if (isSurely(box) && req.method === 'GET') {
    const { listId, revision, language } = list
    const load = loadOfBox((name) => req.headers[name]?.toString(), file)
    app.noteFetch({ sn: box.sn, listId, revision, language, own: load?.own ?? null })
  }
  const headers = ownHeaders(peer, requestId)
  sendFile(req, res, file, asked.sha256 === null ? { ...headers, [settingsHeaderName]: box.settingsText } : headers)
  return true
}
