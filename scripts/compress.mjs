/**
 * Finishes the built files: marks scripts for early compilation, and stores a brotli and a gzip form next to every file
 * that shrinks by it, so that the server compresses nothing while answering.
 */
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const folder = path.resolve('public/build')
const texts = new Set(['.css', '.js', '.json', '.svg', '.wasm'])
const minBytes = 1024
/**
 * Tells Chromium to compile a script's functions during the download, outside the page's main thread, instead of one
 * by one when they are first called. Other browsers see a comment. Small scripts gain nothing by it.
 */
const compileAhead = '//# allFunctionsCalledOnLoad\n'
const minCompiledBytes = 8000

const files = fs
  .readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && texts.has(path.extname(entry.name)))
  .map((entry) => path.join(entry.parentPath, entry.name))

let before = 0
let after = 0
await Promise.all(
  files.map(async (file) => {
    let bytes = fs.readFileSync(file)
    if (
      path.extname(file) === '.js' &&
      bytes.length >= minCompiledBytes &&
      !bytes.subarray(0, compileAhead.length).equals(Buffer.from(compileAhead))
    ) {
      bytes = Buffer.concat([Buffer.from(compileAhead), bytes])
      fs.writeFileSync(file, bytes)
    }
    if (bytes.length < minBytes) return
    const brotli = await promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    })
    const zipped = await promisify(gzip)(bytes, { level: 9 })
    if (brotli.length < bytes.length) fs.writeFileSync(`${file}.br`, brotli)
    if (zipped.length < bytes.length) fs.writeFileSync(`${file}.gz`, zipped)
    before += bytes.length
    after += brotli.length
  }),
)
console.log(`${files.length} built files: ${Math.round(before / 1024)} KB, ${Math.round(after / 1024)} KB with brotli`)
