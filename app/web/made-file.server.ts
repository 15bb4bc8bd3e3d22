/** Answers a download that is made only if its bytes are sent, and that nobody else may keep. */
import { json } from '@remix-run/node'
import { statusOf, type Result } from '~/errors/table'
import { respondUnmade, respondWithFile } from '~/platform/http.server'

type MadeFile = Parameters<typeof respondUnmade>[1] & { make: () => Promise<Result<Uint8Array<ArrayBuffer>>> }

export const respondWithMade = async (request: Request, { make, ...file }: MadeFile): Promise<Response> => {
  const kept = { ...file, cacheControl: 'private, no-store' }
  const unmade = respondUnmade(request, kept)
  if (unmade !== null) return unmade
  const made = await make()
  if (made.ok) return respondWithFile(request, { ...kept, bytes: made.value })
  throw json(
    { code: made.code },
    { status: statusOf(made.code), headers: { 'retry-after': String(made.data?.retryAfterSeconds ?? 10) } },
  )
}
