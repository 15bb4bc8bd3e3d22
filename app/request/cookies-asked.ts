/**
 * Finds out whether a browser keeps cookies. Nobody can sign in without them, and a browser that refuses them gives no
 * sign. So it is redirected to a page with a marker in the address and a cookie; if it arrives with the marker alone,
 * it refuses cookies.
 */

const mark = 'cookies'
const has = (request: Request): boolean => request.headers.has('cookie')

/**
 * Returns where a browser without a cookie is redirected: `page` with the marker, and with the address to continue to
 * (`to`). Null if the browser brought a cookie.
 */
export const cookieAsk = (request: Request, page: string, to?: string): string | null =>
  has(request)
    ? null
    : `${page}?${new URLSearchParams({ [mark]: 'asked', ...(to === undefined ? {} : { to }) }).toString()}`

/** True for a request with the marker but without the cookie that was just set. */
export const refusesCookies = (request: Request): boolean =>
  !has(request) && new URL(request.url).searchParams.has(mark)
