/**
 * The line above a list's rows, with and without the editor: the way back, the list's name, its save state, undo and
 * the list's tools. On a narrow window the tools are in one menu.
 */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { Menu } from '~/ui/menu'
import { Tag } from '~/ui/tag'
import { toolGroups, toolsAt, toolsOf, type ToolLink } from './tool-links'

export type HeadedList = { name: string; kind: string }

type ToolsProps = { path: string; kind: string; canChange: boolean }

const ToolItem = ({ tool, path }: { tool: ToolLink; path: string }) => {
  const { t } = useTranslation('lists')
  return (
    <li className={tool.place === undefined ? undefined : 'only-folded'}>
      <a className="menu-item" href={path + tool.path}>
        {t(tool.text)}
      </a>
    </li>
  )
}

/** All pages of the list under their headings. It includes tools that have no room in the line above the list. */
const ToolsMenu = ({ path, kind, canChange }: ToolsProps) => {
  const { t } = useTranslation('lists')
  const own = toolsOf(kind, canChange)
  return (
    <Menu
      className="btn tools-button"
      label={
        <>
          <span className="tools-word">{t('tool.menu')}</span>
          <Icon name="down" className="hide-s" />
          <span className="only-s tools-dots" aria-hidden="true" />
        </>
      }
    >
      {toolGroups.map((group) => {
        const tools = own.filter((tool) => tool.group === group)
        if (tools.length === 0) return null
        const isFolded = tools.every(({ place }) => place !== undefined)
        return (
          <div key={group} className={isFolded ? 'only-folded' : undefined}>
            <p className="menu-note">{t(`tool.${group}`)}</p>
            <ul className="menu-links">
              {tools.map((tool) => (
                <ToolItem key={tool.path} tool={tool} path={path} />
              ))}
            </ul>
          </div>
        )
      })}
    </Menu>
  )
}

/** The add button: a link if there is one thing to add, otherwise a menu. */
const AddTool = ({ path, kind, canChange }: ToolsProps) => {
  const { t } = useTranslation('lists')
  const tools = toolsAt('add', kind, canChange)
  const [first, ...others] = tools
  if (first === undefined) return null
  const label = (
    <>
      <Icon name="plus" />
      <span className="tools-word">{t('tool.adding')}</span>
    </>
  )
  if (others.length === 0)
    return (
      <a className="btn primary" href={path + first.path} title={t(first.text)}>
        {label}
      </a>
    )
  return (
    <Menu className="btn primary" label={label}>
      <ul className="menu-links">
        {tools.map((tool) => (
          <li key={tool.path}>
            <a className="menu-item" href={path + tool.path}>
              <span className="menu-mark">{tool.icon && <Icon name={tool.icon} />}</span>
              {t(tool.text)}
            </a>
          </li>
        ))}
      </ul>
    </Menu>
  )
}

/** The list's other pages: some as buttons, all in a menu, and the main next step. */
export const ListWays = ({ path, canChange, kind }: ToolsProps) => {
  const { t } = useTranslation('lists')
  return (
    <div className="list-ways">
      {toolsAt('head', kind, canChange).map((tool) => (
        <ButtonLink key={tool.path} href={path + tool.path} icon={tool.icon} className="head-tool">
          {t(tool.text)}
        </ButtonLink>
      ))}
      {!canChange && (
        <ButtonLink href={`${path}/copy`} variant="primary">
          {t('action.saveAsMine')}
        </ButtonLink>
      )}{' '}
      <ToolsMenu path={path} kind={kind} canChange={canChange} />{' '}
      <AddTool path={path} kind={kind} canChange={canChange} />
    </div>
  )
}

type ListHeadProps = {
  list: HeadedList
  /** Whether everything is saved, or the version shown. */
  state: ReactNode
  /** Undo and redo. */
  undo: ReactNode
  ways: ReactNode
}

export const ListHead = ({ list, state, undo, ways }: ListHeadProps) => {
  const { t } = useTranslation('lists')
  return (
    <div className="list-head">
      <a className="btn quiet list-back" href="/features" title={t('title')}>
        <Icon name="back" />
        <span className="hidden-visually">{t('title')}</span>
      </a>
      <h1>
        <bdi>{list.name}</bdi>
      </h1>
      {list.kind !== 'user' && (
        <span className="list-kind">
          <Tag tone={list.kind === 'system' ? 'info' : 'quiet'}>{t(`kind.${list.kind}`)}</Tag>
        </span>
      )}
      {state}
      <div className="list-tools">
        {undo}
        {ways}
      </div>
    </div>
  )
}
