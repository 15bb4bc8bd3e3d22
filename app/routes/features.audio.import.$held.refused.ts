/** The lines of a table that would be refused, as a file to be mended. */
export { sendRefused as loader } from '~/web/mylink/import.server'
