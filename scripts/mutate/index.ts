/**
 * npm run mutate: makes small changes in a copy of the sources, one at a time, runs each part's own tests against each
 * and prints those that no test detected. A seed makes it deterministic, and a stopped run continues where it was.
 *
 *   --only session[,account]  these parts; all by default       --max 50   changes of each part (default 50)
 *   --seed 1                  another draw                      --built    tries survivors against the built server too
 *   (a minute each)
 *   --list                    prints the changes and runs nothing
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createVitest, type Vitest } from 'vitest/node'
import { filesOf, isSource, isTest, needsBuild, parts } from './map'
import { applyMutant, drawMutants, findMutants, type Mutant } from './mutants'

const root = path.resolve(import.meta.dirname, '../..')
const work = path.join(root, '.cache/mutate')
const copy = path.join(work, 'project')
/** Copied, because sources that somebody works on must never be changed. */
const copied = [
  'app',
  'engine',
  'tests',
  'scripts',
  'prisma',
  'public',
  'docs',
  'build',
  '.env.example',
  'README.md',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vitest.config.ts',
  'remix.config.js',
  'remix.env.d.ts',
  'playwright.config.ts',
  '.oxlintrc.json',
]

type Outcome = 'killed' | 'survived' | 'no-tests'
type Line = { id: string; part: string; outcome: Outcome; ms: number; where: string; change: string }

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    max: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    built: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})
const seed = Number(options.seed)
const most = Number(options.max)
const chosen = options.only === undefined ? Object.keys(parts) : options.only.split(',')
const unknown = chosen.filter((name) => !(name in parts))
if (unknown.length > 0 || !Number.isInteger(seed) || !Number.isInteger(most) || most < 1) {
  console.error(
    unknown.length > 0
      ? `no such part: ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`
      : '--seed and --max are whole numbers',
  )
  process.exit(64)
}

/** The folder to read from: the project's, and after copying the copy, so that later edits do not affect a run. */
let base = root
const read = (file: string): string => fs.readFileSync(path.join(base, file), 'utf8')
const short = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').length > 70
    ? `${text.replaceAll(/\s+/g, ' ').slice(0, 67)}…`
    : text.replaceAll(/\s+/g, ' ')
const whereOf = (mutant: Mutant): string => `${mutant.file}:${mutant.line}`
const changeOf = (mutant: Mutant): string =>
  mutant.to === ';'
    ? `left out: ${short(mutant.from)}`
    : mutant.kind === 'await'
      ? `without await: ${short(mutant.to)}`
      : `${short(mutant.from)} → ${short(mutant.to)}`

/** The same change to the same source with the same tests has the same outcome. */
const idOf = (mutant: Mutant, tests: readonly string[]): string => {
  const hash = createHash('sha256')
    .update(JSON.stringify([mutant, options.built]))
    .update(read(mutant.file))
  for (const test of tests) hash.update(read(test))
  return hash.digest('hex').slice(0, 20)
}

const makeCopy = (): void => {
  fs.rmSync(copy, { recursive: true, force: true })
  fs.mkdirSync(copy, { recursive: true })
  for (const name of copied)
    if (fs.existsSync(path.join(root, name)))
      fs.cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'dir')
}

/** Whether all of these tests pass now. Stops at the first failure. */
const passes = async (vitest: Vitest, tests: readonly string[]): Promise<boolean> => {
  const specifications = (await vitest.globTestSpecifications(tests.map((test) => path.join(copy, test)))).filter(
    (one) => tests.includes(path.relative(copy, one.moduleId)),
  )
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  // The report includes outcomes of earlier tests; they do not count here.
  const own = testModules.filter((module) => specifications.some((one) => one.moduleId === module.moduleId))
  return unhandledErrors.length === 0 && own.every((module) => module.ok())
}

/** The same against the built server: the slow check of changes that the quick one did not detect. */
const passesBuilt = (tests: readonly string[]): boolean => {
  const node = (args: readonly string[], env: Record<string, string> = {}) =>
    spawnSync(process.execPath, args, { cwd: copy, env: { ...process.env, ...env }, stdio: 'ignore' }).status === 0
  // A change that can't be built counts as detected.
  if (!node(['node_modules/@remix-run/dev/dist/cli.js', 'build'], { NODE_ENV: 'production' })) return false
  return node(['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', ...tests])
}

