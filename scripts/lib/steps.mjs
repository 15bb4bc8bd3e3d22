/**
 * What start.mjs and test.mjs share: steps that report what they do and how long they took, stamps to skip a step while
 * its inputs are unchanged, and the steps that both need. Plain node: it runs before anything is installed.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))))
const cacheDir = path.join(root, '.cache')
const inCache = (name) => path.join(cacheDir, name)

const startedAt = performance.now()
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`
const clock = () => seconds(performance.now() - startedAt).padStart(8)
/** Prints a line with the time since the start. */
export const say = (text) => console.log(`${clock()}  ${text}`)

/**
 * Runs a command; a long one reports every 15 s that it is still running. Quiet commands show their output only if they
 * fail.
 */
export const run = (
  command,
  args,
  { quiet = false, env = {}, label = command, cwd = root, shell = false, tell = say } = {},
) =>
  new Promise((resolve, reject) => {
    const at = performance.now()
    const child = spawn(command, args, {
      cwd,
      shell,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: Object.fromEntries(Object.entries({ ...process.env, ...env }).filter(([, value]) => value !== undefined)),
    })
    const output = []
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))
    const still = setInterval(() => tell(`  … ${label}, ${seconds(performance.now() - at)} so far`), 15_000)
    child.on('error', (error) => {
      clearInterval(still)
      reject(error)
    })
    child.on('close', (code, signal) => {
      clearInterval(still)
      const text = Buffer.concat(output).toString('utf8')
      if (code === 0) resolve(text)
      else
        reject(
          Object.assign(
            new Error(`${label} failed (${signal ?? `exit ${code}`})${text === '' ? '' : `:\n${text.trimEnd()}`}`),
            { output: text },
          ),
        )
    })
  })

/**
 * A digest over files and folders, by path and content. A missing one counts as missing; names in `skip` are left out.
 */
export const digest = (inputs, { skip = [], extra = '' } = {}) => {
  const hash = createHash('sha256').update(extra)
  const visit = (file) => {
    const name = path.relative(root, file)
    if (skip.includes(name)) return
    const stat = fs.statSync(file, { throwIfNoEntry: false })
    if (stat === undefined) hash.update(`absent ${name}\n`)
    else if (stat.isDirectory()) for (const entry of fs.readdirSync(file).sort()) visit(path.join(file, entry))
    else hash.update(`${name} ${stat.size}\n`).update(fs.readFileSync(file))
  }
  for (const input of inputs) visit(path.join(root, input))
  return hash.digest('hex')
}

/** Runs a step unless its stamp has this digest and its outputs exist. */
export const step = async (name, title, wanted, outputs, work) => {
  const stamp = inCache(`${name}.stamp`)
  const known = fs.existsSync(stamp) ? fs.readFileSync(stamp, 'utf8') : ''
  if (known === wanted && outputs.every((output) => fs.existsSync(path.join(root, output)))) return false
  say(title)
  const at = performance.now()
  fs.rmSync(stamp, { force: true })
  await work()
  fs.mkdirSync(cacheDir, { recursive: true })
  fs.writeFileSync(stamp, wanted)
  say(`  done in ${seconds(performance.now() - at)}`)
  return true
}

/** True if node_modules matches the lock file, apart from optional packages of other platforms. */
const isInstalled = () => {
  const hidden = path.join(root, 'node_modules/.package-lock.json')
  if (!fs.existsSync(hidden)) return false
  const read = (file) => JSON.parse(fs.readFileSync(file, 'utf8')).packages
  const there = read(hidden)
  return Object.entries(read(path.join(root, 'package-lock.json'))).every(
    ([name, wanted]) => name === '' || wanted.optional || wanted.devOptional || there[name]?.version === wanted.version,
  )
}

const npm = (args, options) => run('npm', args, { quiet: true, shell: process.platform === 'win32', ...options })

/**
 * Packages are installed without their install scripts: they work as they are, except for what `buildBackupLibrary`
 * compiles.
 */
export const install = async () => {
  if (isInstalled()) return
  say('installing packages')
  const at = performance.now()
  await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { label: 'npm ci' })
  if (!isInstalled()) throw new Error('npm ci ended, but node_modules does not hold what package-lock.json says')
  say(`  done in ${seconds(performance.now() - at)}`)
}

export const backupLibrary = 'node_modules/sqlite3/build/Release/node_sqlite3.node'
/**
 * Prepares `sqlite3`, which only backups and their check use. It is downloaded ready-made or compiled; that takes a
 * minute, and no page waits for it. A runtime installed as a package provides the headers for it.
 */
export const buildBackupLibrary = async (tell = say) => {
  if (fs.existsSync(path.join(root, backupLibrary))) return
  tell('building the library for backups, once')
  const home = path.dirname(path.dirname(process.execPath))
  const env = fs.existsSync(path.join(home, 'include/node/node_api.h')) ? { npm_config_nodedir: home } : {}
  const at = performance.now()
  await npm(['rebuild', 'sqlite3', '--foreground-scripts'], {
    label: 'npm rebuild sqlite3',
    // Half the work of the usual -O3; a backup waits for the disk, not for the processor.
    env: {
      JOBS: 'max',
      CFLAGS: `-O1 ${process.env.CFLAGS ?? ''}`,
      CXXFLAGS: `-O1 ${process.env.CXXFLAGS ?? ''}`,
      ...env,
    },
    tell,
  })
  tell(`  the library for backups is built, ${seconds(performance.now() - at)}`)
}

