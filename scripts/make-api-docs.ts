/**
 * Writes docs/api.md, docs/errors.md, docs/openapi.json, docs/orders.md, docs/recharges.md and the operator's commands
 * from the endpoint table; `--check` writes nothing and exits 1 when they differ from what stands there.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readOptions } from './lib/options.mjs'

// The table's handlers reach the database; the documents need only the lines, so it gets an empty folder of its own.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portal-docs-'))
process.env.DATA_DIR = folder
process.env.PORTAL_MODE = 'demo'
delete process.env.DATABASE_FILE
const root = path.resolve(import.meta.dirname, '..')
process.chdir(root)

const { makeApiDocuments } = await import('~/api/document')
const { makeOrderDocuments } = await import('~/api/order-document')
const { makeRechargeDocuments } = await import('~/api/recharge-document')
const { makeLedgerDocuments } = await import('~/api/ledger-document')
const { commandDocument } = await import('~/api/command-document')
const documents = {
  ...Object.fromEntries(
    Object.entries({
      ...makeApiDocuments(),
      ...makeOrderDocuments(),
      ...makeRechargeDocuments(),
      ...makeLedgerDocuments(),
    }).map(([name, text]) => [`docs/${name}`, text]),
  ),
  [commandDocument.file]: commandDocument.make(),
}
fs.rmSync(folder, { recursive: true, force: true })

const isCheck = readOptions({ check: { type: 'boolean' } }).check === true
let different = 0
for (const [name, text] of Object.entries(documents)) {
  const file = path.join(root, name)
  const present = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null
  if (present === text) continue
  different++
  if (isCheck) process.stderr.write(`${name} is not what the tables say: run npm run docs:api\n`)
  else {
    fs.writeFileSync(file, text)
    process.stdout.write(`${name} written\n`)
  }
}
if (!isCheck && different === 0) process.stdout.write(`${Object.keys(documents).join(', ')} are up to date\n`)
process.exit(isCheck && different > 0 ? 1 : 0)