const draw = () =>
  chosen.flatMap((name) => {
    const { sources, tests } = parts[name] ?? { sources: [], tests: [] }
    const all = filesOf(base, sources, isSource).flatMap((file) => findMutants(file, read(file)))
    const files = filesOf(base, tests, isTest)
    const quick = files.filter((test) => !needsBuild(base, test))
    return drawMutants(all, seed, most).map((mutant) => ({
      part: name,
      mutant,
      quick,
      slow: files.filter((test) => !quick.includes(test)),
      of: all.length,
    }))
  })

const main = async (): Promise<void> => {
  if (options.list) {
    for (const { part, mutant } of draw()) console.log(`${part}  ${whereOf(mutant)}  ${changeOf(mutant)}`)
    return
  }
  fs.mkdirSync(work, { recursive: true })
  const journal = path.join(work, `seed-${seed}.jsonl`)
  const known = new Map(
    (fs.existsSync(journal) ? fs.readFileSync(journal, 'utf8').trim().split('\n') : [])
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line)
      .map((line) => [line.id, line]),
  )
  makeCopy()
  base = copy
  const drawn = draw()
  process.chdir(copy)
  const vitest = await createVitest('test', { root: copy, watch: false, bail: 1, reporters: [{}], testTimeout: 60_000 })
  const lines: Line[] = []
  try {
    const sound = new Map<string, boolean>()
    /** The test that detected the last change of a source runs first for its next one, which it usually detects too. */
    const seenBy = new Map<string, string>()
    const isSeen = async (source: string, tests: readonly string[]): Promise<boolean> => {
      const first = seenBy.get(source)
      if (first !== undefined && !(await passes(vitest, [first]))) return true
      for (const test of tests) {
        if (test === first || (await passes(vitest, [test]))) continue
        seenBy.set(source, test)
        return true
      }
      return false
    }
    for (const { part, mutant, quick, slow } of drawn) {
      const id = idOf(mutant, [...quick, ...slow])
      const before = known.get(id)
      if (before !== undefined) {
        lines.push(before)
        continue
      }
      if (!sound.has(part)) {
        sound.set(part, quick.length === 0 || (await passes(vitest, quick)))
        if (!sound.get(part)) console.error(`${part}: its tests fail without any change; it is left out`)
      }
      if (!sound.get(part)) continue
      const file = path.join(copy, mutant.file)
      const text = read(mutant.file)
      const began = performance.now()
      fs.writeFileSync(file, applyMutant(text, mutant))
      vitest.invalidateFile(file)
      let lives: boolean
      try {
        lives = quick.length === 0 || !(await isSeen(mutant.file, quick))
        if (lives && options.built && slow.length > 0) lives = passesBuilt(slow)
      } finally {
        fs.writeFileSync(file, text)
        vitest.invalidateFile(file)
      }
      const outcome: Outcome = quick.length === 0 && !options.built ? 'no-tests' : lives ? 'survived' : 'killed'
      const line: Line = {
        id,
        part,
        outcome,
        ms: Math.round(performance.now() - began),
        where: whereOf(mutant),
        change: changeOf(mutant),
      }
      fs.appendFileSync(journal, `${JSON.stringify(line)}\n`)
      lines.push(line)
      if (outcome === 'survived') console.log(`survived  ${line.where}  ${line.change}`)
    }
  } finally {
    await vitest.close()
  }
  console.log('\nnot seen by any test:')
  for (const line of lines)
    if (line.outcome !== 'killed')
      console.log(
        `  ${line.where}  ${line.change}${line.outcome === 'no-tests' ? '  (only by tests of the built server: --built)' : ''}`,
      )
  for (const part of chosen) {
    const own = lines.filter((line) => line.part === part)
    const killed = own.filter((line) => line.outcome === 'killed').length
    console.log(
      `${part}: ${killed} of ${own.length} seen${own.length === 0 ? '' : ` (${((100 * killed) / own.length).toFixed(0)} %)`}`,
    )
  }
}
await main()
