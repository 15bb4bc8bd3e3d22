/**
 * The pictures of a challenge for pages without scripts: only for the visitor that it was made for, only while it can
 * be answered, never cached.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { statusOf } from '~/errors/table'
import { findChallengePictures } from '~/modules/captcha/captcha.server'
import { visitOf } from '~/request/visit.server'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { searchParams } = new URL(request.url)
  const turnDegrees = Number(searchParams.get('turn') ?? 0)
  const headers = { 'cache-control': 'no-store' }
  if (!Number.isInteger(turnDegrees) || turnDegrees < 0 || turnDegrees >= 360)
    return new Response(null, { status: 404, headers })
  const found = await findChallengePictures({
    visit: await visitOf(request, context),
    key: searchParams.get('key') ?? '',
    turnDegrees,
  })
  if (!found.ok) return new Response(null, { status: statusOf(found.code), headers })
  const wantsPiece = searchParams.get('part') === 'piece'
  const bytes = wantsPiece ? found.value?.piece : found.value?.image
  if (found.value === null || bytes === undefined || bytes === null) return new Response(null, { status: 404, headers })
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, 'content-type': wantsPiece ? found.value.pieceType : found.value.imageType },
  })
}
