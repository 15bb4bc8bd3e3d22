/** What the compiler does to every style sheet before it joins them. */
import { hiddenVisually } from './scripts/styles/hidden-visually.mjs'
import { oldBrowsers } from './scripts/styles/old-browsers.mjs'

export default { plugins: [hiddenVisually(), oldBrowsers()] }
