/** Shortens file names, so that a page stays readable whatever their length. */
export { shortened } from '~/text/graphemes'
