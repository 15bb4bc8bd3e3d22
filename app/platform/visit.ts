/**
 * Describes who is acting, as far as limits, codes and captchas must tell visitors apart. Types only: safe to import
 * anywhere.
 */

/**
 * `binding` ties a code or a solved captcha to its visitor: `session:<id>` of a signed-in browser or program,
 * `visitor:<digest>` of a browser's visitor cookie, `network:<address>` of a client without cookies.
 */
/** How a browser that signed in before is recognised: its own id, and a tag for each account. */
export type KnownBrowser = { id: string; tags: readonly string[] }

export type Visit = {
  /** The client's address, with trusted proxies taken into account. */
  address: string
  binding: string
  userAgent: string | null
  /** Absent or null for a browser that never signed in to any account here, and for programs. */
  known?: KnownBrowser | null
  /** The language of sent texts, by its public code (`ua`, not `uk`). */
  language: string
}
