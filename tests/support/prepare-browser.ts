/** Runs once before the browser tests: makes the seeded data that every worker's server copies. */
import { prepareTemplate, removeOldTemplates } from './template'

const prepare = (): void => {
  removeOldTemplates()
  prepareTemplate()
}
export default prepare
