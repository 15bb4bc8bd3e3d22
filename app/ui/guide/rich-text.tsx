/**
 * A sentence of a guide with its few marks: *screen text*, `a code`, [a link](by its name in the table). Marks instead
 * of markup keep the texts simple for translators and safe to show.
 */
import { Fragment, type ReactNode } from 'react'
import { Code } from '../code'
import { guideLinks } from './guides'

const mark = /\*([^*]+)\*|`([^`]+)`|\[([^\]]+)\]\(([a-z-]+)\)/g

const isLink = (name: string | undefined): name is keyof typeof guideLinks =>
  name !== undefined && Object.hasOwn(guideLinks, name)

const markOf = ([whole, screen, code, link, name]: RegExpMatchArray): ReactNode => {
  if (screen !== undefined) return <strong className="guide-screen">{screen}</strong>
  if (code !== undefined) return <Code>{code}</Code>
  return isLink(name) ? <a href={guideLinks[name]}>{link}</a> : whole
}

export const RichText = ({ text }: { text: string }) => {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(mark)) {
    parts.push(text.slice(end, match.index), <Fragment key={match.index}>{markOf(match)}</Fragment>)
    end = (match.index ?? 0) + match[0].length
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}
