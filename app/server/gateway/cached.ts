/**
 * Serves what every box fetches daily (lists, services, settings) from the gateway's memory, after checking token and
 * rights.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isSurely } from '~/modules/channel-list/publication/stage.schema'
import { loadOfBox, settingsHeaderName } from '~/modules/stb/loaded'
import { contentOf, type BoxFacts, type ListFormat, type OwnName } from '~/modules/stb/memory'
import { sendFile } from '~/platform/http.server'
import { hasBody } from '../body'
import type { Peer } from '../peer'
import type { AppProcess } from './app-process'
import { sendServices, sendSettings, servicesAddress, settingsAddress } from '../services-answer'
import { ownHeaders, tokenOf } from './asked'

const listAddress = /^\/api\/stb\/lists\/([0-9a-z]{1,64})(?:\/([0-9a-f]{64}))?(?:\?format=([a-z0-9]{2,8}))?$/

/** The requested list; `sha256`: requested by the URL of its content. Null for any other URL. */
const askedListOf = (
  url: string | undefined,
): { listId: string; sha256: string | null; format: ListFormat | null } | null => {
  const [, listId, sha256 = null, format = null] = listAddress.exec(url ?? '') ?? []
  return listId === undefined ? null : { listId, sha256, format: format as ListFormat | null }
}

const ownAddress = /^\/api\/stb\/(?:(mylink|audio)|logos\/([0-9a-f]{64}))$/

/** What is requested of a box's account; null for any other URL. */
const ownNameOf = (url: string | undefined): OwnName | null => {
  const match = ownAddress.exec(url ?? '')
  if (match === null) return null
  return match[2] === undefined ? (match[1] as 'mylink' | 'audio') : `logo ${match[2]}`
}

type Memory = Pick<AppProcess, 'memory'>
/** The box of a request's token; undefined where the app has to say who it is. */
const boxOf = (app: Memory, req: IncomingMessage): BoxFacts | undefined => {
  const token = tokenOf(req)
  return token === null ? undefined : app.memory.peekBox(token)
}

/** Answers a box's services from memory. */
const answerCachedServices = (
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
const answerCachedSettings = (
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
const answerCachedOwn = (
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
export const answerCached = (
  app: Pick<AppProcess, 'memory' | 'noteFetch'>,
  req: IncomingMessage,
  res: ServerResponse,
  peer: Peer,
  requestId: string,
): boolean => {
  if (req.url === servicesAddress) return answerCachedServices(app, req, res, ownHeaders(peer, requestId))
  if (req.url === settingsAddress) return answerCachedSettings(app, req, res, ownHeaders(peer, requestId))
  const own = ownNameOf(req.url)
  if (own !== null) return answerCachedOwn(app, req, res, own, ownHeaders(peer, requestId))
  const asked = askedListOf(req.url)
  if (asked === null || !isPlain(req)) return false
  const box = boxOf(app, req)
  const list = box === undefined ? undefined : app.memory.peekList(box, asked.listId, asked.format)
  const file = list === undefined || asked.sha256 === null ? list?.file : contentOf(list.file, asked.sha256)
  // For any other content the app answers.
  if (box === undefined || list === undefined || file == null) return false
  // A HEAD only asks what there is, and loads nothing.
  if (isSurely(box) && req.method === 'GET') {
    const { listId, revision, language } = list
    const load = loadOfBox((name) => req.headers[name]?.toString(), file)
    if (load !== null) app.noteFetch({ sn: box.sn, listId, revision, language, ...load })
  }
  const headers = ownHeaders(peer, requestId)
  sendFile(req, res, file, asked.sha256 === null ? { ...headers, [settingsHeaderName]: box.settingsText } : headers)
  return true
}
