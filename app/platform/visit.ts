/** Who does something, as far as limits, codes and captchas must tell visitors apart. Type only: safe to import anywhere. */

/**
 * `binding` is what a code or a solved captcha is tied to: `session:<id>` of a signed-in browser or program,
 * `visitor:<digest>` of a browser's visitor cookie, `network:<address>` of a client that keeps no cookies.
 */
export type Visit = {
  /** The client's address, trusted proxies considered. */
  address: string
  binding: string
  userAgent: string | null
  /** The language of sentences that are sent, by its public code (`ua`, not `uk`). */
  language: string
}
