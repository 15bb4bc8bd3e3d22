/**
 * npm run bench: every promised figure, measured together with its reference. Needs a build (`npm run build`).
 * Arguments select: engine, boxes, minute, pages, uploads, editor, bundles, costly; and fleet and memory, which take
 * minutes and are measured only when they are named.
 */
import type { BenchData, BenchPortal } from './portal'
import { formatTable, type Table } from './table'

/** What measures one running portal. */
const shared: Record<string, (portal: BenchPortal, folder: string) => Promise<Table[]>> = {
  boxes: async (portal, folder) => (await import('./boxes')).benchBoxes(portal, folder),
  minute: async (portal, folder) => (await import('./minute')).benchMinute(portal, folder),
  fleet: async (portal, folder) => (await import('./minute')).benchFleet(portal, folder),
  uploads: async (portal) => (await import('./uploads')).benchUploads(portal),
  bundles: async (portal) => (await import('./bundles')).benchBundles(portal),
  editor: async (portal) => (await import('./editor')).benchEditor(portal),
}
/** What starts its own portals. */
const own: Record<string, (data: BenchData) => Promise<Table[]>> = {
  costly: async (data) => (await import('./costly')).benchCostly(data),
  pages: async (data) => (await import('./pages')).benchPages(data),
  memory: async (data) => (await import('./memory')).benchMemory(data),
}

const known = ['engine', ...Object.keys(shared), ...Object.keys(own)]
const asked = process.argv.slice(2)
const wrong = asked.filter((name) => !known.includes(name))
if (wrong.length > 0) {
  console.error(`unknown: ${wrong.join(', ')}. There are: ${known.join(', ')}`)
  process.exit(2)
}
const wants = (name: string): boolean =>
  (asked.length === 0 && name !== 'memory' && name !== 'fleet') || asked.includes(name)
const print = (tables: Table[]): void => {
  for (const table of tables) console.log(`\n${formatTable(table)}`)
}

console.log(`node ${process.version}, ${process.platform} ${process.arch}`)
if (wants('engine')) print(await (await import('./engine')).benchEngine())
if ([...Object.keys(shared), ...Object.keys(own)].some(wants)) {
  const { prepareData, removeData, startPortal } = await import('./portal')
  const data = await prepareData()
  try {
    if (Object.keys(shared).some(wants)) {
      const portal = await startPortal(data)
      try {
        for (const [name, bench] of Object.entries(shared)) if (wants(name)) print(await bench(portal, data.folder))
      } finally {
        await portal.close()
      }
    }
    for (const [name, bench] of Object.entries(own)) if (wants(name)) print(await bench(data))
  } finally {
    removeData(data)
  }
}
