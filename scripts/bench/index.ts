/**
 * npm run bench: every promised figure, measured together with its reference. Needs a build (`npm run build`).
 * Arguments select: engine, ledger, wallet, orders, links, boxes, minute, pages, uploads, attachments, editor, bundles,
 * captcha, accounts, cost, crowd, costly; and fleet and memory, which take minutes and are measured only when they are
 * named.
 */
import { benchApart } from './apart'
import type { BenchData, BenchPortal } from './portal'
import { formatTable, type Table } from './table'

/** Programs of this folder that measure in their own process, on their own data. */
const apart: Record<string, string[]> = {
  ledger: ['ledger-run'],
  wallet: ['wallet-run', 'wallet-transfer-run'],
  orders: ['orders-run'],
  links: ['links-run'],
  cost: ['cost-run'],
}
/** What measures one running portal. */
const shared: Record<string, (portal: BenchPortal, folder: string) => Promise<Table[]>> = {
  boxes: async (portal, folder) => (await import('./boxes')).benchBoxes(portal, folder),
  minute: async (portal, folder) => (await import('./minute')).benchMinute(portal, folder),
  fleet: async (portal, folder) => (await import('./minute')).benchFleet(portal, folder),
  uploads: async (portal) => (await import('./uploads')).benchUploads(portal),
  bundles: async (portal) => (await import('./bundles')).benchBundles(portal),
  captcha: async (portal) => (await import('./captcha')).benchCaptcha(portal.server.origin),
  editor: async (portal) => (await import('./editor')).benchEditor(portal),
}
/** What starts its own portals. */
const own: Record<string, (data: BenchData) => Promise<Table[]>> = {
  accounts: async (data) => (await import('./accounts')).benchAccounts(data),
  crowd: async (data) => (await import('./crowd')).benchCrowd(data),
  costly: async (data) => (await import('./costly')).benchCostly(data),
  attachments: async (data) => (await import('./attachments')).benchAttachments(data),
  pages: async (data) => (await import('./pages')).benchPages(data),
  memory: async (data) => (await import('./memory')).benchMemory(data),
}

const known = ['engine', ...Object.keys(apart), ...Object.keys(shared), ...Object.keys(own)]
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
for (const [name, programs] of Object.entries(apart))
  if (wants(name)) for (const program of programs) print(await benchApart(program))
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
