/**
 * Request bodies, read whole into memory before anything parses them: bounded each and all together, multipart by
 * busboy with a limit on everything.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import busboy from 'busboy'
import type { Upload } from '~/request/context'

/** Limits of a multipart form, each with its reason. */
export const formLimits = {
  /** The longest form ticks 2000 channels. */
  fields: 4000,
  /** A field is a name, a number or a short text; a list of ids is at most 100 000 numbers of six digits. */
  fieldBytes: 1_048_576,
  fieldNameBytes: 100,
  /** Part headers of the usual clients are three. */
  headerPairs: 20,
} as const

/** Limits of who is not known, each with its reason. */
export const strangerLimits = {
  /** The longest form before a sign-in is some 20 kB with everything typed to its limits. */
  bodyBytes: 65_536,
  /** Its fields are a dozen. */
  fields: 100,
} as const
/** Of a urlencoded body as of a multipart one; a letter is written with three at most. */
const urlFieldNameBytes = 3 * formLimits.fieldNameBytes

/**
 * Bytes of bodies held at this moment: small ones have room of their own, so that signing in goes on when files fill
 * theirs.
 */
const held = { small: 0, large: 0 }
/** The same by who sends them. */
const heldBy = new Map<string, number>()
export const bodyBytesHeld = (): number => held.small + held.large

export type BodyRead = { ok: true; bytes: Buffer } | { ok: false; reason: 'too-large' | 'overloaded' | 'cut' }

/** `of`: the account or, for a stranger, the address; nobody has more than his share. */
export type LedgerRule = { mostBytes: number; shareBytes: number; of: string; small: boolean }
/** Books bytes against the memory for all bodies and the sender's share of it; the answer gives them back. */
const makeLedger = ({
  mostBytes,
  shareBytes,
  of,
  small,
}: LedgerRule): { take(bytes: number): boolean; release(): void } => {
  const pool = small ? 'small' : 'large'
  const room = small ? mostBytes / 4 : mostBytes
  let mine = 0
  return {
    take: (bytes) => {
      const own = heldBy.get(of) ?? 0
      if (held[pool] + bytes > room || own + bytes > shareBytes) return false
      held[pool] += bytes
      heldBy.set(of, own + bytes)
      mine += bytes
      return true
    },
    release: () => {
      held[pool] -= mine
      const left = (heldBy.get(of) ?? mine) - mine
      if (left === 0) heldBy.delete(of)
      else heldBy.set(of, left)
      mine = 0
    },
  }
}
export type BodyLedger = ReturnType<typeof makeLedger>
export { makeLedger }

/**
 * True when a urlencoded body has no more fields than a form, and none with an endless name. One pass, nothing decoded.
 */
export const isPlainForm = (bytes: Uint8Array, mostFields: number): boolean => {
  let fields = 1
  let name = 0
  let inName = true
  for (const byte of bytes) {
    if (byte === 0x26) {
      fields++
      name = 0
      inName = true
      if (fields > mostFields) return false
    } else if (byte === 0x3d) inName = false
    else if (inName && ++name > urlFieldNameBytes) return false
  }
  return true
}

/** The length that a request announces: null when it announces none. */
export const announcedBytes = (req: IncomingMessage): number | null => {
  const header = req.headers['content-length']
  return header === undefined ? null : Number(header)
}

/** True when a request says that it has a body. */
export const hasBody = (req: IncomingMessage): boolean =>
  req.headers['transfer-encoding'] !== undefined || (announcedBytes(req) ?? 0) !== 0
/** True while a body was not read to its end: what is left would be taken for the next request. */
export const hasUnreadBody = (req: IncomingMessage): boolean => hasBody(req) && !req.complete

/**
 * Sends an answer's body and ends it. Where the request's body was not read to its end, the whole answer goes out at
 * once but stays open until the rest was read (the front drains it, within limits): a connection closed under a client
 * that still writes would cost it the answer. The caller has set `connection: close` then.
 */
export const endAnswer = (req: IncomingMessage, res: ServerResponse, bytes?: Buffer): void => {
  if (!hasUnreadBody(req) || req.destroyed) {
    res.end(bytes)
    return
  }
  if (bytes !== undefined && bytes.length > 0) res.write(bytes)
  else res.flushHeaders()
  req.once('end', () => res.end())
}

/**
 * Limits of a body's pieces: each costs a call, however small it is. A network's pieces are hundreds of bytes; a
 * program that writes line by line sends smaller ones, and is read more slowly then.
 */
