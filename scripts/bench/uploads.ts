/** Measures uploading a list of 2000 records over HTTP until it is stored and answered, one after the other. */
import type { BenchPortal } from './portal'
import { spread, type Table } from './table'

const times = 60

export const benchUploads = async (portal: BenchPortal): Promise<Table[]> => {
  const { origin } = portal.server
  const headers = { cookie: portal.cookie, origin }
  const remove = async (id: string): Promise<void> => {
    const answer = await fetch(`${origin}/api/chmax/lists/${id}`, { method: 'DELETE', headers })
    await answer.arrayBuffer()
  }
  const send = {
    'raw body': (name: string) =>
      fetch(`${origin}/api/chmax/lists?name=${name}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(portal.file),
      }),
    multipart: (name: string) => {
      const form = new FormData()
      form.set('name', name)
      form.set('file', new Blob([new Uint8Array(portal.file)]), 'bench.sdx')
      return fetch(`${origin}/api/chmax/lists`, { method: 'POST', headers, body: form })
    },
  }
  const rows: Table['rows'] = []
  for (const [way, upload] of Object.entries(send)) {
    const ms: number[] = []
    for (let i = -5; i < times; i++) {
      const at = performance.now()
      const answer = await upload(`${way.slice(0, 3)}${i + 5}`)
      const { code, data } = (await answer.json()) as { code: string; data: { id: string } }
      const took = performance.now() - at
      if (code !== '0') throw new Error(`an upload answered ${code}`)
      if (i >= 0) ms.push(took)
      await remove(data.id)
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
