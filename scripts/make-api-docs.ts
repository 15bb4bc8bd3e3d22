/**
 * Writes docs/api.md, docs/errors.md and the marked parts of docs/orders.md, docs/recharges.md and docs/ledger.md from
 * the program's tables, and the OpenAPI document, which git ignores, into build/openapi.json. `--check` writes nothing
 * and exits 1 if a document in docs differs from the tables.
 */
import fs from 'node:fs'
import path from 'node:path'
import { readOptions } from './lib/options.mjs'
import { useTableSettings } from './lib/table-settings'

const root = path.resolve(import.meta.dirname, '..')
process.chdir(root)
const removeFolder = useTableSettings()

const { makeApiDocuments, makeOpenApiDocument } = await import('~/api/document')
const { fillMoneyDocument, moneyDocuments } = await import('~/api/money-document')
const documents = Object.fromEntries([
  ...Object.entries(makeApiDocuments()).map(([name, text]) => [`docs/${name}`, text]),
  ...moneyDocuments.map((name) => [
    `docs/${name}`,
    fillMoneyDocument(name, fs.readFileSync(path.join(root, 'docs', name), 'utf8')),
  ]),
]) as Record<string, string>
removeFolder()

const isCheck = readOptions({ check: { type: 'boolean' } }).check === true
const wanted = isCheck ? documents : { ...documents, 'build/openapi.json': makeOpenApiDocument() }
let different = 0
for (const [name, text] of Object.entries(wanted)) {
  const file = path.join(root, name)
  const present = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null
  if (present === text) continue
  different++
  if (isCheck) process.stderr.write(`${name} is not what the tables say: run npm run docs:api\n`)
  else {
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
    process.stdout.write(`${name} written\n`)
  }
}
if (!isCheck && different === 0) process.stdout.write(`${Object.keys(wanted).join(', ')} are up to date\n`)
process.exit(isCheck && different > 0 ? 1 : 0)
