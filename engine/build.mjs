/**
 * Compiles the engine to build/engine.wasm. It does nothing when no source has changed since the last build (by
 * content), so it can run before every start and test.
 * `node engine/build.mjs --force` always compiles.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = path.dirname(fileURLToPath(import.meta.url))
const output = path.join(folder, 'build', 'engine.wasm')
const stamp = path.join(folder, 'build', 'engine.stamp')

/** A hash of everything that determines the output: sources, configuration, compiler version. */
function hashOfSources() {
  const hash = createHash('sha256')
  const visit = (at) => {
    for (const entry of readdirSync(at, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const file = path.join(at, entry.name)
      if (entry.isDirectory()) visit(file)
      else if (entry.name.endsWith('.ts'))
        hash.update(path.relative(folder, file)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  visit(path.join(folder, 'assembly'))
  hash.update(readFileSync(path.join(folder, 'asconfig.json')))
  hash.update(createRequire(import.meta.url)('assemblyscript/package.json').version)
  return hash.digest('hex')
}

/** Compiles. The output is renamed into place, so that a reader never sees half a file. */
function compile() {
  const started = process.hrtime.bigint()
  const compiler = fileURLToPath(new URL('../node_modules/assemblyscript/bin/asc.js', import.meta.url))
  const temporary = `build/engine.${process.pid}.wasm`
  const result = spawnSync(process.execPath, [compiler, '--config', 'asconfig.json', '--outFile', temporary], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (result.status !== 0) {
    console.error('engine: the compiler failed')
    process.exit(1)
  }
  renameSync(path.join(folder, temporary), output)
  const took = Number((process.hrtime.bigint() - started) / 1_000_000n)
  console.log(`engine: compiled in ${took} ms, ${readFileSync(output).length} bytes`)
}

const hash = hashOfSources()
const upToDate = existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
if (!process.argv.includes('--force') && upToDate) {
  console.log('engine: up to date')
} else {
  mkdirSync(path.join(folder, 'build'), { recursive: true })
  compile()
  writeFileSync(stamp, hash)
}
