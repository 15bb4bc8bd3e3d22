/** The command line `sdx`: its output, the files that it writes, and the exit codes that scripts rely on. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fileFormatNames, fileFormats } from '../../engine/host/formats/types'
import { makeChl } from '../support/fixtures/chl'
import { makeList } from '../support/fixtures/satcodx'
import { buildSeedList } from '../../app/modules/channel-list/seed/data'
import { writeSatcodx } from '../../app/modules/channel-list/seed/file'
import { runSdx } from '../../scripts/sdx'
import { hasSamples, root, samplesDir } from '../support/paths'

const folder = mkdtempSync(path.join(os.tmpdir(), 'sdx-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command line in this process; a separate test below starts a real process. */
const run = (...args: string[]): { code: number; out: string; err: string } => {
  const out: (string | Uint8Array)[] = []
  const err: string[] = []
  const code = runSdx(args, { out: (chunk) => void out.push(chunk), err: (text) => void err.push(text) })
  return {
    code,
    out: out.map((chunk) => (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1'))).join(''),
    err: err.join(''),
  }
}
/** Runs a shell command in the project's folder. */
const shell = (line: string) => {
  const { npm_lifecycle_event: _event, ...env } = process.env
  return spawnSync('bash', ['-c', line], { cwd: root, env, encoding: 'utf8' })
}
const file = (name: string, bytes: Uint8Array | string): string => {
  const at = path.join(folder, name)
  writeFileSync(at, bytes)
  return at
}

const sdx = file('list.sdx', makeList({ seed: 4, variant: '103', records: 40, encoding: 'turkish' }).bytes)
const made = makeChl({ seed: 4, tv: 9, radio: 4 })
const chl = file('list.chl', made.bytes)

describe('sdx', () => {
  it('inspects a SatcoDX list as one JSON object with exactly the documented fields', () => {
    const { code, out } = run('inspect', sdx, '--json')
    expect(code).toBe(0)
    const found = JSON.parse(out)
    expect(Object.keys(found)).toEqual([
      'dialect',
      'version',
      'encoding',
      'records',
      'satellites',
      'transponders',
      'channels',
      'problems',
    ])
    expect(found).toMatchObject({ dialect: 'satcodx', version: '103', records: 40, problems: [] })
    expect(found.channels).toHaveLength(40)
    expect(Object.keys(found.satellites[0])).toEqual(['name', 'angle'])
    expect(Object.keys(found.transponders[0])).toEqual([
      'satellite',
      'frequencyKHz',
      'polarisation',
      'symbolRate',
      'fec',
    ])
    expect(Object.keys(found.channels[0])).toEqual([
      'name',
      'type',
      'frequencyKHz',
      'polarisation',
      'angle',
      'symbolRate',
      'sid',
      'onid',
      'tsid',
      'scrambled',
    ])
    expect(found.transponders[0].satellite).toBe(found.satellites[0].name)
  })

  it('inspects a .chl with null for missing values', () => {
    const found = JSON.parse(run('inspect', chl, '--json').out)
    expect(found).toMatchObject({ dialect: 'chl', version: '1', encoding: 'utf-8', records: 13 })
    expect(found.channels[0]).toMatchObject({ name: made.channels[0]?.name, onid: null, tsid: null })
    expect(found.problems[0]).toEqual({
      severity: 'warning',
      code: 'satellite-name-too-long',
      record: null,
      offset: expect.any(Number),
      message: expect.any(String),
    })
  })

  it('inspects a file that is not a list with its object and exit code 0, but validates it with 1', () => {
    for (const [name, content] of [
      ['empty.sdx', ''],
      ['play.m3u', '#EXTM3U\n'],
      ['notes.txt', 'Dear reader'],
      ['cut.sdx', 'SATCODX103Astra 1 (19.2E)   T'],
      ['cut.chl', '{"Type":"ch","Name":"x'],
    ] as const) {
      const at = file(name, content)
      const inspected = run('inspect', at, '--json')
      expect(inspected.code, name).toBe(0)
      expect(JSON.parse(inspected.out), name).toMatchObject({
        dialect: null,
        records: 0,
        channels: [],
        problems: [{ severity: 'error', code: 'C1112' }],
      })
      expect(run('validate', at).code, name).toBe(1)
      expect(run('convert', at, '--to', 'sdx', '-o', path.join(folder, 'never.sdx')), name).toMatchObject({
        code: 1,
        err: expect.stringContaining('C1112'),
      })
    }
    expect(existsSync(path.join(folder, 'never.sdx'))).toBe(false)
  })

  it('validates good lists with 0 and faulty lists with 1, naming record and byte', () => {
    expect(run('validate', sdx).code).toBe(0)
    expect(run('validate', chl).code).toBe(0)
    const bad = Buffer.from(readFileSync(sdx))
    bad.write('00x00', 128 + 87)
    const { code, out } = run('validate', file('bad.sdx', bad))
    expect(code).toBe(1)
    expect(out).toContain('error sid-invalid (record 2, byte 215)')
  })

  it('converts to the list’s own dialect byte for byte, and to the other with a report', () => {
    for (const [from, to] of [
      [sdx, 'sdx'],
      [chl, 'chl'],
    ] as const) {
      const out = path.join(folder, `same.${to}`)
      expect(run('convert', from, '--to', to, '-o', out)).toMatchObject({ code: 0, err: '' })
      expect(readFileSync(out).equals(readFileSync(from))).toBe(true)
    }
    const other = path.join(folder, 'other.chl')
    expect(run('convert', sdx, '--to', 'chl', '-o', other)).toMatchObject({
      code: 0,
      err: expect.stringContaining('Network'),
    })
    const names = (at: string): string[] =>
      JSON.parse(run('inspect', at, '--json').out).channels.map((channel: { name: string }) => channel.name)
    expect(names(other)).toEqual(names(sdx))
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('reads and writes every other format, and reports the losses of each', () => {
    for (const to of fileFormatNames) {
      const out = path.join(folder, `out.${to}`)
      expect(run('convert', sdx, '--to', to, '-o', out), to).toMatchObject({ code: 0 })
      const found = JSON.parse(run('inspect', out, '--json').out)
      expect([to, found.dialect]).toEqual([to, fileFormats[to]])
      expect([to, found.channels.length]).toEqual([to, to === 'xml' ? 0 : 40])
      // Written back in its own format, it is the same file.
      const back = path.join(folder, 'back')
      expect(run('convert', out, '--to', to, '-o', back), to).toMatchObject({ code: 0, err: '' })
      expect([to, readFileSync(back).equals(readFileSync(out))]).toEqual([to, true])
    }
    const usual = file('usual.sdx', writeSatcodx(buildSeedList({ seed: 3, channels: 40 }), { version: '103' }))
    const toPlaylist = run('convert', usual, '--to', 'm3u', '-o', '-').err
    expect(toPlaylist).toContain(
      '40 channels: The file lists the PIDs, but not what each is for: video, audio, PCR or PMT.\n',
    )
    expect(toPlaylist).toMatch(
      /^\d+ channels: The file doesn’t say that these channels are scrambled, nor by which system\.$/m,
    )
    expect(toPlaylist).not.toMatch(/Some PIDs|only that it is scrambled|values can’t be written/)
    expect(run('convert', usual, '--to', 'txt', '-o', '-').err).toMatch(
      /^\d+ channels: These values can’t be written in this format: type\. In the file they are as before, unknown, or have/m,
    )
    const playlist = file('streams.m3u', '#EXTM3U\n#EXTINF:-1,B\nhttp://x/1\n#EXTINF:-1,A\nhttp://x/2\n')
    const never = path.join(folder, 'never.lamedb')
    expect(run('convert', playlist, '--to', 'lamedb', '-o', never)).toMatchObject({
      code: 1,
      err: 'Nothing of the list has a place in lamedb; nothing was written.\n',
    })
    expect(existsSync(never)).toBe(false)
    const mixed = file('mixed.csv', 'Name,SID,Angle,Frequency\nOne,1,19.2E,11494\nTwo,2,,\n')
    expect(run('convert', mixed, '--to', 'vdr', '-o', '-')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^One:11494:[^\n]*\n$/),
      err: expect.stringContaining('1 channels: These channels are left out: '),
    })
    expect(run('sort', playlist, '--mode', 'az', '-o', '-').out).toBe(
      '#EXTM3U\n#EXTINF:-1,A\nhttp://x/2\n#EXTINF:-1,B\nhttp://x/1\n',
    )
  })

  it('sorts in every mode', () => {
    for (const mode of [
      'az',
      'za',
      'satellite',
      'transponder',
      'satellite-name',
      'satellite-frequency-name',
      'satellite-frequency-sid',
    ]) {
      const out = path.join(folder, `${mode}.sdx`)
      expect(run('sort', sdx, '--mode', mode, '-o', out).code, mode).toBe(0)
      expect(readFileSync(out).length).toBe(readFileSync(sdx).length)
    }
    const az: { name: string }[] = JSON.parse(run('inspect', path.join(folder, 'az.sdx'), '--json').out).channels
    const names = az.map((channel) => channel.name)
    expect(names).toEqual([...names].sort(new Intl.Collator('en', { numeric: true }).compare))
  })

  it('explains a wrong command line in a sentence and exits with 2', () => {
    const cases = [
      [],
      ['frobnicate', sdx],
      ['inspect'],
      ['inspect', path.join(folder, 'absent.sdx')],
      ['inspect', folder],
      ['sort', sdx, '--mode', 'loud', '-o', 'x'],
      ['sort', sdx, '--mode', 'az'],
      ['convert', sdx, '--to', 'pdf', '-o', 'x'],
      ['convert', sdx, '-o', 'x'],
      ['inspect', sdx, '--encoding', 'klingon'],
      ['inspect', sdx, '--bogus'],
      ['convert', sdx, '--to', 'sdx', '-o', path.join(folder, 'no/such/folder.sdx')],
    ]
    for (const args of cases) {
      const { code, out, err } = run(...args)
      expect(code, args.join(' ')).toBe(2)
      expect(out).toBe('')
      expect(err.length, args.join(' ')).toBeGreaterThan(10)
      expect(err).not.toContain('    at ')
    }
  })

  it('runs as its own program by npm, with its exit code, and ends quietly when its output is closed', () => {
    const big = file('big.sdx', makeList({ seed: 5, variant: '103', records: 4000, encoding: 'latin1' }).bytes)
    expect(
      shell(`npm run --silent sdx -- inspect "${big}" --json 2>/dev/null | head -c 10; echo " $PIPESTATUS"`),
    ).toMatchObject({ stdout: '{"dialect" 0\n' })
    const failed = shell(
      `"${process.execPath}" --import tsx scripts/sdx.ts validate "${path.join(folder, 'absent.sdx')}"`,
    )
    expect(failed).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/absent\.sdx can't be read: there is no such file or folder\.\n$/),
    })
  }, 60_000)

  it('reads names in the given encoding', () => {
    expect(JSON.parse(run('inspect', sdx, '--json', '--encoding', 'windows-1251').out).encoding).toBe('windows-1251')
    const entry = [0xc2, 0xb2, 0x0a, ...Buffer.from('http://example.org/1\n')]
    const playlist = file('list.m3u', Uint8Array.from([...Buffer.from('#EXTM3U\n#EXTINF:-1,'), ...entry]))
    const table = run('convert', playlist, '--to', 'csv', '--encoding', 'iso-8859-5', '-o', '-').out
    expect(Buffer.from(table, 'latin1').toString()).toContain('ТВ')
  })

  if (hasSamples)
    it('reads every sample without crashing', () => {
      for (const name of [
        ...readdirSync(samplesDir),
        ...readdirSync(path.join(samplesDir, 'synthetic')).map((one) => `synthetic/${one}`),
      ].filter((one) => /\.(sdx|chl|m3u|tv)$/.test(one))) {
        const { code, out } = run('inspect', path.join(samplesDir, name), '--json')
        expect(code, name).toBe(0)
        expect(Array.isArray(JSON.parse(out).channels), name).toBe(true)
      }
    })
})
