/**
 * The command line of the channel-list engine: inspect, validate, sort and convert files with the same code as the
 * portal. Exit codes: 0 done, 1 the file has errors or can't be read, 2 the command line is wrong or a file can't be
 * opened or written.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { findOriginal, writeIn, type StoredOriginal } from '../app/modules/channel-list/files/dialects'
import type { Engine, OpenList } from '../engine/host/contract'
import { createFormats, type Formats } from '../engine/host/formats/index'
import {
  type FileFormat,
  type FileLoss,
  fileFormatNames,
  fileFormats,
  isEngineFormat,
} from '../engine/host/formats/types'
import { createEngine } from '../engine/host/index'
import lossTexts from '../app/i18n/locales/en/losses.json'
import problemTexts from '../app/i18n/locales/en/problems.json'
import {
  type Encoding,
  type Problem,
  type Refusal,
  type SortMode,
  encodings,
  limits,
  sortModes,
} from '../engine/host/types'

const usage = `Usage:
  npm run --silent sdx -- inspect FILE [--json] [--encoding LABEL]
  npm run --silent sdx -- validate FILE [--json] [--encoding LABEL]
  npm run --silent sdx -- sort FILE --mode MODE [--variant 1|2] [--encoding LABEL] -o OUT
  npm run --silent sdx -- convert FILE --to FORMAT [--encoding LABEL] -o OUT

FILE      a list in any of these formats, known by its content; e2 is a settings folder as .zip or .tar.gz
FORMAT    ${fileFormatNames.join(', ')}
MODE      ${sortModes.join(', ')}
--variant transponders by frequency (1, the default) or by their order in the list (2)
--encoding reads names without a declared encoding as this: ${encodings.join(', ')}
OUT       a file, replaced only when the new list was read back whole; - writes to standard output`

/** A wrong command line or a file that can't be opened: reported as a sentence, with exit code 2. */
class UsageError extends Error {}
/** A list that can't be read or written: reported as a sentence, with exit code 1. */
class ListError extends Error {}

type ShownProblem = {
  severity: 'error' | 'warning'
  code: string
  record: number | null
  offset: number | null
  message: string
}
/** The output of `inspect --json`; scripts may rely on these names. */
type Inspection = {
  dialect: string | null
  version: string | null
  encoding: string | null
  records: number
  satellites: { name: string; angle: number | null }[]
  transponders: {
    satellite: string | null
    frequencyKHz: number | null
    polarisation: string | null
    symbolRate: number | null
    fec: string | null
  }[]
  channels: {
    name: string
    type: string
    frequencyKHz: number | null
    polarisation: string | null
    angle: number | null
    symbolRate: number | null
    sid: number | null
    onid: number | null
    tsid: number | null
    scrambled: boolean | null
  }[]
  problems: ShownProblem[]
}

const root = path.resolve(import.meta.dirname, '..')

type Host = { engine: Engine; formats: Formats }
const makeHost = (): Host => {
  const wasm = path.join(root, 'engine/build/engine.wasm')
  if (!existsSync(wasm)) {
    // The compiler's messages do not belong in this program's output.
    const built = spawnSync(process.execPath, [path.join(root, 'engine/build.mjs')], {
      cwd: root,
      stdio: ['ignore', 2, 2],
    })
    if (built.status !== 0) throw new UsageError('The engine could not be compiled; is everything installed (npm ci)?')
  }
  const engine = createEngine(readFileSync(wasm))
  return { engine, formats: createFormats(engine) }
}

/** Paths are relative to where npm was called, although npm runs this in the project's folder. */
const resolvePath = (file: string): string =>
  path.resolve(process.env.npm_lifecycle_event === 'sdx' ? (process.env.INIT_CWD ?? '.') : '.', file)

const reasonOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file or folder',
    EISDIR: 'it is a folder',
    EACCES: 'permission is denied',
    EPERM: 'permission is denied',
    ENOSPC: 'the disk is full',
    EROFS: 'the disk is read-only',
  }
  return reasons[code] ?? (error instanceof Error ? error.message : String(error))
}

