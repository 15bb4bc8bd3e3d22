/**
 * docs/decisions/README.md lists every decision, made from the heads of their files; `WRITE_DOCS=1 npx vitest run
 * tests/unit/decisions.test.ts` writes it anew.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../support/paths'

const folder = path.join(root, 'docs/decisions')
const index = path.join(folder, 'README.md')
const isDecision = (name: string): boolean => /^\d{4}-[a-z0-9-]+\.md$/.test(name)
const relations = ['supersedes', 'superseded by', 'amends', 'amended by'] as const
type Relation = (typeof relations)[number]
const inverse: Record<Relation, Relation> = {
  supersedes: 'superseded by',
  'superseded by': 'supersedes',
  amends: 'amended by',
  'amended by': 'amends',
}
type Decision = { file: string; number: string; title: string; date: string; related: [Relation, string][] }

/** A head is a title with the file's number, then the date and what this decision has to do with others. */
const headPattern = /^# (\d{4}) (\p{Lu}.*)\n\n(\d{4}-\d{2}-\d{2})((?: · [^\n]+)?)\n\n/u
const parse = (file: string): Decision => {
  const head = headPattern.exec(readFileSync(path.join(folder, file), 'utf8'))
  if (head === null) throw new Error(`${file} needs a head: # NNNN Title, an empty line, YYYY-MM-DD · amends [NNNN](…)`)
  const [, number = '', title = '', date = '', rest = ''] = head
  const related = rest.split(' · ').flatMap((part): [Relation, string][] => {
    if (part === '') return []
    const relation = relations.find((name) => part.startsWith(`${name} [`))
    if (relation === undefined) throw new Error(`${file}: "${part}" is none of ${relations.join(', ')}`)
    return [...part.matchAll(/\[(\d{4})\]\((\d{4}-[a-z0-9-]+\.md)\)/g)].map(([, named = '', target = '']) => {
      if (!target.startsWith(`${named}-`)) throw new Error(`${file}: ${named} is not ${target}`)
      return [relation, target]
    })
  })
  return { file, number, title, date, related }
}
const decisions = readdirSync(folder).filter(isDecision).sort().map(parse)

const linksOf = (decision: Decision): string =>
  relations
    .flatMap((relation) => {
      const targets = decision.related.filter(([name]) => name === relation).map(([, file]) => file.slice(0, 4))
      return targets.length === 0 ? [] : [`${relation} ${targets.join(', ')}`]
    })
    .join('; ')
const page = (): string => {
  const rows = decisions.map((one) => `| [${one.number}](${one.file}) | ${one.title} | ${one.date} | ${linksOf(one)} |`)
  return `# Decisions

One question a file: what was chosen, why, and what was turned down. A decision that no longer holds is superseded, one of
which a part has changed is amended; the older file says so in its head. Numbers have gaps.

| number | title | date | relations |
|---|---|---|---|
${rows.join('\n')}
`
}

it('lists every decision with its title, its date and what it has to do with others', () => {
  if (process.env.WRITE_DOCS === '1') writeFileSync(index, page())
  expect(readFileSync(index, 'utf8')).toBe(page())
})

it('has nothing but decisions and their index in the folder, each number once and as its file is called', () => {
  expect(readdirSync(folder).filter((name) => !isDecision(name))).toEqual(['README.md'])
  expect(decisions.map((one) => one.number)).toEqual(decisions.map((one) => one.file.slice(0, 4)))
  expect(new Set(decisions.map((one) => one.number)).size).toBe(decisions.length)
})

it('says on both sides which decision supersedes or amends which', () => {
  const told = decisions.flatMap((one) => one.related.map(([relation, target]) => `${one.file} ${relation} ${target}`))
  const expected = decisions.flatMap((one) =>
    one.related.map(([relation, target]) => `${target} ${inverse[relation]} ${one.file}`),
  )
  expect(told.sort()).toEqual(expected.sort())
})
