/**
 * Measures a box's fetch of its list and of its services, with token and rights checked, against a bare node:http
 * server that sends the list's bytes.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { get, load, processorMicros, startBare, type BenchPortal } from './portal'
import { median, type Table } from './table'

const servicesAddress = '/api/stb/services'
const rounds = 5
const durationMs = 2000

export const benchBoxes = async (portal: BenchPortal, folder: string): Promise<Table[]> => {
  const address = `/api/stb/lists/${portal.systemListId}`
  const authorization = `Bearer ${portal.boxToken}`
  const ask = async (path: string, encoding: string) => {
    const answer = await fetch(portal.server.origin + path, { headers: { authorization, 'accept-encoding': encoding } })
    return { body: new Uint8Array(await answer.arrayBuffer()), etag: answer.headers.get('etag') ?? '', answer }
  }
  const { body, etag } = await ask(address, 'identity')
  const zipped = await ask(address, 'gzip')
  const services = await ask(servicesAddress, 'identity')
  const bodyFile = path.join(folder, 'body.bin')
  writeFileSync(bodyFile, body)
  const bare = await startBare(bodyFile, etag)
  const portalPid = portal.server.process.pid ?? 0
  /** `tag` and `bareTag`: what the box already has. */
  const cases = [
    { name: `body of ${Math.round(body.length / 1024)} KB`, path: address, tag: null, bareTag: null },
    { name: '304 Not Modified', path: address, tag: etag, bareTag: etag },
    { name: '304 of its services', path: servicesAddress, tag: services.etag, bareTag: etag },
  ]
  const rows: Table['rows'] = []
  try {
    for (const { name, path: asked, tag, bareTag } of cases) {
      const measured = { portal: [] as number[], bare: [] as number[] }
      const micros = { portal: 0, bare: 0 }
      const sides = [
        { side: 'bare', port: bare.port, pid: bare.pid, path: address, tag: bareTag },
        { side: 'portal', port: portal.server.port, pid: portalPid, path: asked, tag },
      ] as const
      for (let round = -1; round < rounds; round++)
        for (const { side, port, pid, path: to, tag: known } of sides) {
          const before = processorMicros(pid)
          const headers = { authorization, ...(known === null ? {} : { 'if-none-match': known }) }
          const rate = await load(port, get(to, headers), known === null ? 200 : 304, { durationMs })
          // The first round warms both up.
          if (round < 0) continue
          micros[side] += processorMicros(pid) - before
          measured[side].push(rate)
        }
      const microsOf = (side: 'portal' | 'bare'): number =>
        micros[side] / measured[side].reduce((sum, rate) => sum + rate * (durationMs / 1000), 0)
      rows.push([
        name,
        median(measured.portal),
        median(measured.bare),
        median(measured.portal.map((rate, index) => rate / (measured.bare[index] ?? rate))),
        microsOf('portal'),
        microsOf('bare'),
      ])
    }
    const gzipRate = await load(portal.server.port, get(address, { authorization, 'accept-encoding': 'gzip' }), 200)
    const size = Number(zipped.answer.headers.get('content-length') ?? 0) >> 10
    rows.push([
      `gzip (${size} KB, tag ${zipped.etag === etag ? 'the same!' : 'its own'})`,
      gzipRate,
      ...['', '', '', ''],
    ])
  } finally {
    bare.stop()
  }
  return [
    {
      title: 'A box fetches its list and its services (requests a second; to reach: body 0.6, both 304 0.5 of bare)',
      columns: ['answer', 'portal', 'bare node:http', 'ratio', 'µs of processor', 'bare'],
      rows,
    },
  ]
}
