/**
 * Prints the demo's manuals as PDF files (`npx tsx scripts/manuals/make.ts`, with `--all` also those whose text is
 * unchanged). Needs a Chromium and the Noto fonts; the files are checked in, so that seeding needs neither.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'
import { indexFile, manualFolder, manualModels, readIndex, sheetOf, wantedManuals } from './sheet'

const mostBytes = 60 * 1024

const made = new Map(readIndex().map(({ file, digest }) => [file, digest]))
const wanted = wantedManuals()
mkdirSync(manualFolder, { recursive: true })
for (const file of readdirSync(manualFolder))
  if (file.endsWith('.pdf') && !wanted.some((one) => one.file === file)) rmSync(path.join(manualFolder, file))

const system = '/usr/bin/chromium'
const browser = await chromium.launch(existsSync(system) ? { executablePath: system, args: ['--no-sandbox'] } : {})
try {
  const page = await browser.newPage()
  for (const { model: name, language, file, digest } of wanted) {
    const model = manualModels.find((one) => one.name === name)
    const place = path.join(manualFolder, file)
    if (model === undefined || (made.get(file) === digest && existsSync(place) && !process.argv.includes('--all')))
      continue
    await page.setContent(sheetOf(language, model))
    await page.evaluate(() => document.fonts.ready)
    const bytes = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true })
    if (bytes.length > mostBytes)
      throw new Error(`${file} has ${String(bytes.length)} bytes, at most ${String(mostBytes)} are wanted`)
    writeFileSync(place, bytes)
    console.log(`${file}: ${String(bytes.length)} bytes`)
  }
} finally {
  await browser.close()
}
writeFileSync(indexFile, `${JSON.stringify(wanted, null, 2)}\n`)
