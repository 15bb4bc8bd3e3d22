/** The address of the portal itself: it opens the home page. */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'

export const loader = ({ request }: LoaderFunctionArgs) => redirect(`/home${new URL(request.url).search}`)
