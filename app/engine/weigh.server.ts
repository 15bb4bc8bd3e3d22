/** What an edit state makes of its source, for the server to decide where it is opened. Pure code. */
export { weighState } from '../../engine/host/cells/weigh'
