/**
 * The pages of a list's tools, in one table: the plain page, the editor and the panel about the list show them from
 * here, in this order. A new link is one line here and one text in the namespace `lists`.
 */
import type { IconName } from '~/ui/icon'

/** The menu's headings, in this order: what people do most with a list comes first. */
export const toolGroups = ['list', 'parts', 'change', 'others'] as const

export type ToolLink = {
  /** Below the list's address. */
  path: string
  /** Where it stands as a button, or behind the one that adds. The menu of all tools shows words alone. */
  icon?: IconName
  /** The key of the text in the namespace `lists`. */
  text: string
  /** `head`: in the line above the list if there is room. `add`: behind the add button. Otherwise in the menu. */
  place?: 'head' | 'add'
  /** Its heading in the menu. */
  group: (typeof toolGroups)[number]
  /** Shown only to people who may change the list. */
  edits: boolean
  /** Only for System and VNO lists. */
  isReadyMade?: true
  /** Not for people who publish the list: publishing brings it to boxes. */
  isForReaders?: true
}

export const toolLinks: readonly ToolLink[] = [
  {
    path: '/publish',
    icon: 'cloud',
    text: 'action.publish',
    place: 'head',
    group: 'list',
    edits: true,
    isReadyMade: true,
  },
  {
    path: '/put-on-box',
    icon: 'box',
    text: 'action.putOnBox',
    place: 'head',
    group: 'list',
    edits: false,
    isForReaders: true,
  },
  { path: '/sort', icon: 'list', text: 'action.sort', place: 'head', group: 'change', edits: true },
  { path: '/export', icon: 'download', text: 'action.export', place: 'head', group: 'list', edits: false },
  { path: '/history', text: 'action.history', group: 'list', edits: false },
  { path: '/shares', text: 'action.share', group: 'list', edits: true },
  { path: '/copy', text: 'action.copy', group: 'list', edits: true },
  { path: '/rename', text: 'action.rename', group: 'list', edits: true },
  { path: '/print', text: 'action.print', group: 'list', edits: false },
  { path: '/box-preview', text: 'action.preview', group: 'list', edits: false },
  { path: '/compare-with', text: 'action.compareWith', group: 'others', edits: false },
  { path: '/merge', text: 'action.mergeList', group: 'others', edits: true },
  { path: '/order-from', text: 'action.orderFrom', group: 'others', edits: true },
  { path: '/mine', text: 'action.mine', group: 'change', edits: true },
  { path: '/paste', text: 'action.paste', group: 'change', edits: true },
  { path: '/numbers', text: 'action.numbers', group: 'change', edits: true },
  { path: '/language', text: 'action.language', group: 'list', edits: false },
  { path: '/tools/names', text: 'tool.names', group: 'change', edits: true },
  { path: '/tools/duplicates', text: 'tool.duplicates', group: 'change', edits: true },
  { path: '/tools/vanished', text: 'tool.vanished', group: 'change', edits: true },
  { path: '/tools/tidy', text: 'tool.tidy', group: 'change', edits: true },
  { path: '/tools/from', text: 'tool.from', group: 'others', edits: true },
  { path: '/tools/sky', text: 'tool.sky', group: 'others', edits: true },
  { path: '/tools/copy', text: 'tool.copy', group: 'others', edits: false },
  { path: '/tools/mylink', text: 'action.toMyLink', group: 'others', edits: false },
  { path: '/report', text: 'action.report', group: 'list', edits: false },
  { path: '/channels/add', icon: 'plus', text: 'tool.add', place: 'add', group: 'parts', edits: true },
  { path: '/channels/add/system', icon: 'list', text: 'tool.addSystem', place: 'add', group: 'parts', edits: true },
  { path: '/satellites', text: 'tool.satellites', group: 'parts', edits: false },
  { path: '/groups', text: 'tool.groups', group: 'parts', edits: false },
  { path: '/categories', text: 'tool.categories', group: 'parts', edits: false },
  { path: '/deleted', text: 'tool.deleted', group: 'parts', edits: true },
]

/** The tools available to a person for a list of this kind. */
export const toolsOf = (kind: string, canChange: boolean): ToolLink[] => {
  const publishes = kind !== 'user' && canChange
  return toolLinks.filter(
    (tool) =>
      (canChange || !tool.edits) &&
      (tool.isReadyMade !== true || kind !== 'user') &&
      (tool.isForReaders !== true || !publishes),
  )
}

/** The tools at one place. */
export const toolsAt = (place: 'head' | 'add', kind: string, canChange: boolean): ToolLink[] =>
  toolsOf(kind, canChange).filter((tool) => tool.place === place)
