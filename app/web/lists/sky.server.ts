/**
 * Computes a list's sky on the server for a page on which it never changes, so that the page needs no script for it.
 */
import type { AppLoadContext } from '@remix-run/node'
import { formatsOf } from '~/i18n/format'
import { drawSky } from '~/ui/sky-arc/draw-sky'
import type { SkyDrawings, SkySatellite } from '~/ui/sky-arc/sky-view'
import { getLanguage, getT } from '~/request/language.server'

export const layOutSky = async (
  request: Request,
  context: AppLoadContext,
  satellites: readonly SkySatellite[],
): Promise<SkyDrawings> => {
  const [t, language] = await Promise.all([getT(request, context), getLanguage(request, context)])
  return drawSky(satellites, t, formatsOf(language))
}
