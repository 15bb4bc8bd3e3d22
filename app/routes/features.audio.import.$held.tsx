/** What a table of audio sources would do, and the press that takes it. */
import listStyles from '~/styles/lists.css'
import styles from '~/styles/mylink.css'
import { handleOf, sheetsOf } from '~/ui/mylink/words'

export { ReportPage as default } from '~/ui/mylink/report-page'
export { actOnReport as action, loadReport as loader } from '~/web/mylink/import.server'
export const handle = handleOf('audio', 'mylink:report.title')
export const links = sheetsOf(listStyles, styles)