/** Bundles a program for Node. */
const bundle = async (options) => {
  const { build: run } = await import('esbuild')
  await run({
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    logLevel: 'silent',
    ...options,
  })
}

/** Programs of threads, each a separate file beside the server's, and the folders that they are made of. */
export const threads = [
  {
    name: 'drawing',
    title: 'the drawing thread',
    entry: 'app/modules/captcha/draw/draw-worker.server.ts',
    file: 'build/draw-worker.js',
    from: ['app/modules/captcha'],
  },
  {
    name: 'engine-thread',
    title: 'the engine’s thread',
    entry: 'app/modules/channel-list/engine/engine-thread.server.ts',
    file: 'build/engine-thread.js',
    from: ['app/modules/channel-list', 'app/engine', 'app/errors', 'engine/host'],
  },
  {
    name: 'list-pdf',
    title: 'the thread for PDF',
    entry: 'app/web/lists/list-pdf-thread.server.ts',
    file: 'build/list-pdf-thread.js',
    from: ['app/web/lists', 'app/web/order', 'app/i18n/languages.ts', 'app/platform'],
  },
  {
    name: 'link-tables',
    title: 'the thread for tables of links',
    entry: 'app/modules/link/table-thread.server.ts',
    file: 'build/link-tables-thread.js',
    from: ['app/modules/link', 'app/text', 'app/engine', 'app/platform', 'engine/host'],
  },
]
export const buildThread = ({ entry, file }) => bundle({ entryPoints: [entry], outfile: file, external: ['canvas'] })

/** Builds the gateway's program, which starts the app: small, so that it starts at once and needs little memory. */
export const buildGateway = () =>
  bundle({
    entryPoints: ['app/server/gateway/main.ts'],
    outfile: 'build/index.js',
    target: 'node20',
    // Packages are not bundled; ~ is our own code.
    plugins: [
      {
        name: 'packages',
        setup: (one) =>
          one.onResolve({ filter: /^[^./~]/ }, ({ kind, path: name }) =>
            kind === 'entry-point' ? null : { path: name, external: true },
          ),
      },
    ],
  })

/**
 * Writes the operator's commands from the endpoint table. Loading the table takes seconds; the operator's command line
 * reads this file instead and starts at once.
 */
export const buildOperatorCommands = () =>
  step(
    'operator-commands',
    'describing the operator’s commands',
    digest(['app', 'engine/host', 'scripts/operator/make-commands.ts', 'scripts/lib'], {
      extra: digest(['package-lock.json']),
    }),
    ['build/operator-commands.json'],
    async () => {
      // In the project's folder it finds the packages.
      const program = path.join(root, 'build/make-commands.js')
      await bundle({
        entryPoints: ['scripts/operator/make-commands.ts'],
        outfile: program,
        packages: 'external',
        loader: { '.wasm': 'empty' },
      })
      await run(process.execPath, [program, 'build/operator-commands.json'], {
        quiet: true,
        label: 'describing the operator’s commands',
      })
      fs.rmSync(program)
    },
  )

/** Builds the generated database client, the engine and the threads' programs, each only if its inputs changed. */
export const buildParts = async () => {
  const lock = digest(['package-lock.json'])
  await step(
    'prisma',
    'generating the database client',
    digest(['prisma/schema.prisma'], { extra: lock }),
    ['app/generated/prisma/client.ts'],
    () =>
      // The real schema engine is a download that nothing here needs.
      run(process.execPath, ['node_modules/prisma/build/index.js', 'generate'], {
        quiet: true,
        label: 'prisma generate',
        env: { PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', PRISMA_HIDE_UPDATE_MESSAGE: '1' },
      }),
  )
  await step(
    'engine',
    'building the channel-list engine',
    digest(['engine/assembly', 'engine/asconfig.json', 'engine/build.mjs'], { extra: lock }),
    ['engine/build/engine.wasm'],
    () => run(process.execPath, ['engine/build.mjs'], { quiet: true, label: 'engine build' }),
  )
  for (const thread of threads) {
    const inputs = digest([...thread.from, 'scripts/lib/steps.mjs'], { extra: lock })
    await step(thread.name, `building ${thread.title}`, inputs, [thread.file], () => buildThread(thread))
  }
}

/** Builds everything that runs: the parts, then the portal as in production. */
export const build = async () => {
  await buildParts()
  await buildOperatorCommands()
  const lock = digest(['package-lock.json'])
  const inputs = [
    'app',
    'public',
    'engine/build/engine.wasm',
    'engine/host',
    'remix.config.js',
    'postcss.config.js',
    'scripts/styles',
    'tsconfig.json',
    'scripts/merge-chunks.mjs',
    'scripts/compress.mjs',
  ]
  await step(
    'remix',
    'building the portal',
    digest(inputs, { skip: ['public/build'], extra: lock }),
    ['build/app.js', 'build/index.js', 'public/build'],
    async () => {
      // Old chunks would be served and compressed forever.
      fs.rmSync(path.join(root, 'public/build'), { recursive: true, force: true })
      await run(process.execPath, ['node_modules/@remix-run/dev/dist/cli.js', 'build'], {
        quiet: true,
        label: 'remix build',
        env: { NODE_ENV: 'production' },
      })
      await run(process.execPath, ['scripts/merge-chunks.mjs'], { quiet: true, label: 'merging scripts' })
      await run(process.execPath, ['scripts/compress.mjs'], { quiet: true, label: 'compressing' })
      await buildGateway()
    },
  )
}
