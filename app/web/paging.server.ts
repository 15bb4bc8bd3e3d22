/** Handles a page number beyond a table's end (rows are gone, or the address was typed): redirects to the last page. */
import { redirect } from '@remix-run/node'

/** Throws a redirect to the last page where the requested one is empty; the rest of the address stays. */
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
