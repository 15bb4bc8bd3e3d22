/** Help: the editor of channel lists. */
import type { LinksFunction } from '@remix-run/node'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/help.css'
import { editorDrawings } from '~/ui/guide/drawings/editor'
import { GuidePage } from '~/ui/guide/guide-page'

export const handle = {
  i18n: ['help', 'guide-editor'],
  title: 'help:guide.editor.title',
  description: 'guide-editor:description',
} satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

const EditorGuide = () => <GuidePage name="editor" drawings={editorDrawings} />
export default EditorGuide
