/**
 * What the scripted editor loads: the newest edit state and, unless the browser already has it, the source file, in one
 * binary response. Only the editor's scripts call it, so it uses plain statuses: 204 nothing newer, 401 signed out, 404
 * gone.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { statusOf } from '~/errors/table'
import { engineData, getList, type RevisionSummary } from '~/modules/channel-list/channel-list.server'
import { packPieces } from '~/modules/channel-list/files/pack.schema'
import { bodyOfPieces, gzipPieces } from '~/platform/http.server'
import { findUser } from '~/request/caller.server'
import { getT } from '~/request/language.server'
import { operationText } from '~/ui/channel-list/operation-text'

const compress = promisify(gzip)
/** The fastest level already compresses lists to a sixth; more effort costs more than it saves. */
const gzipLevel = 1
/** Smaller responses (a state alone) fit into one packet anyway. */
const minCompressedBytes = 1400
/** Compress a usual list at once, but a long one in a stream, so that waiting responses don't fill the memory. */
const maxWholeBytes = 1_048_576

const status = (code: number) => new Response(null, { status: code, headers: { 'cache-control': 'no-store' } })

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await findUser(request, context)
  if (!user) return status(401)
  const found = await engineData(user, params['id'] ?? '')
  if (!found.ok) return status(statusOf(found.code))
  const { head, state, source } = found.value
  const query = new URL(request.url).searchParams
  const hasSource = query.get('source') === head.sourceId
  if (
    hasSource &&
    query.get('revision') === String(head.revision) &&
    (query.get('beside') ?? '') === String(head.beside?.revision ?? '')
  )
    return status(204)
  const list = head.canChange ? await getList(user, head.id) : null
  const t = await getT(request, context)
  const words = (step: RevisionSummary | null) => (step === null ? null : operationText(step, t))
  const steps =
    list?.ok && list.value.revision === head.revision
      ? { undoes: words(list.value.undoes), redoes: words(list.value.redoes) }
      : {}
  const pieces = packPieces({ ...head, ...steps }, state, hasSource ? new Uint8Array() : source)
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const headers = new Headers({
    'content-type': 'application/octet-stream',
    'cache-control': 'private, no-store',
    vary: 'accept-encoding, cookie',
  })
  const isPacked = size >= minCompressedBytes && /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  if (isPacked) headers.set('content-encoding', 'gzip')
  if (size > maxWholeBytes)
    return new Response(isPacked ? gzipPieces(pieces, gzipLevel) : bodyOfPieces(pieces), { headers })
  const bytes = new Uint8Array(Buffer.concat(pieces))
  return new Response(isPacked ? new Uint8Array(await compress(bytes, { level: gzipLevel })) : bytes, { headers })
}
