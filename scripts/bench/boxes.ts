/**
 * Measures a box's fetch of its list and of its services, with token and rights checked, against a bare node:http
 * server that sends the list's bytes.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { get, load, processorMicros, type BenchPortal } from './portal'
import { median, type Table } from './table'

const servicesAddress = '/api/stb/services'
const rounds = 5
const durationMs = 2000

export const benchBoxes = async (portal: BenchPortal, folder: string): Promise<Table[]> => {
  const address = `/api/stb/lists/${portal.systemListId}`
  const authorization = `Bearer ${portal.boxToken}`
  const first = await fetch(portal.server.origin + address, {
    headers: { authorization, 'accept-encoding': 'identity' },
  })
  const body = new Uint8Array(await first.arrayBuffer())
  const etag = first.headers.get('etag') ?? ''
  const zipped = await fetch(portal.server.origin + address, { headers: { authorization, 'accept-encoding': 'gzip' } })
  const gzipEtag = zipped.headers.get('etag') ?? ''
  const bodyFile = path.join(folder, 'body.bin')
  writeFileSync(bodyFile, body)
  const bare = spawn(process.execPath, [path.join(import.meta.dirname, 'bare.mjs'), bodyFile, etag], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(bare.stdout, 'data')) as [Buffer]
  const barePort = Number(line.toString())
  const services = await fetch(portal.server.origin + servicesAddress, { headers: { authorization } })
  await services.arrayBuffer()
  const servicesTag = services.headers.get('etag') ?? ''
  type Case = { name: string; headers: Record<string, string>; status: number; path?: string; bareTag?: string }
  const cases: Case[] = [
    { name: `body of ${Math.round(body.length / 1024)} KB`, headers: {}, status: 200 },
    { name: '304 Not Modified', headers: { 'if-none-match': etag }, status: 304 },
    {
      name: '304 of its services',
      headers: { 'if-none-match': servicesTag },
      status: 304,
      path: servicesAddress,
      bareTag: etag,
    },
  ]
  const rows: Table['rows'] = []
  try {
    for (const one of cases) {
      const portalRates: number[] = []
      const bareRates: number[] = []
      const micros = { portal: 0, bare: 0, portalAnswers: 0, bareAnswers: 0 }
      for (let round = -1; round < rounds; round++) {
        const before = { portal: processorMicros(portal.server.process.pid ?? 0), bare: processorMicros(bare.pid ?? 0) }
        const { path: asked = address, bareTag } = one
        const bareHeaders = bareTag === undefined ? one.headers : { 'if-none-match': bareTag }
        const bareRate = await load(barePort, get(address, { authorization, ...bareHeaders }), one.status, {
          durationMs,
        })
        const portalRate = await load(portal.server.port, get(asked, { authorization, ...one.headers }), one.status, {
          durationMs,
        })
        // The first round warms both up.
        if (round < 0) continue
        micros.portal += processorMicros(portal.server.process.pid ?? 0) - before.portal
        micros.bare += processorMicros(bare.pid ?? 0) - before.bare
        micros.portalAnswers += portalRate * (durationMs / 1000)
        micros.bareAnswers += bareRate * (durationMs / 1000)
        bareRates.push(bareRate)
        portalRates.push(portalRate)
      }
      rows.push([
        one.name,
        median(portalRates),
        median(bareRates),
        median(portalRates.map((rate, index) => rate / (bareRates[index] ?? rate))),
        micros.portal / micros.portalAnswers,
        micros.bare / micros.bareAnswers,
      ])
    }
    const gzipRate = await load(portal.server.port, get(address, { authorization, 'accept-encoding': 'gzip' }), 200)
    rows.push([
      `gzip (${Number(zipped.headers.get('content-length') ?? 0) >> 10} KB, tag ${gzipEtag !== etag ? 'its own' : 'the same!'})`,
      gzipRate,
      '',
      '',
      '',
      '',
    ])
  } finally {
    bare.kill('SIGTERM')
  }
  return [
    {
      title: 'A box fetches its list and its services (requests a second; to reach: body 0.6, both 304 0.55 of bare)',
      columns: ['answer', 'portal', 'bare node:http', 'ratio', 'µs of processor', 'bare'],
      rows,
    },
  ]
}
