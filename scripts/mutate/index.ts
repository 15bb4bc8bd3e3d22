/**
 * npm run mutate -- app/modules/session [tests/unit/session …]: makes small changes in a copy of a file or folder, one
 * at a time, runs the named test files or folders against each, and prints the changes that no test detected. Without
 * named tests it runs the folder of tests/unit that has the same name. A seed makes it deterministic.
 *
 *   --max 50    how many changes          --seed 1   another draw          --list   prints them and runs nothing
 *   --only 'userId|ownerId'   only changes of code that matches this
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createVitest, type Reporter, type TestRunEndReason } from 'vitest/node'
import { applyMutant, drawMutants, findMutants, type Mutant } from './mutants'

const root = path.resolve(import.meta.dirname, '../..')
const copy = path.join(root, '.cache/mutate')
/** Not copied. Sources that somebody works on are never changed, so everything else is. */
const notCopied = ['.git', '.cache', 'data', 'node_modules', 'playwright-report', 'test-results']

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    max: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
})
const [place = '', ...named] = positionals
const [seed, most] = [Number(options.seed), Number(options.max)]
if (!fs.existsSync(path.join(root, place || '-')) || !Number.isInteger(seed) || !Number.isInteger(most) || most < 1) {
  console.error('name a file or folder of sources; --seed and --max are whole numbers')
  process.exit(64)
}
const testPlaces = named.length > 0 ? named : [`tests/unit/${path.parse(place).name}`]

/** The files of some places, in the order of their names. */
const filesOf = (places: readonly string[], isWanted: (file: string) => boolean): string[] =>
  places
    .flatMap((one) =>
      fs.statSync(path.join(root, one)).isFile()
        ? [one]
        : (fs.readdirSync(path.join(root, one), { recursive: true }) as string[]).map((name) => path.join(one, name)),
    )
    .filter(isWanted)
    .sort()
/** Skip tables and texts, whose errors would be noticed anyway, and seeds, which are not real data. */
const isSource = (file: string): boolean =>
  /\.tsx?$/.test(file) && !/(?:\/types|\.schema|\.seed\.server|\/seed\/.*)\.ts$/.test(file)

const short = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 70 ? `${line.slice(0, 67)}…` : line
}
const describe = ({ file, line, kind, from, to }: Mutant): string =>
  `${file}:${line}  ${to === ';' ? `left out: ${short(from)}` : kind === 'await' ? `without await: ${short(to)}` : `${short(from)} → ${short(to)}`}`

const main = async (): Promise<void> => {
  const wantedCode = new RegExp(options.only)
  const found = filesOf([place], isSource)
    .flatMap((file) => findMutants(file, fs.readFileSync(path.join(root, file), 'utf8')))
    .filter(({ from }) => wantedCode.test(from))
  const mutants = drawMutants(found, seed, most)
  if (options.list) {
    for (const mutant of mutants) console.log(describe(mutant))
    return
  }
  fs.rmSync(copy, { recursive: true, force: true })
  fs.mkdirSync(copy, { recursive: true })
  for (const name of fs.readdirSync(root))
    if (!notCopied.includes(name)) fs.cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'dir')
  process.chdir(copy)
  let outcome: TestRunEndReason | undefined
  const reporter: Reporter = { onTestRunEnd: (_modules, _errors, reason) => void (outcome = reason) }
  const vitest = await createVitest('test', {
    root: copy,
    watch: false,
    bail: 1,
    reporters: [reporter],
    testTimeout: 60_000,
  })
  const wanted = filesOf(testPlaces, (file) => /\.test\.tsx?$/.test(file)).map((file) => path.join(copy, file))
  /**
   * Whether all tests pass now. The first failure interrupts the run, often before its process can report it: its
   * module then keeps the state of the run before.
   */
  const pass = async (): Promise<boolean> => {
    const specifications = (await vitest.globTestSpecifications(wanted)).filter((one) => wanted.includes(one.moduleId))
    const { unhandledErrors } = await vitest.runTestSpecifications(specifications)
    return specifications.length > 0 && unhandledErrors.length === 0 && outcome === 'passed'
  }
  try {
    if (!(await pass())) throw new Error(`the tests of ${testPlaces.join(', ')} fail without any change`)
    let detected = 0
    for (const mutant of mutants) {
      const file = path.join(copy, mutant.file)
      const text = fs.readFileSync(file, 'utf8')
      fs.writeFileSync(file, applyMutant(text, mutant))
      vitest.invalidateFile(file)
      if (await pass()) console.log(`survived  ${describe(mutant)}`)
      else detected++
      fs.writeFileSync(file, text)
      vitest.invalidateFile(file)
    }
    console.log(`${detected} of ${mutants.length} detected`)
    // The runner sets it for every detected change.
    process.exitCode = 0
  } finally {
    await vitest.close()
  }
}
await main()
