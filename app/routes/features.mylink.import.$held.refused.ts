/** The lines of a table that would be refused, as a file to be mended. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { sendRefused } from '~/web/mylink/import.server'

export const loader = (args: LoaderFunctionArgs) => sendRefused(args, 'mylink')
