/** What the dialog APP Download shows: the same addresses as the page's. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { findAppLinks } from '~/web/help/app-link.server'

export const loader = ({ context }: LoaderFunctionArgs) => json({ apps: findAppLinks(context.origin) })
