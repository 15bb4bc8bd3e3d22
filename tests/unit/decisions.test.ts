/**
 * docs/decisions/README.md lists every decision; `WRITE_DOCS=1 npx vitest run tests/unit/decisions.test.ts` rewrites
 * it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../support/paths'

const folder = path.join(root, 'docs/decisions')
const index = path.join(folder, 'README.md')
const isDecision = (name: string): boolean => /^\d{4}-[a-z0-9-]+\.md$/.test(name)
type Decision = { file: string; number: string; title: string; date: string }

/** A head is a title with the file's number, then the date of the decision. */
const headPattern = /^# (\d{4}) (\p{Lu}.*)\n\n(\d{4}-\d{2}-\d{2})\n\n/u
const parse = (file: string): Decision => {
  const head = headPattern.exec(readFileSync(path.join(folder, file), 'utf8'))
  if (head === null) throw new Error(`${file} needs a head: # NNNN Title, an empty line, YYYY-MM-DD`)
  const [, number = '', title = '', date = ''] = head
  return { file, number, title, date }
}
const decisions = readdirSync(folder).filter(isDecision).sort().map(parse)

const page = (): string => {
  const rows = decisions.map((one) => `| [${one.number}](${one.file}) | ${one.title} | ${one.date} |`)
  return `# Decisions

Choices that a later change could undo by mistake: the question, the decision, and why not otherwise. When a decision
changes, rewrite its record. Rules about one subject are in that subject’s document. Numbers have gaps.

| number | title | date |
|---|---|---|
${rows.join('\n')}
`
}

it('lists every decision with its title and date', () => {
  if (process.env.WRITE_DOCS === '1') writeFileSync(index, page())
  expect(readFileSync(index, 'utf8')).toBe(page())
})

it('holds only decisions and their index, each numbered once and as its file is named', () => {
  expect(readdirSync(folder).filter((name) => !isDecision(name))).toEqual(['README.md'])
  expect(decisions.map((one) => one.number)).toEqual(decisions.map((one) => one.file.slice(0, 4)))
  expect(new Set(decisions.map((one) => one.number)).size).toBe(decisions.length)
})

it('has a record for every decision that a source or a document names', () => {
  const known = new Set(decisions.map((one) => one.number))
  const named = ['app', 'engine', 'scripts', 'tests', 'docs', 'prisma'].flatMap((top) =>
    readdirSync(path.join(root, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs|md|prisma)$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !/\b(?:generated|build|node_modules|\.cache)\b/.test(path.relative(root, file)))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/decisions? (0\d{3})(?:(?:,| and| to) (0\d{3}))*|\[(0\d{3})\]\(/g)].map(
          ([, first, last, linked]) => ({ file: path.relative(root, file), numbers: [first, last, linked] }),
        ),
      ),
  )
  const lost = named.filter(({ numbers }) => numbers.some((one) => one !== undefined && !known.has(one)))
  expect(lost).toEqual([])
})