const readInput = (file: string): Uint8Array => {
  try {
    const full = resolvePath(file)
    // One byte over the limit is enough for the engine to refuse it.
    if (statSync(full).size > limits.fileBytes) return new Uint8Array(limits.fileBytes + 1)
    return readFileSync(full)
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${reasonOf(error)}.`)
  }
}

type Fault = { ok: false; refusal: Refusal; record: number | null; offset: number }
type Opened = { ok: true; list: OpenList; source: Uint8Array; original: StoredOriginal | null }

/** Opens a file of any dialect, like an upload of it. */
const openFile = ({ engine, formats }: Host, file: string, encoding: Encoding | undefined): Opened | Fault => {
  const bytes = readInput(file)
  const found = bytes.length > limits.fileBytes ? null : findOriginal(bytes)
  if (found !== null && !('files' in found)) return { ok: false, ...found }
  let source = bytes
  if (found !== null) {
    const read = formats.read({ ...found, encoding }, '')
    if (!read.ok) return { ok: false, refusal: read.refusal, record: null, offset: 0 }
    source = read.chl
  }
  const opened = engine.open(source, encoding === undefined ? {} : { encoding })
  if (!opened.ok) return { ok: false, refusal: opened.refusal, record: opened.record, offset: opened.offset }
  const { list } = opened
  // A file in which nothing could be read is not a list, whatever its first bytes look like.
  if (found !== null && list.length() === 0 && list.transponders().length === 0 && list.satellites().length === 0)
    return { ok: false, refusal: 'header-only', record: null, offset: 0 }
  return { ok: true, list, source, original: found === null ? null : { dialect: found.dialect, bytes } }
}

const fill = (text: string, values: Record<string, string | number | null | undefined>): string =>
  text.replaceAll(/\{\{(\w+)[^}]*\}\}/g, (_, name: string) => String(values[name] ?? ''))
/** The English sentence of a problem. */
const describeProblem = ({ code, value }: Problem): string => {
  const text = (problemTexts as Readonly<Record<string, unknown>>)[code]
  return fill(typeof text === 'string' ? text : code, { value: JSON.stringify(value ?? '') })
}
/** Why a file was refused. */
const describeRefusal = (refusal: Refusal, record: number | null): string => {
  const sizes = { limitBytes: `${limits.fileBytes / 1024 / 1024} MB`, mostRecords: limits.records }
  return fill(problemTexts.refusal[refusal], { record, ...sizes })
}

const openList = (host: Host, file: string, encoding: Encoding | undefined): Opened => {
  const opened = openFile(host, file, encoding)
  if (!opened.ok) throw new ListError(`${file}: C1112 ${describeRefusal(opened.refusal, opened.record)}`)
  return opened
}

const inspect = (host: Host, file: string, encoding: Encoding | undefined): Inspection => {
  const opened = openFile(host, file, encoding)
  if (!opened.ok) {
    const message = describeRefusal(opened.refusal, opened.record)
    return {
      dialect: null,
      version: null,
      encoding: null,
      records: 0,
      satellites: [],
      transponders: [],
      channels: [],
      problems: [{ severity: 'error', code: 'C1112', record: opened.record, offset: opened.offset, message }],
    }
  }
  const { list, original } = opened
  const satellites = list.satellites()
  const transponders = list.transponders()
  return {
    dialect: original?.dialect ?? list.dialect,
    // For another dialect, the version would be that of the converted text.
    version: original === null ? list.version : null,
    encoding: list.encoding,
    records: list.records,
    satellites: satellites.map(({ name, angle }) => ({ name, angle })),
    transponders: transponders.map(({ satellite, frequencyKHz, polarisation, symbolRate, fec }) => ({
      satellite: satellites[satellite]?.name ?? null,
      frequencyKHz,
      polarisation,
      symbolRate,
      fec,
    })),
    channels: list.channels(0, list.length()).map((channel) => {
      const transponder = transponders[channel.transponder]
      return {
        name: channel.name,
        type: channel.type,
        frequencyKHz: transponder?.frequencyKHz ?? null,
        polarisation: transponder?.polarisation ?? null,
        angle: satellites[channel.satellite]?.angle ?? null,
        symbolRate: transponder?.symbolRate ?? null,
        sid: channel.sid,
        onid: channel.onid,
        tsid: channel.tsid,
        scrambled: channel.scrambled,
      }
    }),
    problems: list.problems().map((problem) => ({
      severity: problem.severity,
      code: problem.code,
      record: problem.record,
      offset: problem.offset,
      message: describeProblem(problem),
    })),
  }
}

/** Where a run writes: its output, and its messages. */
export type Streams = { out: (chunk: string | Uint8Array) => void; err: (text: string) => void }

const problemLine = (problem: ShownProblem): string => {
  const place = [
    problem.record === null ? null : `record ${problem.record}`,
    problem.offset === null ? null : `byte ${problem.offset}`,
  ].filter((part) => part !== null)
  return `${problem.severity} ${problem.code}${place.length > 0 ? ` (${place.join(', ')})` : ''}: ${problem.message}`
}

const degrees = (angle: number | null): string =>
  angle === null ? '?' : angle > 1800 ? `${((3600 - angle) / 10).toFixed(1)}° W` : `${(angle / 10).toFixed(1)}° E`

const printInspection = (file: string, found: Inspection, print: (line: string) => void): void => {
  if (found.dialect === null) {
    print(`${file}: no channel list`)
  } else {
    const count = (type: string): number => found.channels.filter((channel) => channel.type === type).length
    print(
      `${file}: ${found.dialect}${found.version === null ? '' : ` ${found.version}`}, names in ${found.encoding ?? '?'}`,
    )
    print(
      `${found.records} records: ${count('tv')} TV, ${count('radio')} radio, ${found.channels.length - count('tv') - count('radio')} other; ${found.satellites.length} satellites, ${found.transponders.length} transponders`,
    )
    for (const satellite of found.satellites) print(`  ${degrees(satellite.angle).padStart(9)}  ${satellite.name}`)
    found.channels.forEach((channel, i) => {
      const frequency = channel.frequencyKHz === null ? '?' : (channel.frequencyKHz / 1000).toFixed(3)
      const marks = channel.scrambled === true ? ' scrambled' : ''
      print(
        `${String(i + 1).padStart(6)}  ${channel.name.padEnd(24)} ${channel.type.padEnd(5)} ${degrees(channel.angle).padStart(9)} ${frequency.padStart(10)} ${channel.polarisation ?? '?'} ${String(channel.symbolRate ?? '?').padStart(5)} ${String(channel.sid ?? '?').padStart(5)}${marks}`,
      )
    })
  }
  for (const problem of found.problems) print(problemLine(problem))
}

const lossSentence = ({ code, fields = [] }: FileLoss): string => fill(lossTexts[code], { fields: fields.join(', ') })

/** Writes the list; keeps the old file until the new one was read back with as many channels. */
const writeOutput = (host: Host, opened: Opened, format: FileFormat, target: string, streams: Streams): void => {
  const { list, source, original } = opened
  const expected = list.length()
  const { bytes, losses, empty, tooLong } = writeIn(host, () => list, { source, state: list.state(), original }, format)
  if (tooLong) throw new ListError(`The list is too long for ${format}; nothing was written.`)
  if (empty) throw new ListError(`Nothing of the list has a place in ${format}; nothing was written.`)
  if (isEngineFormat(format)) {
    const dropped = new Set(losses.find((loss) => loss.code === 'record-unreadable')?.ids ?? [])
    const again = host.engine.open(bytes)
    const found = again.ok ? again.list.length() : 0
    if (found > expected || found < expected - dropped.size)
      throw new ListError(
        `The new list was read back with ${found} channels instead of ${expected}; nothing was written.`,
      )
  }
  for (const loss of losses) {
    const sentence = lossSentence(loss)
    streams.err(loss.ids.length === 0 ? `${sentence}\n` : `${loss.ids.length} channels: ${sentence}\n`)
  }
  if (target === '-') {
    streams.out(bytes)
    return
  }
  const full = resolvePath(target)
  const temporary = `${full}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, bytes)
    renameSync(temporary, full)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw new UsageError(`${target} can't be written: ${reasonOf(error)}.`)
  }
}

