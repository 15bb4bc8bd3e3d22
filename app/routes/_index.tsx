/** The portal's root address: redirects to the home page. */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'

export const loader = ({ request }: LoaderFunctionArgs) => redirect(`/home${new URL(request.url).search}`)
