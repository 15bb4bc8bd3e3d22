/**
 * Builds the error page for people when a request ends before any page is made, or when an address that serves files
 * has none: header, what happened, what next. It is plain HTML with the portal's style sheet, in the visitor's language
 * and direction, and needs neither scripts nor the database.
 */
import type { IncomingMessage } from 'node:http'
import { brandOf } from '~/brand/brand'
import { statusOf, type Code } from '~/errors/table'
import { againText } from '~/i18n/failure-text'
import { formatsOf } from '~/i18n/format'
import { instanceFor } from '~/i18n/i18n.server'
import { codeOf, directionOf, type Language } from '~/i18n/languages'
import { contactOf } from '~/modules/provider/provider.server'
import { withoutFormToken } from '~/request/form-token.server'

/** Codes with texts of their own for people; the others share those of the portal's error pages. */
const ownWords: ReadonlySet<Code> = new Set<Code>(['A0400', 'A0403', 'A0405', 'A0413', 'A0415', 'A0503', 'I1009'])

/** Codes whose sentence says less than the portal's error pages do. */
const wordless: ReadonlySet<Code> = new Set<Code>(['A0404', 'A0500'])
const kindOf = (status: number): 'missing' | 'forbidden' | 'busy' | 'broken' => {
  if (status === 404 || status === 410) return 'missing'
  if (status === 401 || status === 403) return 'forbidden'
  return status === 429 || status === 503 ? 'busy' : 'broken'
}

let stylesheet: string | null = null
/** Sets the address of the portal's style sheet, which comes from the static files. */
export const usePageStyles = (address: string | null): void => {
  stylesheet = address
}

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** Returns the page that sent the form if it is one of ours, as an address without origin. */
const findOwnReferer = (req: IncomingMessage): string | null => {
  const { referer, host } = req.headers
  if (referer === undefined || host === undefined || !URL.canParse(referer)) return null
  const { host: from, pathname, search } = new URL(referer)
  return from === host.toLowerCase() && !pathname.startsWith('//') ? withoutFormToken(pathname + search) : null
}

/** Only a request without side effects may be repeated by a link. */
const findReload = (req: IncomingMessage, code: Code): string | null =>
  (code === 'A0503' || code === 'I1009' || code === 'A0500') &&
  (req.method === 'GET' || req.method === 'HEAD') &&
  /^\/(?!\/)/.test(req.url ?? '')
    ? (req.url ?? null)
    : null

/** The values that the sentences may mention. */
export type ErrorPageValues = { limitBytes?: number; retryAfterSeconds?: number }

/** Returns the whole document. */
export const makeErrorPage = (
  req: IncomingMessage,
  code: Code,
  language: Language,
  values: ErrorPageValues = {},
): string => {
  const t = (key: string, more: Record<string, unknown> = {}): string =>
    escapeHtml(String(instanceFor(language).t(key, more)))
  const brand = brandOf(req.headers.host ?? '')
  const shared = kindOf(statusOf(code))
  const title = ownWords.has(code) ? t(`front:${code}.title`) : t(`common:error.${shared}.title`)
  const text = ownWords.has(code)
    ? t(`front:${code}.text`, { size: formatsOf(language).bytes(values.limitBytes ?? 0) })
    : wordless.has(code)
      ? t(`common:error.${shared}.text`)
      : t(`errors:${code}`)
  const again =
    values.retryAfterSeconds === undefined
      ? ''
      : `<p><strong>${escapeHtml(againText(instanceFor(language).t, values.retryAfterSeconds))}</strong></p>`
  const reload = findReload(req, code)
  const back = findOwnReferer(req)
  const first =
    reload !== null
      ? { href: reload, label: t('front:reload') }
      : back !== null
        ? { href: back, label: t('front:back') }
        : null
  const home = t('common:error.home')
  const links =
    first === null
      ? `<a class="btn primary" href="/home">${home}</a>`
      : `<a class="btn primary" href="${escapeHtml(first.href)}">${first.label}</a> <a class="btn quiet" href="/home">${home}</a>`
  const name = escapeHtml(brand.name)
  const { email } = contactOf(brand)
  const mail =
    email === null ? '' : `<a href="mailto:${escapeHtml(email)}"><bdi dir="ltr">${escapeHtml(email)}</bdi></a>`
  const codeMark = `<bdi class="code" dir="ltr">${code}</bdi>`
  return [
    `<!DOCTYPE html><html lang="${language}" dir="${directionOf(language)}" data-language="${codeOf(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">',
    `<title>${title} · ${name}</title>`,
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${escapeHtml(brand.themeColours.light)}"><meta name="theme-color" media="(prefers-color-scheme: dark)" content="${escapeHtml(brand.themeColours.dark)}">`,
    stylesheet === null ? '' : `<link rel="stylesheet" href="${escapeHtml(stylesheet)}">`,
    brand.stylesheet === null ? '' : `<link rel="stylesheet" href="${escapeHtml(brand.stylesheet)}">`,
    '<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/icons/mango.svg" type="image/svg+xml"></head>',
    `<body><div class="frame"><header class="top"><div class="top-inner"><a class="brand" href="/home"><img src="/icons/mango.svg" alt="" width="28" height="28"><span>${name}</span></a></div></header>`,
    `<main id="main" class="page"><div class="error-page"><svg class="error-art" viewBox="0 0 240 132" width="240" height="132" aria-hidden="true"><use href="/icons/errors.svg#${code === 'A0405' ? 'method' : shared}"/></svg><h1>${title}</h1><p>${text}</p>${again}<div class="row">${links}</div>`,
    `<p class="small">${t('front:code', { code: '\u0000' }).replace('\u0000', codeMark)}</p></div></main>`,
    `<footer class="foot"><div class="foot-inner"><span>${t('common:foot.tagline', { name: brand.name })}</span> ${mail}</div></footer></div></body></html>`,
  ].join('')
}
