/** Long or shared text in a file of another dialect is written as it was read, and not more often. */
import { expect, it } from 'vitest'
import { openFile } from '../support/fixtures/dialect'

it('long text is written as it was read', () => {
  const quoted = openFile('csv', Buffer.from(`Name,SID\n"${'a""'.repeat(10_000)}",5\n`))
  expect(quoted.list.channels(0, 1)[0]?.name).toHaveLength(20_000)
  expect(quoted.write('csv').text).toContain(`"${'a""'.repeat(10_000)}"`)
  const amp = openFile(
    'satellites',
    Buffer.from(`<satellites><sat name="${'&amp;'.repeat(10_000)}" position="192"></sat></satellites>`),
  )
  expect(amp.list.satellites()[0]?.name).toBe('&'.repeat(10_000))
  expect(amp.write('satellites').text.includes(`name="${'&amp;'.repeat(10_000)}"`)).toBe(true)
})

it('a channel’s groups are written in order, separated by semicolons', () => {
  const text =
    '#EXTM3U\n#EXTINF:-1 group-title="Zwei;Eins",A\nhttp://x/1\n#EXTINF:-1,B\nhttp://x/2\n#EXTINF:-1 group-title="Eins",C\nhttp://x/3\n'
  const written = openFile('m3u', Buffer.from(text)).write('csv').text
  const [head = [], ...rows] = written.split('\r\n').map((line) => line.split(','))
  expect(rows.slice(0, 3).map((row) => row[head.indexOf('Groups')])).toEqual(['"Zwei;Eins"', '', 'Eins'])
})

it('text shared by many channels is not written in full for each of them', () => {
  const satellite = `{"satellite_object_0":{"SatName":"${'Ab'.repeat(100_000)}","SatAngle":192}}`
  const transponder = '{"transponder_object_0":{"Freq":11000,"SR":22000,"stFlag":{"POL":1,"SatIndex":0,"TPIndex":0}}}'
  const programs = Array.from(
    { length: 1000 },
    (_, at) =>
      `{"program_tv_object_${at}":{"ServiceName":"A","stProgNo":{"unShort":{"sLo16":${at + 1},"sHi16":0}},"FavBit":1}}`,
  )
  const names = `{"fav_list_info_in_box_object":{"aucFavReName":["${'Cd'.repeat(100_000)}"]}}`
  const opened = openFile('cdx', Buffer.from([satellite, transponder, ...programs, names].join('')))
  expect(opened.channels).toBe(1000)
  for (const dialect of ['csv', 'm3u'] as const) expect(opened.write(dialect).text.length).toBeLessThan(1_000_000)
  opened.edit({ op: 'rename', id: 1, name: 'B' })
  expect(opened.write('cdx').text).toContain('Ab'.repeat(100_000))
})
