/**
 * A proxy between the box under test and the portal: it records what the box asks, passes it on, and spoils answers as
 * a step wants.
 */
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'

/** A request of the box, and its answer. */
export type Seen = {
  /** From a monotonic clock. */
  atMs: number
  method: string
  /** Without the query. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
  status: number
  /** Of the answer as the box got it. */
  etag: string | null
  /** The code that the box shows, if this answer gave it one. */
  code: string | null
  /** The fault put into this answer. */
  fault: string | null
}
/** `cutAfterBytes`: the connection ends in the middle of the body. */
export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; cutAfterBytes?: number }
/** What to do with an answer: change it, cut its body, or hold it back (null: the connection ends without it). */
export type Fault = {
  name: string
  /** Whether the fault applies to this request. */
  fits: (asked: Pick<Seen, 'method' | 'path' | 'headers'>) => boolean
  /** True if the portal is not asked at all; `spoil` then gets an empty answer. */
  isBefore?: boolean
  spoil: (answer: Answer, asked: Pick<Seen, 'method' | 'path'>) => Answer | null | Promise<Answer | null>
  /** How many times the fault applies. */
  times: number
}
export type Proxy = { port: number; spoil(fault: Fault | null): void; close(): Promise<void> }

const maxBodyBytes = 20 * 1024 * 1024

const readAll = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBodyBytes) throw new Error('the body is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const codeIn = (body: Buffer): string | null => /"userCode":"([A-Z-]+)"/.exec(body.toString('latin1'))?.[1] ?? null

/** Sends the same request to the portal. */
export const passOn = (
  port: number,
  asked: { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer },
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers: IncomingHttpHeaders = { ...asked.headers, connection: 'close' }
    const passed = request({ host: '127.0.0.1', port, method: asked.method, path: asked.url, headers }, (answer) => {
      readAll(answer).then(
        (body) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body }),
        reject,
      )
    })
    passed.on('error', reject)
    passed.end(asked.body)
  })

export const startProxy = async (
  target: number,
  { port, steadyMs, tell }: { port: number; steadyMs: () => number; tell: (seen: Seen) => Promise<void> },
): Promise<Proxy> => {
  let fault: Fault | null = null
  const send = (res: ServerResponse, { status, headers, body, cutAfterBytes }: Answer): void => {
    const { 'transfer-encoding': _, connection: __, 'keep-alive': ___, ...kept } = headers
    res.writeHead(status, {
      ...kept,
      connection: 'close',
      ...(status === 304 ? {} : { 'content-length': kept['content-length'] ?? String(body.length) }),
    })
    if (cutAfterBytes === undefined) return void res.end(body)
    res.write(body.subarray(0, cutAfterBytes), () => res.socket?.end())
  }
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const atMs = steadyMs()
    const body = await readAll(req)
    const url = req.url ?? '/'
    const { pathname, searchParams } = new URL(url, 'http://box')
    const asked = { method: req.method ?? 'GET', path: pathname, headers: req.headers }
    const mine = fault?.fits(asked) === true ? fault : null
    const plain: Answer =
      mine?.isBefore === true
        ? { status: 0, headers: {}, body: Buffer.alloc(0) }
        : await passOn(target, { ...asked, url, body })
    const given = mine === null ? plain : await mine.spoil(plain, asked)
    if (mine !== null && --mine.times <= 0 && fault === mine) fault = null
    const told = given ?? plain
    await tell({
      ...{ atMs, ...asked, query: searchParams, body, status: told.status, etag: told.headers.etag ?? null },
      code: pathname === '/api/stb/pair' ? codeIn(told.body) : null,
      fault: mine?.name ?? null,
    })
    if (given === null) res.socket?.destroy()
    else send(res, given)
  }
  const server = createServer((req, res) => {
    answer(req, res).catch(() => res.socket?.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '0.0.0.0', resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    spoil: (one) => {
      fault = one
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
