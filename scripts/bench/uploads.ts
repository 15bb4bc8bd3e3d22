/** Measures uploading a list of 2000 records over HTTP until it is stored and answered, one after the other. */
import type { BenchPortal } from './portal'
import { spread, type Table } from './table'

const times = 60

export const benchUploads = async (portal: BenchPortal): Promise<Table[]> => {
  const { origin } = portal.server
  const headers = { cookie: portal.cookie, origin }
  const bytes = new Uint8Array(portal.file)
  const bodies = {
    'raw body': () => ({ body: bytes, type: { 'content-type': 'application/octet-stream' } }),
    multipart: () => {
      const body = new FormData()
      body.set('file', new Blob([bytes]), 'bench.sdx')
      return { body, type: {} }
    },
  }
  const rows: Table['rows'] = []
  for (const [way, make] of Object.entries(bodies)) {
    const ms: number[] = []
    for (let i = -5; i < times; i++) {
      const at = performance.now()
      const { body, type } = make()
      const answer = await fetch(`${origin}/api/chmax/lists?name=${way.slice(0, 3)}${i + 5}`, {
        method: 'POST',
        headers: { ...headers, ...type },
        body,
      })
      const { code, data } = (await answer.json()) as { code: string; data: { id: string } }
      if (code !== '0') throw new Error(`an upload answered ${code}`)
      if (i >= 0) ms.push(performance.now() - at)
      await (await fetch(`${origin}/api/chmax/lists/${data.id}`, { method: 'DELETE', headers })).arrayBuffer()
    }
    rows.push([way, ...spread(ms)])
  }
  return [
    {
      title: `Uploading 2000 records, ${Math.round(portal.file.length / 1024)} KB (ms; to reach: p95 50)`,
      columns: ['way', 'median', 'p95', 'most'],
      rows,
    },
  ]
}
