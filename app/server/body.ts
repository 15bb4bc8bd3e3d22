/**
 * Reads request bodies into memory before they are parsed. Each body is limited, and all together; multipart is read by
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
  /** The usual clients send three part headers. */
  headerPairs: 20,
} as const

/** Limits for anonymous senders, each with its reason. */
export const strangerLimits = {
  /** The longest form before a sign-in is about 20 kB with every field filled to its limit. */
  bodyBytes: 65_536,
  /** Such a form has about a dozen fields. */
  fields: 100,
} as const
/**
 * How much is read of an account's refused form, all of which a browser without scripts sends before it shows an
 * answer: six times the largest form. The connection of a longer one is closed; its page states the largest video.
 */
export const refusedFormBytes = 2_147_483_648
/** Same limit as for a multipart body; a character takes at most three bytes here. */
const urlFieldNameBytes = 3 * formLimits.fieldNameBytes

/** Bytes of bodies held now. Small ones have their own share, so signing in works when files have used up theirs. */
const held = { small: 0, large: 0 }
/** The same per sender. */
const heldBy = new Map<string, number>()

export type BodyRead = { ok: true; bytes: Buffer } | { ok: false; reason: 'too-large' | 'overloaded' | 'cut' }

/** `of`: the account or, for an anonymous sender, the address. No sender may hold more than its share. */
export type LedgerRule = { maxBytes: number; shareBytes: number; of: string; small: boolean }
/** Reserves bytes of the memory for all bodies and of the sender's share. Returns a function that releases them. */
const makeLedger = ({
  maxBytes,
  shareBytes,
  of,
  small,
}: LedgerRule): { take(bytes: number): boolean; release(): void } => {
  const pool = small ? 'small' : 'large'
  const room = small ? maxBytes / 4 : maxBytes
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
 * Tells whether a urlencoded body has too many fields, or a name that no form has. Such a body is something else that
 * its sender only calls a form; curl does that with every body. One pass, without decoding.
 */
export const checkForm = (bytes: Uint8Array, maxFields: number): 'form' | 'too-many' | 'other' => {
  let fields = 1
  let name = 0
  let inName = true
  for (const byte of bytes) {
    if (byte === 0x26) {
      fields++
      name = 0
      inName = true
      if (fields > maxFields) return 'too-many'
    } else if (byte === 0x3d) inName = false
    else if (inName && ++name > urlFieldNameBytes) return 'other'
  }
  return 'form'
}

/** The length that a request announces; null if it announces none. */
export const announcedBytes = (req: IncomingMessage): number | null => {
  const header = req.headers['content-length']
  return header === undefined ? null : Number(header)
}

/** True if a request has a body. */
export const hasBody = (req: IncomingMessage): boolean =>
  req.headers['transfer-encoding'] !== undefined || (announcedBytes(req) ?? 0) !== 0
/** True while a body was not read to its end: the rest would be taken for the next request. */
export const hasUnreadBody = (req: IncomingMessage): boolean => hasBody(req) && !req.complete

/**
 * Sends an answer's body and ends it. If the request's body was not read to its end, the whole answer is sent at once
 * but stays open until the rest was read and drained, within limits. Closing the connection on a client that still
 * writes would cost it the answer. The caller has already set `connection: close`.
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
 * Limits on a body's chunks: each costs a call, however small it is. Chunks from a network have hundreds of bytes. A
 * program that writes line by line sends smaller ones, and is then read more slowly.
 */
export const chunkLimits = { free: 1000, minBytes: 64, perSecond: 10_000 } as const
/** Detects a body that arrives in suspiciously many small chunks. */
export const detectSmallChunks = (): ((chunk: Buffer) => boolean) => {
  let pieces = 0
  let bytes = 0
  return (chunk) => {
    pieces++
    bytes += chunk.length
    return pieces > chunkLimits.free + bytes / chunkLimits.minBytes
  }
}

/**
 * Slows such a body down to a number of chunks per second. `mayGoOn` says whether it may resume, or something else
 * pauses it.
 */
export const throttleSmallChunks = (
  req: IncomingMessage,
  mayGoOn: () => boolean,
): { take(chunk: Buffer): void; isOn(): boolean } => {
  const isSmall = detectSmallChunks()
  let excess = 0
  let on = false
  const go = (): void => {
    on = false
    if (!req.destroyed && mayGoOn()) req.resume()
  }
  return {
    take: (chunk) => {
      if (!isSmall(chunk) || ++excess < chunkLimits.perSecond / 100 || on) return
      on = true
      req.pause()
      setTimeout(go, (excess / chunkLimits.perSecond) * 1000)
      excess = 0
    },
    isOn: () => on,
  }
}

/** How much of a refused body is read and discarded, and for how long. */
export type DrainLimits = {
  /** Read and discarded so that the client gets the answer instead of a broken connection. */
  drainBytes: number
  drainTimeoutMs: number
  /** Time limit for sending a body that is written to the disk as it arrives, or is read to its end. */
  uploadTimeoutMs: number
  /** Such a body is cut off if no data has arrived for this long. */
  uploadIdleMs: number
}

/** A body that goes to the disk may take long, but must not stall. */
export const limitSilence = (req: IncomingMessage, idleMs: number): void => {
  req.socket.setTimeout(idleMs)
  // Processing after the end is not limited here.
  req.once('end', () => req.socket.setTimeout(0))
}

/**
 * Lets the client finish sending, within limits, so that it reads the answer that was already sent. The data is
 * discarded. `form`: of an account's form more is read, as long as it does not stall; `giveBack` releases its place.
 */
export const drain = (
  req: IncomingMessage,
  limits: DrainLimits,
  form: { maxBytes: number; giveBack: () => void } | null = null,
): void => {
  if (!hasUnreadBody(req) || req.destroyed) {
    form?.giveBack()
    return
  }
  let left = form?.maxBytes ?? limits.drainBytes
  const end = (): void => {
    clearTimeout(timer)
    form?.giveBack()
  }
  const stop = (): void => {
    end()
    req.socket.destroy()
  }
  const timer = setTimeout(stop, form === null ? limits.drainTimeoutMs : limits.uploadTimeoutMs)
  timer.unref()
  if (form !== null) limitSilence(req, limits.uploadIdleMs)
  const isSmall = detectSmallChunks()
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0 || isSmall(chunk)) stop()
  })
  req.on('end', end)
  req.on('close', end)
  req.resume()
}

