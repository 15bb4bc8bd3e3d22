/** Help: the editor of channel lists. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/help.css'
import { editorDrawings } from '~/ui/guide/drawings/editor'
import { GuidePage } from '~/ui/guide/guide-page'
import { getT } from '~/request/language.server'

export const handle = { i18n: ['help', 'guide-editor'], title: 'help:guide.editor.title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]
export { describedMeta as meta } from '~/ui/described-meta'

export const loader = async ({ request, context }: LoaderFunctionArgs) =>
  json({ description: (await getT(request, context))('guide-editor:description') })

const EditorGuide = () => <GuidePage name="editor" drawings={editorDrawings} />
export default EditorGuide
