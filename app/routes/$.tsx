/**
 * Answers every address that nothing else handles: a 404 page in the reader's language for signed-in people; visitors
 * are redirected to /, and the address is not remembered.
 */
import { json, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import type { RouteHandle } from '~/i18n/handle'
import { ErrorPage } from '~/ui/error-page'
import { findUser } from '~/request/caller.server'

export const handle = { title: 'common:error.missing.title' } satisfies RouteHandle

// Returned, not thrown, so that the usual frame surrounds it.
export const loader = async ({ request, context }: LoaderFunctionArgs) =>
  (await findUser(request, context)) === null ? redirect('/') : json(null, { status: 404 })
export const action = (_: LoaderFunctionArgs) => json(null, { status: 404 })

const Missing = () => <ErrorPage status={404} code={null} />
export default Missing
