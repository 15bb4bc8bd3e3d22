/** Unicode normalisation whose time grows only with the text's length. */
export { normalForm } from '../../engine/host/normal-form'
