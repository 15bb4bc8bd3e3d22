/**
 * npm run bench: every promised figure, measured together with its reference. Needs a build (`npm run build`).
 * Arguments select: engine, ledger, wallet, orders, links, boxes, minute, pages, uploads, attachments, editor, bundles,
 * captcha, accounts, cost, crowd, costly; and fleet and memory, which take minutes and are measured only when they are
 * named.
 */
import { benchApart } from './apart'
import { formatTable, type Table } from './table'

const known = [
  'engine',
  'ledger',
  'wallet',
  'orders',
  'links',
  'boxes',
  'minute',
  'fleet',
  'pages',
  'uploads',
  'attachments',
  'editor',
  'bundles',
  'captcha',
  'accounts',
  'cost',
  'crowd',
  'costly',
  'memory',
] as const
const asked = process.argv.slice(2)
const wrong = asked.filter((name) => !known.some((one) => one === name))
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
if (wants('engine')) {
  const { benchEngine } = await import('./engine')
  print(await benchEngine())
}
/** Programs of this folder that measure in their own process, on their own data. */
const apart = {
  ledger: ['ledger-run'],
  wallet: ['wallet-run', 'wallet-transfer-run'],
  orders: ['orders-run'],
  links: ['links-run'],
  cost: ['cost-run'],
} as const
for (const [name, programs] of Object.entries(apart))
  if (wants(name)) for (const program of programs) print(await benchApart(program))
const servedBySame = ['boxes', 'minute', 'fleet', 'uploads', 'editor', 'bundles', 'captcha'] as const
if (
  wants('pages') ||
  wants('attachments') ||
  wants('accounts') ||
  wants('crowd') ||
  wants('costly') ||
  wants('memory') ||
  servedBySame.some(wants)
) {
  const { prepareData, removeData, startPortal } = await import('./portal')
  const data = await prepareData()
  try {
    if (servedBySame.some(wants)) {
      const portal = await startPortal(data)
      try {
        if (wants('boxes')) print(await (await import('./boxes')).benchBoxes(portal, data.folder))
        if (wants('minute')) print(await (await import('./minute')).benchMinute(portal, data.folder))
        if (wants('fleet')) print(await (await import('./minute')).benchFleet(portal, data.folder))
        if (wants('uploads')) print(await (await import('./uploads')).benchUploads(portal))
        if (wants('bundles')) print(await (await import('./bundles')).benchBundles(portal))
        if (wants('captcha')) print(await (await import('./captcha')).benchCaptcha(portal.server.origin))
        if (wants('editor')) print(await (await import('./editor')).benchEditor(portal))
      } finally {
        await portal.close()
      }
    }
    if (wants('accounts')) print(await (await import('./accounts')).benchAccounts(data))
    if (wants('crowd')) print(await (await import('./crowd')).benchCrowd(data))
    if (wants('costly')) print(await (await import('./costly')).benchCostly(data))
    if (wants('attachments')) print(await (await import('./attachments')).benchAttachments(data))
    if (wants('pages')) print(await (await import('./pages')).benchPages(data))
    if (wants('memory')) print(await (await import('./memory')).benchMemory(data))
  } finally {
    removeData(data)
  }
}