export const crumbLimits = { free: 1000, leastBytes: 64, perSecond: 10_000 } as const
/** Tells when a body comes in so many so small pieces that somebody means it. */
export const countCrumbs = (): ((chunk: Buffer) => boolean) => {
  let pieces = 0
  let bytes = 0
  return (chunk) => {
    pieces++
    bytes += chunk.length
    return pieces > crumbLimits.free + bytes / crumbLimits.leastBytes
  }
}

/**
 * Slows a body in crumbs down to so many pieces a second; `mayGoOn` says whether nothing else holds it at the moment.
 */
export const brakeCrumbs = (
  req: IncomingMessage,
  mayGoOn: () => boolean,
): { take(chunk: Buffer): void; isOn(): boolean } => {
  const isCrumbs = countCrumbs()
  let excess = 0
  let on = false
  const go = (): void => {
    on = false
    if (!req.destroyed && mayGoOn()) req.resume()
  }
  return {
    take: (chunk) => {
      if (!isCrumbs(chunk) || ++excess < crumbLimits.perSecond / 100 || on) return
      on = true
      req.pause()
      setTimeout(go, (excess / crumbLimits.perSecond) * 1000)
      excess = 0
    },
    isOn: () => on,
  }
}

/** How much of a refused body is read and thrown away, and for how long. */
export type DrainLimits = {
  /**
   * So that the client gets the answer instead of a broken connection. An account's form is read to its end instead.
   */
  drainBytes: number
  drainTimeoutMs: number
  /** How long a client may take to send what goes to the disk as it comes, or is read to its end. */
  uploadTimeoutMs: number
  /** Such a one is cut when nothing of it came for so long. */
  uploadIdleMs: number
}

/** A body that goes to the disk may take long, but not stand still. */
export const limitSilence = (req: IncomingMessage, idleMs: number): void => {
  req.socket.setTimeout(idleMs)
  // What is done with it afterwards takes its own time.
  req.once('end', () => req.socket.setTimeout(0))
}

/**
 * Lets the client finish sending, within limits, so that it reads the answer that already went out; nothing of it is
 * kept. `giveBack`: a place for a form that may be as long as it likes, as long as it does not stand still.
 */
export const drain = (req: IncomingMessage, limits: DrainLimits, giveBack: (() => void) | null = null): void => {
  if (!hasUnreadBody(req) || req.destroyed) {
    giveBack?.()
    return
  }
  let left = giveBack === null ? limits.drainBytes : Number.POSITIVE_INFINITY
  const end = (): void => {
    clearTimeout(timer)
    giveBack?.()
  }
  const stop = (): void => {
    end()
    req.socket.destroy()
  }
  const timer = setTimeout(stop, giveBack === null ? limits.drainTimeoutMs : limits.uploadTimeoutMs)
  timer.unref()
  if (giveBack !== null) limitSilence(req, limits.uploadIdleMs)
  const isCrumbs = countCrumbs()
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0 || isCrumbs(chunk)) stop()
  })
  req.on('end', end)
  req.on('close', end)
  req.resume()
}

/**
 * A body that does not come in time is answered 408 and cut, as the server itself does with heads. Gives the way to
 * call it off.
 */
export const limitTime = (req: IncomingMessage, res: ServerResponse, timeoutMs: number): (() => void) => {
  if (!hasBody(req)) return () => undefined
  const timer = setTimeout(() => {
    if (req.complete || req.destroyed) return
    if (!res.headersSent)
      req.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    req.socket.destroySoon()
  }, timeoutMs)
  timer.unref()
  const stop = (): void => clearTimeout(timer)
  req.once('end', stop)
  req.once('close', stop)
  return stop
}

/** Reads a body of at most `limitBytes`. Stops at the first byte too many; the rest is left unread. */
export const readBody = (req: IncomingMessage, limitBytes: number, ledger: BodyLedger): Promise<BodyRead> => {
  const announced = announcedBytes(req)
  if (announced !== null && announced > limitBytes) return Promise.resolve({ ok: false, reason: 'too-large' })
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = (result: BodyRead): void => {
      req.off('data', take)
      req.off('end', end)
      req.off('close', cut)
      req.off('error', cut)
      resolve(result)
    }
    const take = (chunk: Buffer): void => {
      size += chunk.length
      if (size > limitBytes) {
        req.pause()
        finish({ ok: false, reason: 'too-large' })
      } else if (!ledger.take(chunk.length)) {
        req.pause()
        finish({ ok: false, reason: 'overloaded' })
      } else chunks.push(chunk)
    }
    const end = (): void =>
      finish({
        ok: true,
        bytes: chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size),
      })
    const cut = (): void => finish({ ok: false, reason: 'cut' })
    req.on('data', take)
    req.on('end', end)
    req.on('close', cut)
    req.on('error', cut)
  })
}

