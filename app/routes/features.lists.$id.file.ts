/**
 * The download of a list's file for a signed-in browser: the same file as the API's, authenticated by the page's
 * cookie. `revision` names the version, by default the newest; `names` a language of
 * the channels' names.
 */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { nameLanguages } from '~/engine/types'
import { formatNames } from '~/modules/channel-list/channel-list.schema'
import { exportFile, unlessUseless } from '~/modules/channel-list/channel-list.server'
import { respondWithFile } from '~/platform/http.server'
import { requireUser } from '~/request/caller.server'
import { requireValue } from '~/web/lists/answer.server'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const asked = new URL(request.url).searchParams
  const format = formatNames.find((name) => name === asked.get('format'))
  const names = nameLanguages.find((one) => one === asked.get('names'))
  const revision = asked.get('revision')
  // Not a number, so no version has it.
  if (revision !== null && !/^[1-9]\d{0,8}$/.test(revision)) throw json({ code: 'C1101' }, { status: 404 })
  return respondWithFile(
    request,
    requireValue(
      unlessUseless(
        await exportFile(user, params['id'] ?? '', {
          ...(format === undefined ? {} : { format }),
          ...(names === undefined ? {} : { names }),
          ...(revision === null ? {} : { revision: Number(revision) }),
        }),
      ),
    ),
  )
}