/**
 * Answers 408 if a body does not arrive in time and cuts it off, as the server does with heads. Returns a function that
 * cancels this.
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

/** Reads a body of at most `limitBytes`. Stops at the first byte beyond and leaves the rest unread. */
export const readBody = (req: IncomingMessage, limitBytes: number, ledger: BodyLedger): Promise<BodyRead> => {
  // The client may have disconnected while its rights were checked; then nothing more is heard of it.
  if (req.destroyed) return Promise.resolve({ ok: false, reason: 'cut' })
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

/** Reads a multipart form: all fields, and the file part named `file`. Other files are skipped and reported. */
export const readMultipart = (
  req: IncomingMessage,
  limitBytes: number,
  ledger: BodyLedger,
  form: { fields: number; aroundBytes: number },
): Promise<MultipartRead> => {
  const tooLarge: MultipartRead = { ok: true, upload: { ok: false, code: 'A0413', limitBytes } }
  const broken: MultipartRead = { ok: true, upload: { ok: false, code: 'A0400' } }
  if (req.destroyed) return Promise.resolve({ ok: false, reason: 'cut' })
  const announced = announcedBytes(req)
  // The file may use its whole limit; names, fields and boundaries come on top.
  const maxBytes = limitBytes + form.aroundBytes
  if (announced !== null && announced > maxBytes) return Promise.resolve(tooLarge)
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
      // This may run inside one of the parser's own calls, which must return first.
      setImmediate(() => parser.destroy())
      resolve(result)
    }
    const feed = (chunk: Buffer): void => {
      received += chunk.length
      if (received > maxBytes) finish(tooLarge)
      else if (!ledger.take(chunk.length)) finish({ ok: false, reason: 'overloaded' })
      else parser.write(chunk)
    }
    const end = (): void => {
      // A complete request closes too, perhaps before the parser has handed over its last part.
      req.off('close', cut)
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
      // An interrupted part destroys its stream with an error; only the parser's own error counts.
      stream.on('error', () => undefined)
      if (name !== 'file' || file !== null) {
        // A form without a chosen file sends a part without a name; the parser then leaves it undefined, contrary to
        // its types.
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
        // The parser leaves a missing name undefined, contrary to its types.
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
