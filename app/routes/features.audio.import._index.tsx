/** The choice of a table of audio sources to be imported. */
import styles from '~/styles/mylink.css'
import { handleOf, sheetsOf } from '~/ui/mylink/words'

export { ImportPage as default } from '~/ui/mylink/import-page'
export { actOnImport as action, loadImport as loader } from '~/web/mylink/import.server'
export const handle = handleOf('audio', 'mylink:import.title')
export const links = sheetsOf(styles)
