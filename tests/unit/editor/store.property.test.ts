/** Half of the editor’s random sequences; store.property-2.long.test.ts has the others. */
import { seedsFrom } from '../../support/runs'
import { testSequences } from './store-sequences'

testSequences(seedsFrom(20_261_121, 300).filter((_, at) => at % 2 === 0))
