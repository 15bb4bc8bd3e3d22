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

/** Ranges and conditions are left to the app, which answers errors in them as a code. */
const isPlain = ({ headers }: IncomingMessage): boolean =>
  headers.range === undefined && headers['if-match'] === undefined && headers['if-unmodified-since'] === undefined

type Asked = NonNullable<ReturnType<typeof askedListOf>>
const answerList = (
  app: Pick<AppProcess, 'memory' | 'noteFetch'>,
  req: IncomingMessage,
  res: ServerResponse,
  { box, asked, headers }: { box: BoxFacts; asked: Asked; headers: Record<string, string> },
): boolean => {
  const list = app.memory.peekList(box, asked.listId, asked.format)
  const file = list === undefined || asked.sha256 === null ? list?.file : contentOf(list.file, asked.sha256)
  // For any other content the app answers.
  if (list === undefined || file == null) return false
  // A HEAD only asks what there is, and loads nothing.
  if (isSurely(box) && req.method === 'GET') {
    const { listId, revision, language } = list
    const load = loadOfBox((name) => req.headers[name]?.toString(), file)
    if (load !== null) app.noteFetch({ sn: box.sn, listId, revision, language, ...load })
  }
  sendFile(req, res, file, asked.sha256 === null ? { ...headers, [settingsHeaderName]: box.settingsText } : headers)
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
  const { url } = req
  const isShort = url === servicesAddress || url === settingsAddress
  const own = ownNameOf(url)
  const asked = askedListOf(url)
  // A body does not belong here.
  if ((!isShort && ((own === null && asked === null) || !isPlain(req))) || hasBody(req)) return false
  const token = tokenOf(req)
  const box = token === null ? undefined : app.memory.peekBox(token)
  if (box === undefined) return false
  const headers = ownHeaders(peer, requestId)
  if (url === settingsAddress) sendSettings(req, res, box, headers)
  else if (url === servicesAddress) {
    const services = app.memory.peekServices(box)
    if (services === undefined) return false
    sendServices(req, res, { services, proven: box.proven }, headers)
  } else if (own !== null) {
    const file = app.memory.peekOwn(box, own)?.file
    if (file === undefined) return false
    sendFile(req, res, file, headers)
  } else if (asked !== null) return answerList(app, req, res, { box, asked, headers })
  return true
}
