/**
 * The security headers of every answer, and the content security policy of pages. It is enforced, without exceptions
 * for inline code.
 */
import type { ServerResponse } from 'node:http'

/** The policy of one page. `wasm-unsafe-eval` lets the browser compile the channel-list engine. */
export const contentSecurityPolicy = (nonce: string, more: { https: boolean; devOrigin: string | null }): string => {
  const live = more.devOrigin === null ? '' : ` ${more.devOrigin.replace(/^http/, 'ws')}`
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${live}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    ...(more.https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** For everything except pages: such an answer may load nothing at all. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** For a page without scripts and forms: only the portal's style sheet and icons. */
export const plainPagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** The headers of every answer of the portal. */
export const securityHeaders = (https: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  // Under no-referrer a browser without scripts sends `Origin: null`, and its forms would be refused.
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self), usb=()',
  ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})

/** Sets the headers of every answer of the portal. */
export const setSecurityHeaders = (res: ServerResponse, https: boolean): void => {
  for (const [name, value] of Object.entries(securityHeaders(https))) res.setHeader(name, value)
}
