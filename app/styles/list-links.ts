/** The style sheet of the pages of channel lists. */
import styles from './lists.css'

export const links = () => [{ rel: 'stylesheet', href: styles }]
