/**
 * Selects the Node that the portal runs on. Every script imports this first. On Node 22.12 and newer it does nothing;
 * on an older one it runs the same command under a pinned Node 24, which is fetched once from the package registry into
 * .cache/runtime. scripts/runtime names its version and, in its lock file, the digest of every platform's package.
 *
 * The old process then only waits: it passes signals to the new one, and ends with its exit code or signal. Programs
 * that the new one starts (npm, compilers, test workers) find the pinned Node first in PATH. Plain node without
 * packages.
 */
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

const scripts = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const cache = path.join(path.dirname(scripts), '.cache/runtime')
const oldest = [22, 12]
const advice = `Install Node 24 (https://nodejs.org) and run the command again.`

const isNewEnough = (version) => {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1])
}

/** The pinned package for this machine, or nothing if the registry has none. */
const findPackage = () => {
  const { packages } = JSON.parse(fs.readFileSync(path.join(scripts, 'runtime/package-lock.json'), 'utf8'))
  process.report.excludeNetwork = true
  const entry = Object.entries(packages).find(([, one]) => one.os === process.platform && one.cpu === process.arch)
  // Alpine and similar systems have another C library than the one that the runtime was built for.
  const foreign = process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined
  if (entry === undefined || foreign) return undefined
  const [folder, { version, bin }] = entry
  return { version, program: path.join(cache, version, folder, bin.node) }
}

const runs = (program, version) =>
  fs.existsSync(program) && spawnSync(program, ['-v'], { encoding: 'utf8' }).stdout?.trim() === `v${version}`

/**
 * Installs the package atomically: npm installs it in a temporary folder and checks its digest against the lock file;
 * then it is renamed.
 */
const fetchRuntime = ({ version, program }) => {
  const beside = `${cache}-${process.pid}`
  try {
    fs.mkdirSync(beside, { recursive: true })
    for (const name of ['package.json', 'package-lock.json'])
      fs.copyFileSync(path.join(scripts, 'runtime', name), path.join(beside, name))
    const { error, status, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: beside,
      encoding: 'utf8',
      shell: process.platform === 'win32',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const fetched = program.replace(path.join(cache, version), () => beside)
    if (status !== 0 || !runs(fetched, version))
      throw new Error(
        `Node ${version} could not be fetched${error ? ` (${error.message})` : ''}. ${advice}\n${stderr ?? ''}`.trimEnd(),
      )
    fs.mkdirSync(cache, { recursive: true })
    for (const name of fs.readdirSync(cache))
      if (name !== version) fs.rmSync(path.join(cache, name), { recursive: true, force: true })
    // Another command may have been quicker, or an earlier one was interrupted.
    if (!runs(program, version)) {
      fs.rmSync(path.join(cache, version), { recursive: true, force: true })
      fs.renameSync(beside, path.join(cache, version))
    }
  } finally {
    fs.rmSync(beside, { recursive: true, force: true })
  }
}

/**
 * Under npm there is a shell in between, which dies from npm's signal without passing it on. So a process that loses
 * its parent ends by itself.
 */
export const whenParentIsGone = (end) => {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    end()
  }, 250)
  look.unref()
}

/** Runs this process's command under another Node and never returns. */
const goOnUnder = ({ version, program }) => {
  const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const child = spawn(program, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: {
      ...process.env,
      [pathKey]: [path.dirname(program), process.env[pathKey]].filter(Boolean).join(path.delimiter),
      // npm's settings for the old Node, replaced for the commands that the new one starts.
      NODE: program,
      npm_node_execpath: program,
    },
  })
  // Ctrl+C in a terminal reaches both processes anyway.
  const fromTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  const signals = [
    'SIGTERM',
    'SIGHUP',
    'SIGINT',
    ...(process.platform === 'win32' ? ['SIGBREAK'] : ['SIGQUIT', 'SIGUSR2']),
  ]
  for (const signal of signals)
    process.on(signal, () => (signal === 'SIGINT' && fromTerminal ? undefined : child.kill(signal)))
  whenParentIsGone(() => child.kill('SIGTERM'))
  child.on('error', (error) => {
    console.error(`Node ${version} could not be started (${error.message}). ${advice}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    for (const one of signals) process.removeAllListeners(one)
    process.kill(process.pid, signal)
  })
  return new Promise(() => {})
}

if (!isNewEnough(process.versions.node)) {
  const own = `The portal runs on Node 22 (from 22.12) and 24; this is Node ${process.versions.node}.`
  const stop = (text) => {
    console.error(text)
    process.exit(1)
  }
  // If a test runner or another program imports a script, its command line must not run again.
  const started = path.relative(scripts, path.resolve(process.argv[1] ?? '.'))
  if (!isMainThread || started.startsWith('..')) stop(`${own} Start it by npm run, which brings its own.`)
  const found = findPackage()
  if (found === undefined) stop(`${own} ${advice}`)
  if (runs(found.program, found.version))
    console.error(`${own} Going on with Node ${found.version} from .cache/runtime.`)
  else {
    console.error(`${own} Fetching Node ${found.version} from the package registry and going on with it.`)
    try {
      fetchRuntime(found)
    } catch (error) {
      stop(error.message)
    }
  }
  await goOnUnder(found)
}
