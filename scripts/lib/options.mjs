/**
 * Reads the scripts' command lines. An unknown option is refused and never ignored, because the user meant something by
 * it.
 */
import { parseArgs } from 'node:util'

/** Reads this process's options; an unknown one ends it with a sentence and exit 2. */
export const readOptions = (options = {}, maxWords = 0) => {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    if (positionals.length > maxWords) throw new Error(`There is no use for "${positionals[maxWords]}".`)
    return { ...values, words: positionals }
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`)
    console.error(
      `${error instanceof Error ? error.message.split('. ')[0].replace(/\.$/, '') : String(error)}. ${known.length === 0 ? 'This command takes no options.' : `Known are ${known.join(', ')}.`}`,
    )
    process.exit(2)
  }
}

/** Reads the options that a usage text lists: those with a value in capitals or digits after their name take one. */
export const readListed = (usage, maxWords = 0) => {
  const listed = [...usage.matchAll(/^ +--(\w+)( [A-Z0-9]+)? /gm)]
  const options = listed.map(([, name, value]) => [name, { type: value === undefined ? 'boolean' : 'string' }])
  return readOptions({ ...Object.fromEntries(options), help: { type: 'boolean' } }, maxWords)
}