export type MultipartRead = { ok: true; upload: Upload } | { ok: false; reason: 'overloaded' | 'cut' }

/** Reads a multipart form: all fields, and the file part named `file`. Other files are skipped, and named. */
export const readMultipart = (
  req: IncomingMessage,
  limitBytes: number,
  ledger: BodyLedger,
  form: { fields: number; aroundBytes: number },
): Promise<MultipartRead> => {
  const tooLarge: MultipartRead = { ok: true, upload: { ok: false, code: 'A0413', limitBytes } }
  const broken: MultipartRead = { ok: true, upload: { ok: false, code: 'A0400' } }
  const announced = announcedBytes(req)
  // The file may have its whole limit; names, fields and boundaries come on top.
  const mostBytes = limitBytes + form.aroundBytes
  if (announced !== null && announced > mostBytes) return Promise.resolve(tooLarge)
  let parser: busboy.Busboy
  try {
    parser = busboy({
      headers: req.headers,
      defParamCharset: 'utf8',
      limits: {
        fileSize: limitBytes,
        files: 10,
        fields: form.fields,
        fieldSize: formLimits.fieldBytes,
        fieldNameSize: formLimits.fieldNameBytes,
        parts: form.fields + 10,
        headerPairs: formLimits.headerPairs,
      },
    })
  } catch {
    return Promise.resolve(broken)
  }
  return new Promise((resolve) => {
    const fields = new Map<string, string[]>()
    let file: { name: string | null; type: string; bytes: Uint8Array } | null = null
    const skipped: string[] = []
    let received = 0
    let done = false
    const finish = (result: MultipartRead): void => {
      if (done) return
      done = true
      req.off('data', feed)
      req.off('end', end)
      req.off('close', cut)
      req.off('error', cut)
      req.pause()
      // It may be inside one of the parser's own calls, which must come to its end first.
      setImmediate(() => parser.destroy())
      resolve(result)
    }
    const feed = (chunk: Buffer): void => {
      received += chunk.length
      if (received > mostBytes) finish(tooLarge)
      else if (!ledger.take(chunk.length)) finish({ ok: false, reason: 'overloaded' })
      else parser.write(chunk)
    }
    const end = (): void => {
      parser.end()
    }
    const cut = (): void => finish({ ok: false, reason: 'cut' })
    parser.on('field', (name, value, info) => {
      if (name === undefined || info.nameTruncated || info.valueTruncated) {
        finish(info.valueTruncated ? tooLarge : broken)
        return
      }
      const values = fields.get(name)
      if (values === undefined) fields.set(name, [value])
      else values.push(value)
    })
    parser.on('file', (name, stream, info) => {
      // A part that breaks off destroys its stream with an error; the parser's own error is the one that counts.
      stream.on('error', () => undefined)
      if (name !== 'file' || file !== null) {
        // A form without a chosen file sends a part without a name; the parser leaves it undefined, whatever its types
        // say.
        const other: string | undefined = info.filename
        if ((other ?? '') !== '') skipped.push(name)
        stream.resume()
        return
      }
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('limit', () => finish(tooLarge))
      stream.on('end', () => {
        const bytes = Buffer.concat(chunks)
        // The parser leaves the name undefined where a part has none, whatever its types say.
        const fileName: string | undefined = info.filename
        // A form without a chosen file sends an empty part without a name.
        if ((fileName ?? '') !== '' || bytes.length > 0) file = { name: fileName || null, type: info.mimeType, bytes }
      })
    })
    parser.on('fieldsLimit', () => finish(tooLarge))
    parser.on('filesLimit', () => finish(tooLarge))
    parser.on('partsLimit', () => finish(tooLarge))
    parser.on('error', () => finish(broken))
    parser.on('close', () =>
      finish({ ok: true, upload: { ok: true, fields, file, ...(skipped.length === 0 ? {} : { skipped }) } }),
    )
    req.on('data', feed)
    req.on('end', end)
    req.on('close', cut)
    req.on('error', cut)
  })
}
