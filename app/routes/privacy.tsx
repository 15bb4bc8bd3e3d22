/**
 * Which personal data the portal stores, why and for how long: the brand's text, for everybody, in the page's language.
 */
import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/provider.css'
import { LegalPage } from '~/ui/legal-page'
import { loadLegal } from '~/web/help/legal.server'

export const handle = { i18n: ['legal'], title: 'legal:title.privacy' } satisfies RouteHandle

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = (args: LoaderFunctionArgs) => loadLegal('privacy', args)

const PrivacyPage = () => <LegalPage other={{ href: '/userAgreement', title: 'title.agreement' }} />
export default PrivacyPage
