/**
 * What a person does in the editor, each action with its message: the channel's name if it concerns one, their number
 * if it concerns more, and Undo.
 */
import type { TFunction } from 'i18next'
import type { Operation, SortMode, ViewSort } from '~/engine/types'
import type { Formats } from '~/i18n/format'
import { groupName } from '~/ui/channel-list/group-name'
import { isolate } from '~/ui/channel-list/joined'
import { isFiltered, type ChannelFilter } from '~/ui/channel-list/query'
import { viewSortKey } from '~/ui/channel-list/view-order'
import type { Notify } from './editor-notice'
import type { Applied } from './store/editing'
import type { EditorStore } from './store/store'

/** Messages about one channel, with its name. */
type ActionMessage = 'moved' | 'lock' | 'lock-off' | 'skip' | 'skip-off' | 'deleted' | 'favourite' | 'favourite-off'
/** If there are more places, they are not listed one by one. */
const shownPlaces = 3

export type EditorActions = ReturnType<typeof createEditorActions>
type Parts = { store: EditorStore; t: TFunction; format: Formats; notify: Notify }

/** The messages, separate from the actions. */
const createSentences = ({ store, t, format }: Omit<Parts, 'notify'>) => {
  const counted = (count: number) => ({ count, number: format.number(count) })
  return {
    counted,
    /** The channel's name if an action concerns one, read before the action. */
    nameOf(ids: readonly number[]): string | null {
      const [id, ...others] = ids
      if (id === undefined || others.length > 0) return null
      return isolate(store.snapshot().names[store.positionOf(id) - 1] || t('lists:row.unnamed'))
    },
    actionText: (
      action: ActionMessage,
      name: string | null,
      count: number,
      more: Record<string, string> = {},
    ): string =>
      name === null
        ? t(`said.${action}`, { ...counted(count), ...more })
        : t(`done-to.${action}`, { channel: name, ...more }),
    /** Where these channels are now: "59–60", or the first places of scattered ones. */
    placesOf(ids: readonly number[]): string {
      const places = ids.map((id) => store.positionOf(id)).sort((a, b) => a - b)
      const [first = 0, last = first] = [places[0], places.at(-1)]
      if (last - first + 1 === places.length)
        return first === last ? format.number(first) : `${format.number(first)}–${format.number(last)}`
      return `${format.series(places.slice(0, shownPlaces).map(format.number))}${places.length > shownPlaces ? '…' : ''}`
    },
  }
}

export const createEditorActions = ({ store, t, format, notify }: Parts) => {
  const { counted, nameOf, actionText, placesOf } = createSentences({ store, t, format })
  const showError = (text: string) => notify(text, { className: 'ed-bad' })
  const announce = (text: string) => notify(text, { className: 'hidden-visually' })
  /** Reports what was done and offers Undo, or says why it was not done. */
  const report = (applied: Applied, done: string) => {
    if (!applied.ok) return showError(t(`problem.${applied.code}`, t('problem.bad-operation')))
    const losses = applied.warnings
      .filter((w) => w.code === 'name-cut' || w.code === 'name-letters')
      .map((w) => t(`loss.${w.code}`))
    store.describeStep(done)
    notify([done, ...new Set(losses)].join(' '), { offer: 'undo' })
  }

  const toggleFavourite = (ids: number[], group: number, name: string) => {
    const { applied, value } = store.toggleFavourite(group, ids)
    const action = value ? 'favourite' : 'favourite-off'
    report(applied, actionText(action, nameOf(ids), ids.length, { name: isolate(name) }))
  }

  return {
    showError,
    filter(next: ChannelFilter): void {
      store.setFilter(next)
      const { rowCount, hiddenSelected } = store.snapshot()
      const shown = isFiltered(next) ? t('said.matching', counted(rowCount)) : t('said.all', counted(rowCount))
      announce(hiddenSelected === 0 ? shown : `${shown} ${t('said.unseen', counted(hiddenSelected))}`)
    },
    /** Shows the list in another order; null for its own. */
    showOrder(sort: ViewSort | null): void {
      store.setSort(sort)
      announce(sort === null ? t('editor:look.isOwn') : t('editor:look.shown', { order: t(viewSortKey(sort)) }))
    },
    takeOrder(): void {
      report(store.takeOrder(), t('lists:done.order'))
    },
    selectAll(): void {
      store.selectMatching()
      announce(t('said.selected', counted(store.snapshot().selection.size)))
    },
    move(ids: number[], to: number): void {
      const name = nameOf(ids)
      const applied = store.moveTo(ids, to)
      report(applied, actionText('moved', name, ids.length, { position: placesOf(ids) }))
    },
    step(by: -1 | 1): void {
      const ids = store.targets()
      if (ids.length === 0) return
      // Moving one row up means nothing for the list while another order is shown.
      if (store.snapshot().sort !== null) return showError(t('editor:look.noStep'))
      const applied = store.step(ids, by)
      report(applied, actionText('moved', nameOf(ids), ids.length, { position: placesOf(ids) }))
    },
    toggle(op: 'lock' | 'skip'): void {
      const ids = store.targets()
      if (ids.length === 0) return
      const { applied, value } = store.toggle(op, ids)
      report(applied, actionText(value ? op : `${op}-off`, nameOf(ids), ids.length))
    },
    toggleFavourite,
    /** “My list”: channels get the numbers after those taken earlier. False if that was not possible. */
    take(ids: number[], taken: number): boolean {
      const name = nameOf(ids)
      const applied = store.take(ids, taken)
      const number = format.number(taken + ids.length)
      report(
        applied,
        name === null
          ? t('numbers:mine.tookNow', { channels: t('lists:channels.count', { count: ids.length }) })
          : t('numbers:mine.tookOne', { channel: name, number }),
      )
      return applied.ok
    },
    /** Any edit with its message; what it needs is loaded first. */
    edit(operations: Operation[], done: string): void {
      void store.edit(operations).then(
        (applied) => report(applied, done),
        () => showError(t('offline.title')),
      )
    },
    /** Swaps the two selected channels. */
    swap(): void {
      const [one, other, ...more] = store.targets()
      if (one === undefined || other === undefined || more.length > 0) return showError(t('numbers:numbers.chooseTwo'))
      report(store.swap(one, other), t('numbers:numbers.swapped'))
    },
    /** Adds the selected channels to a group, or removes them if all of them are in it. */
    toggleGroup(group: number): void {
      const ids = store.targets()
      const found = store.snapshot().groups.find(({ index }) => index === group)
      if (!found) return showError(t('problem.unknown-group'))
      if (ids.length === 0) return showError(t('problem.nothing-selected'))
      toggleFavourite(ids, group, groupName(found.name, group, t))
    },
    delete(ids = store.targets()): void {
      if (ids.length === 0) return
      const name = nameOf(ids)
      report(store.delete(ids), actionText('deleted', name, ids.length))
    },
    rename(id: number, name: string): void {
      report(store.rename(id, name), t('said.renamed', { name: isolate(name.trim()) }))
    },
    sort(mode: SortMode, variant: 1 | 2, only: number[] | null): void {
      report(store.sort(mode, variant, only), t('said.sorted'))
    },
    undo(): void {
      const what = store.undoes()
      if (!store.undo()) return
      // No Redo in place of the Undo that was pressed: a second press would hit it.
      notify(what === null ? t('said.undone') : t('lists:done.undone', { what }), { goes: true })
    },
    redo(): void {
      const what = store.redoes()
      if (!store.redo()) return
      notify(what === null ? t('said.redone') : t('lists:done.redone', { what }), { offer: 'undo' })
    },
  }
}
