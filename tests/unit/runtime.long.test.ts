/**
 * The scripts' pinned Node: under an older Node a command re-runs under the pinned one with its arguments, signals and
 * exit code.
 */
import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../support/paths'

type Lock = {
  packages: Record<string, { version: string; integrity?: string; os?: string; cpu?: string; bin?: { node: string } }>
}
const lock = JSON.parse(readFileSync(path.join(root, 'scripts/runtime/package-lock.json'), 'utf8')) as Lock
const runtimes = Object.entries(lock.packages).filter(([folder]) => folder !== '')
/** A platform without a runtime in the registry can't continue; the sentences are the same everywhere. */
const [folderName, own] =
  runtimes.find(([, one]) => one.os === process.platform && one.cpu === process.arch) ?? runtimes[0]!

const made: string[] = []
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** A project of two scripts with a `node` that claims to be 20.20.2 and an npm that runs `npm`. */
let project: string
beforeEach(() => {
  project = mkdtempSync(path.join(os.tmpdir(), 'portal-runtime-'))
  made.push(project)
  for (const name of ['scripts/run.mjs', 'scripts/lib/runtime.mjs', 'scripts/runtime'])
    cpSync(path.join(root, name), path.join(project, name), { recursive: true })
  writeFileSync(
    path.join(project, 'old.cjs'),
    `Object.defineProperty(process.versions, 'node', { value: '20.20.2' })\n`,
  )
  writeFileSync(
    path.join(project, 'say.mjs'),
    `console.log(JSON.stringify({ args: process.argv.slice(1), path: process.env.PATH, node: process.env.npm_node_execpath, version: process.versions.node }))\n`,
  )
})
const executable = (file: string, text: string): void => {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${text}\n`)
  chmodSync(file, 0o755)
}
/**
 * Stands in for the pinned Node: prints its version, and runs everything else with this test's Node, without what makes
 * that one old.
 */
const pinnedNode = `if [ "$1" = -v ]; then echo v${own.version}; exit; fi\nshift 2\nexec "${process.execPath}" "$@"`
const place = (): string => path.join(project, '.cache/runtime', own.version, folderName, own.bin!.node)

type Ran = { code: number | null; signal: NodeJS.Signals | null; out: string; error: string }
const start = (args: string[], onOutput: (text: string, pid: number) => void = () => undefined): Promise<Ran> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--require', path.join(project, 'old.cjs'), ...args], {
      cwd: project,
      env: { ...process.env, PATH: `${path.join(project, 'bin')}:${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    let error = ''
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      onOutput(out, child.pid!)
    })
    child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()))
    child.on('close', (code, signal) => resolve({ code, signal, out, error }))
  })

