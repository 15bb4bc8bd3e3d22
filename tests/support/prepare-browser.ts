/** Runs once before the browser tests: makes the seeded data that every worker's server copies. */
import { prepareTemplate } from './template'

const prepare = (): void => {
  prepareTemplate()
}
export default prepare
