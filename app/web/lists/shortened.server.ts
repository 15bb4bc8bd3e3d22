/** Names of files as pages show them: whatever their length, a page stays readable. */
export { shortened } from '~/text/graphemes'