const isEncoding = (label: string): label is Encoding => encodings.some((encoding) => encoding === label)
const isMode = (mode: string): mode is SortMode => sortModes.some((one) => one === mode)
const isFormat = (format: string): format is FileFormat => Object.hasOwn(fileFormats, format)
const formatOf = (dialect: string): FileFormat => fileFormatNames.find((name) => fileFormats[name] === dialect) ?? 'chl'

type Options = {
  json: boolean
  encoding: Encoding | undefined
  mode: string | undefined
  variant: string | undefined
  to: string | undefined
  output: string | undefined
}

const parseCommand = (args: string[]): { command: string; file: string; options: Options } => {
  let parsed
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        encoding: { type: 'string' },
        mode: { type: 'string' },
        variant: { type: 'string' },
        to: { type: 'string' },
        output: { type: 'string', short: 'o' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
  const { values, positionals } = parsed
  const [command, file, ...more] = positionals
  if (values.help || command === 'help')
    return {
      command: 'help',
      file: '',
      options: {
        json: false,
        encoding: undefined,
        mode: undefined,
        variant: undefined,
        to: undefined,
        output: undefined,
      },
    }
  if (command === undefined) throw new UsageError(`No command is given.\n${usage}`)
  if (!['inspect', 'validate', 'sort', 'convert'].includes(command))
    throw new UsageError(`The command ${command} is unknown.\n${usage}`)
  if (file === undefined) throw new UsageError(`${command} needs a file.\n${usage}`)
  if (more.length > 0) throw new UsageError(`${command} takes one file; ${more.join(' ')} is too much.\n${usage}`)
  const label = values.encoding?.toLowerCase()
  if (label !== undefined && !isEncoding(label))
    throw new UsageError(`The encoding ${label} is unknown; known are ${encodings.join(', ')}.`)
  return {
    command,
    file,
    options: {
      json: values.json,
      encoding: label,
      mode: values.mode,
      variant: values.variant,
      to: values.to,
      output: values.output,
    },
  }
}

const requireOutput = (options: Options): string => {
  if (options.output === undefined || options.output === '')
    throw new UsageError('Say with -o where the new list goes.')
  return options.output
}

const run = (args: string[], streams: Streams): number => {
  const print = (line: string): void => streams.out(`${line}\n`)
  const { command, file, options } = parseCommand(args)
  if (command === 'help') {
    print(usage)
    return 0
  }
  if (command === 'inspect') {
    const found = inspect(makeHost(), file, options.encoding)
    if (options.json) print(JSON.stringify(found))
    else printInspection(file, found, print)
    return 0
  }
  if (command === 'validate') {
    const { dialect, version, encoding, records, problems } = inspect(makeHost(), file, options.encoding)
    const errors = problems.filter((problem) => problem.severity === 'error').length
    if (options.json) print(JSON.stringify({ dialect, version, encoding, records, problems }))
    else {
      for (const problem of problems) print(problemLine(problem))
      print(`${file}: ${errors} errors, ${problems.length - errors} warnings in ${records} records`)
    }
    return errors > 0 ? 1 : 0
  }
  if (command === 'sort') {
    const { mode, variant } = options
    if (mode === undefined || !isMode(mode))
      throw new UsageError(
        `${mode === undefined ? 'Say with --mode how to sort' : `The mode ${mode} is unknown`}; there are ${sortModes.join(', ')}.`,
      )
    if (variant !== undefined && variant !== '1' && variant !== '2')
      throw new UsageError('--variant is 1 (transponders by frequency) or 2 (by their order in the list).')
    const target = requireOutput(options)
    const host = makeHost()
    const opened = openList(host, file, options.encoding)
    const sorted = opened.list.apply([{ op: 'sort', mode, variant: variant === '2' ? 2 : 1 }])
    if (!sorted.ok) throw new ListError(`${file}: sorting failed (${sorted.code}).`)
    writeOutput(host, opened, formatOf(opened.original?.dialect ?? opened.list.dialect), target, streams)
    return 0
  }
  const { to } = options
  if (to === undefined || !isFormat(to))
    throw new UsageError(
      `${to === undefined ? 'Say with --to what to make of it' : `The format ${to} is unknown`}; there are ${fileFormatNames.join(', ')}.`,
    )
  const target = requireOutput(options)
  const host = makeHost()
  writeOutput(host, openList(host, file, options.encoding), to, target, streams)
  return 0
}

/** Runs one command line and returns its exit code. */
export const runSdx = (args: string[], streams: Streams): number => {
  try {
    return run(args, streams)
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof ListError)) throw error
    streams.err(`${error.message}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  // A reader of the output may stop early (head, less): that is not a failure.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if ('code' in error && error.code === 'EPIPE') process.exit(process.exitCode ?? 0)
      throw error
    })
  }
  process.exitCode = runSdx(process.argv.slice(2), {
    out: (chunk) => process.stdout.write(chunk),
    err: (text) => process.stderr.write(text),
  })
}
