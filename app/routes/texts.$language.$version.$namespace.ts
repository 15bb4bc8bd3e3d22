/**
 * One namespace of texts for the browser. Its address contains the version, so the current version's answer is cached
 * permanently.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { findTexts, textsVersion } from '~/i18n/i18n.server'
import { parseLanguage } from '~/i18n/languages'

const forGood = 'public, max-age=31536000, immutable'

export const loader = ({ params }: LoaderFunctionArgs) => {
  const language = parseLanguage(params.language)
  const name = /^([a-z-]{1,40})\.json$/.exec(params.namespace ?? '')?.[1]
  const texts = language && name ? findTexts(language, name) : null
  if (language === null || texts === null) return new Response(null, { status: 404 })
  // A page from before an update requests the old version: it gets today's texts, but must not cache them for long.
  const present = params.version === textsVersion(language)
  return new Response(texts, {
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': present ? forGood : 'no-cache' },
  })
}
