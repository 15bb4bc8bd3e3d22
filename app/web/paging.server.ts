/**
 * A page of a table beyond its end: rows have gone meanwhile, or the address was written by hand. It leads to the last
 * one that there is.
 */
import { redirect } from '@remix-run/node'

/** Throws the way to the last page where the one that was asked for holds nothing; the rest of the address stays. */
export const requirePage = (
  request: Request,
  { page, size, total }: { page: number; size: number; total: number },
): void => {
  const last = Math.max(1, Math.ceil(total / size))
  if (page <= last) return
  const { pathname, searchParams } = new URL(request.url)
  searchParams.delete('_data')
  if (last > 1) searchParams.set('page', String(last))
  else searchParams.delete('page')
  const query = searchParams.toString()
  throw redirect(query === '' ? pathname : `${pathname}?${query}`)
}
