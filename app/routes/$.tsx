/** Every address that nothing else answers: a page in the reader's language instead of a stack in the log. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import type { RouteHandle } from '~/i18n/handle'
import { ErrorPage } from '~/ui/error-page'

export const handle = { title: 'common:error.missing.title' } satisfies RouteHandle

// Answered, not thrown: the frame around it is the usual one.
export const loader = (_: LoaderFunctionArgs) => json(null, { status: 404 })
export const action = (_: LoaderFunctionArgs) => json(null, { status: 404 })

const Missing = () => <ErrorPage status={404} code={null} />
export default Missing
