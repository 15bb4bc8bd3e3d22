/** What the compiler does to every style sheet before it joins them. */
import { oldBrowsers } from './scripts/styles/old-browsers.mjs'

export default { plugins: [oldBrowsers()] }
