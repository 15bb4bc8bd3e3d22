/**
 * Whether a browser keeps cookies. Nobody can sign in without them, and a browser that refuses them says nothing: it is
 * sent to a page with a mark in its address together with a cookie, and comes there with the mark alone.
 */

const mark = 'cookies'
const has = (request: Request): boolean => request.headers.has('cookie')

/**
 * Where a browser that brought no cookie goes to be asked: `page`, with the mark, and with where it goes on to from
 * there (`to`). Null for a browser that brought one.
 */
export const cookieAsk = (request: Request, page: string, to?: string): string | null =>
  has(request)
    ? null
    : `${page}?${new URLSearchParams({ [mark]: 'asked', ...(to === undefined ? {} : { to }) }).toString()}`

/** True for a request that comes with the mark and without any cookie, though it was given one just before. */
export const refusesCookies = (request: Request): boolean =>
  !has(request) && new URL(request.url).searchParams.has(mark)