describe('an old Node', () => {
  it('re-runs the command under the pinned one with its arguments, and says so in one line on stderr', async () => {
    executable(place(), pinnedNode)
    const { code, out, error } = await start(['scripts/run.mjs', 'say.mjs', 'a b', '--c'])
    expect({ code, error }).toEqual({
      code: 0,
      error: `The portal runs on Node 22 (from 22.12) and 24; this is Node 20.20.2. Going on with Node ${own.version} from .cache/runtime.\n`,
    })
    const said = JSON.parse(out) as { args: string[]; path: string; node: string; version: string }
    expect(said.args).toEqual([path.join(project, 'say.mjs'), 'a b', '--c'])
    expect(said.version).toBe(process.versions.node)
    // Child processes find the same Node: npm, compilers, test workers.
    expect(said.path.split(path.delimiter)[0]).toBe(path.dirname(place()))
    expect(said.node).toBe(place())
  })

  it('exits with the real process’s exit code', async () => {
    executable(place(), pinnedNode)
    writeFileSync(path.join(project, 'end.mjs'), 'process.exit(78)\n')
    expect(await start(['scripts/run.mjs', 'end.mjs'])).toMatchObject({ code: 78, signal: null })
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'forwards %s to the real process and waits for its end',
    async (signal) => {
      executable(place(), pinnedNode)
      writeFileSync(
        path.join(project, 'wait.mjs'),
        `process.on('${signal}', () => { console.log('told'); process.exitCode = 7; clearInterval(still) })\nconst still = setInterval(() => {}, 1000)\nconsole.log('waiting')\n`,
      )
      let sent = false
      const { code, out } = await start(['scripts/run.mjs', 'wait.mjs'], (text, pid) => {
        if (sent || !text.includes('waiting')) return
        sent = true
        process.kill(pid, signal)
      })
      expect({ code, out }).toEqual({ code: 7, out: 'waiting\ntold\n' })
    },
  )

  it('ends the real process when the npm shell that started it is gone', async () => {
    executable(place(), pinnedNode)
    writeFileSync(
      path.join(project, 'wait.mjs'),
      `process.on('SIGTERM', () => { console.log('told'); clearInterval(still) })\nconst still = setInterval(() => {}, 1000)\nconsole.log('waiting')\n`,
    )
    const out = await new Promise<string>((resolve) => {
      const command = `"${process.execPath}" --require "${path.join(project, 'old.cjs')}" scripts/run.mjs wait.mjs; true`
      const shell = spawn('/bin/sh', ['-c', command], {
        cwd: project,
        env: { ...process.env, npm_lifecycle_event: 'serve' },
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      let text = ''
      shell.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        if (text === 'waiting\n') shell.kill('SIGKILL')
      })
      // The output closes when the last process that holds it ends.
      shell.on('close', () => resolve(text))
    })
    expect(out).toBe('waiting\ntold\n')
  })

  it('ends with the signal that ended the real process', async () => {
    executable(place(), pinnedNode)
    writeFileSync(path.join(project, 'die.mjs'), `process.kill(process.pid, 'SIGKILL')\n`)
    expect(await start(['scripts/run.mjs', 'die.mjs'])).toMatchObject({ code: null, signal: 'SIGKILL' })
  })

  it('downloads the pinned one first where it is missing, and only once', async () => {
    executable(
      path.join(project, 'bin/npm'),
      `echo fetched >> "${project}/fetches"\nmkdir -p "${path.dirname(path.join(folderName, own.bin!.node))}"\ncp "${project}/pinned" "${path.join(folderName, own.bin!.node)}"`,
    )
    executable(path.join(project, 'pinned'), pinnedNode)
    const first = await start(['scripts/run.mjs', 'say.mjs'])
    expect(first).toMatchObject({
      code: 0,
      error: `The portal runs on Node 22 (from 22.12) and 24; this is Node 20.20.2. Fetching Node ${own.version} from the package registry and going on with it.\n`,
    })
    expect(await start(['scripts/run.mjs', 'say.mjs'])).toMatchObject({ code: 0 })
    expect(readFileSync(path.join(project, 'fetches'), 'utf8')).toBe('fetched\n')
  })

  it('says what to install when nothing can be downloaded, and leaves nothing half done', async () => {
    executable(path.join(project, 'bin/npm'), 'echo no network >&2\nexit 1')
    const { code, out, error } = await start(['scripts/run.mjs', 'say.mjs'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(error).toContain(
      `Node ${own.version} could not be fetched. Install Node 24 (https://nodejs.org) and run the command again.\nno network`,
    )
    executable(
      path.join(project, 'bin/npm'),
      `mkdir -p "${path.dirname(path.join(folderName, own.bin!.node))}"\nprintf '#!/bin/sh\\necho v1.0.0' > "${path.join(folderName, own.bin!.node)}"`,
    )
    expect(await start(['scripts/run.mjs', 'say.mjs'])).toMatchObject({ code: 1, out: '' })
  })
})

describe('the pinned runtimes', () => {
  it('have one version, each with its digest', () => {
    expect(runtimes.map(([, one]) => `${one.os}-${one.cpu}`).sort()).toEqual(['linux-arm64', 'linux-x64', 'win32-x64'])
    for (const [, one] of runtimes) {
      expect(one.version).toBe(own.version)
      expect(one.integrity).toMatch(/^sha512-[\w+/]{86}==$/)
    }
  })

  it('run every short command of package.json, whatever the machine has', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    for (const [name, command] of Object.entries(scripts)) {
      const file = /^node (scripts\/[\w/-]+\.mjs)( |$)/.exec(command)?.[1]
      expect(file, `npm run ${name}`).toBeDefined()
      expect(
        readFileSync(path.join(root, file!), 'utf8').match(/^import .*$/m)?.[0],
        `the first import of ${file}`,
      ).toMatch(/^import (?:.* from )?'\.\.?\/(?:lib\/)?(?:lib\/)?runtime\.mjs'$/)
    }
  })
})
