/** The data of the APP Download dialog: the same addresses as on the page. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { findAppLinks } from '~/web/help/app-link.server'

export const loader = ({ context }: LoaderFunctionArgs) => json({ apps: findAppLinks(context.origin) })
