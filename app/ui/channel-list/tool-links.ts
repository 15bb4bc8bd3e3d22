/**
 * The pages of a list's tools, in one table: the plain page, the editor and the panel about the list show them from
 * here, in this order. A new link is one line here and one text in the namespace `lists`.
 */
import type { IconName } from '~/ui/icon'

/** The menu's headings, in this order: what people do most with a list comes first. */
export const toolGroups = ['list', 'parts', 'change', 'others'] as const

export type ToolLink = {
  key: string
  /** Below the list's address. */
  path: string
  /** Where it stands as a button, or behind the one that adds. The menu of all tools shows words alone. */
  icon?: IconName
  /** The key of the text in the namespace `lists`. */
  text: string
  /**
   * `head`: in the line above the list if there is room, otherwise in the menu. `add`: behind the add button. `tools`:
   * in the menu.
   */
  place: 'head' | 'add' | 'tools'
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
    key: 'publish',
    path: '/publish',
    icon: 'cloud',
    text: 'action.publish',
    place: 'head',
    group: 'list',
    edits: true,
    isReadyMade: true,
  },
  {
    key: 'put-on-box',
    path: '/put-on-box',
    icon: 'box',
    text: 'action.putOnBox',
    place: 'head',
    group: 'list',
    edits: false,
    isForReaders: true,
  },
  { key: 'sort', path: '/sort', icon: 'list', text: 'action.sort', place: 'head', group: 'change', edits: true },
  {
    key: 'export',
    path: '/export',
    icon: 'download',
    text: 'action.export',
    place: 'head',
    group: 'list',
    edits: false,
  },
  {
    key: 'history',
    path: '/history',
    text: 'action.history',
    place: 'tools',
    group: 'list',
    edits: false,
  },
  { key: 'shares', path: '/shares', text: 'action.share', place: 'tools', group: 'list', edits: true },
  { key: 'copy', path: '/copy', text: 'action.copy', place: 'tools', group: 'list', edits: true },
  { key: 'rename', path: '/rename', text: 'action.rename', place: 'tools', group: 'list', edits: true },
  { key: 'print', path: '/print', text: 'action.print', place: 'tools', group: 'list', edits: false },
  {
    key: 'box-preview',
    path: '/box-preview',
    text: 'action.preview',
    place: 'tools',
    group: 'list',
    edits: false,
  },
  {
    key: 'compare-with',
    path: '/compare-with',
    text: 'action.compareWith',
    place: 'tools',
    group: 'others',
    edits: false,
  },
  { key: 'merge', path: '/merge', text: 'action.mergeList', place: 'tools', group: 'others', edits: true },
  {
    key: 'order-from',
    path: '/order-from',
    text: 'action.orderFrom',
    place: 'tools',
    group: 'others',
    edits: true,
  },
  { key: 'mine', path: '/mine', text: 'action.mine', place: 'tools', group: 'change', edits: true },
  { key: 'paste', path: '/paste', text: 'action.paste', place: 'tools', group: 'change', edits: true },
  {
    key: 'numbers',
    path: '/numbers',
    text: 'action.numbers',
    place: 'tools',
    group: 'change',
    edits: true,
  },
  {
    key: 'language',
    path: '/language',
    text: 'action.language',
    place: 'tools',
    group: 'list',
    edits: false,
  },
  {
    key: 'tool-names',
    path: '/tools/names',
    text: 'tool.names',
    place: 'tools',
    group: 'change',
    edits: true,
  },
  {
    key: 'tool-duplicates',
    path: '/tools/duplicates',
    text: 'tool.duplicates',
    place: 'tools',
    group: 'change',
    edits: true,
  },
  {
    key: 'tool-vanished',
    path: '/tools/vanished',
    text: 'tool.vanished',
    place: 'tools',
    group: 'change',
    edits: true,
  },
  {
    key: 'tool-tidy',
    path: '/tools/tidy',
    text: 'tool.tidy',
    place: 'tools',
    group: 'change',
    edits: true,
  },
  {
    key: 'tool-from',
    path: '/tools/from',
    text: 'tool.from',
    place: 'tools',
    group: 'others',
    edits: true,
  },
  {
    key: 'tool-sky',
    path: '/tools/sky',
    text: 'tool.sky',
    place: 'tools',
    group: 'others',
    edits: true,
  },
  {
    key: 'tool-copy',
    path: '/tools/copy',
    text: 'tool.copy',
    place: 'tools',
    group: 'others',
    edits: false,
  },
  {
    key: 'tool-mylink',
    path: '/tools/mylink',
    text: 'action.toMyLink',
    place: 'tools',
    group: 'others',
    edits: false,
  },
  {
    key: 'report',
    path: '/report',
    text: 'action.report',
    place: 'tools',
    group: 'list',
    edits: false,
  },
  {
    key: 'add',
    path: '/channels/add',
    icon: 'plus',
    text: 'tool.add',
    place: 'add',
    group: 'parts',
    edits: true,
  },
  {
    key: 'add-system',
    path: '/channels/add/system',
    icon: 'list',
    text: 'tool.addSystem',
    place: 'add',
    group: 'parts',
    edits: true,
  },
  {
    key: 'satellites',
    path: '/satellites',
    text: 'tool.satellites',
    place: 'tools',
    group: 'parts',
    edits: false,
  },
  { key: 'groups', path: '/groups', text: 'tool.groups', place: 'tools', group: 'parts', edits: false },
  {
    key: 'categories',
    path: '/categories',
    text: 'tool.categories',
    place: 'tools',
    group: 'parts',
    edits: false,
  },
  {
    key: 'deleted',
    path: '/deleted',
    text: 'tool.deleted',
    place: 'tools',
    group: 'parts',
    edits: true,
  },
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
export const toolsAt = (place: ToolLink['place'], kind: string, canChange: boolean): ToolLink[] =>
  toolsOf(kind, canChange).filter((tool) => tool.place === place)
