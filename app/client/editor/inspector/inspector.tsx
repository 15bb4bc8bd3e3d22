/**
 * Everything about the selection, and how to change it: one channel with all its fields, several with what they share.
 * It is part of the chunk that loads at a person's first action.
 */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { limits, nameLanguages } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import { countGraphemes } from '~/text/graphemes'
import { isolate } from '~/ui/channel-list/joined'
import { Icon } from '~/ui/icon'
import { chosenIn, type Chosen } from '../chosen'
import { useEditor } from '../context'
import { Modal } from '../modal'
import { tryRename } from '../store/trials'
import { groupTexts } from '../texts'
import { FactsPart } from './facts-part'
import { isIn, maxRead, shareOf, sharedValue, type Share } from './shared'
import { SharedSelect } from './shared-select'
import { TypedField } from './typed-field'
import { ValuesPart } from './values-part'

/** If there are more places, they are not listed one by one. */
const namedPlaces = 3

const Title = ({ ids, places }: Chosen) => {
  const { snapshot } = useEditor()
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const [first = 0, last = first] = [places[0], places.at(-1)]
  const own = snapshot.numbers?.[first] ?? first + 1
  const isBlock = last - first === places.length - 1
  const named = isBlock
    ? first === last
      ? format.number(first + 1)
      : `${format.number(first + 1)}–${format.number(last + 1)}`
    : places.length <= namedPlaces
      ? format.series(places.map((place) => format.number(place + 1)))
      : ''
  return (
    <h2 className="ins-title">
      {ids.length === 1 ? (
        <bdi>{snapshot.names[first] || t('lists:row.unnamed')}</bdi>
      ) : (
        t('lists:channels.count', { count: ids.length })
      )}{' '}
      {named !== '' && (
        <span className="small muted">
          {ids.length > 1
            ? isolate(named)
            : own === first + 1
              ? t('inspector.places', { places: named })
              : t('lists:channel.numbered', { own, number: first + 1, total: snapshot.length })}
        </span>
      )}
    </h2>
  )
}

/** The name of the one selected channel. */
const NamePart = ({ ids }: Chosen) => {
  const { store, snapshot, actions } = useEditor()
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const [id] = ids
  if (id === undefined || ids.length > 1 || !snapshot.canEdit) return null
  const tryName = (name: string) => tryRename(store.opened().list, id, name)
  const countOf = (text: string): string =>
    isolate(
      t('rename.count', { used: format.number(countGraphemes(text)), most: format.number(limits.nameCharacters) }),
    )
  return (
    <TypedField
      key={id}
      label={t('lists:channel.name')}
      value={snapshot.names[store.positionOf(id) - 1] ?? ''}
      note={(text) => {
        const tried = tryName(text)
        const losses = tried.ok ? tried.warnings.filter((w) => w.code === 'name-cut' || w.code === 'name-letters') : []
        return [countOf(text), ...losses.map((w) => t(`loss.${w.code}`))].join(' · ')
      }}
      refuse={(text) => {
        const tried = tryName(text)
        return tried.ok ? null : `${countOf(text)} · ${t(`problem.${tried.code}`)}`
      }}
      onSet={(text) => actions.rename(id, text)}
    />
  )
}

/** The favourite groups: one press adds all of the channels, the next removes them. */
const GroupsPart = ({ ids, places }: Chosen) => {
  const { snapshot, actions } = useEditor()
  const { t } = useTranslation(['editor', 'lists'])
  const { groups, columns, canEdit } = snapshot
  const names = groupTexts(groups, t)
  if (groups.length === 0) return null
  return (
    <section className="ins-part">
      <h3>{t('lists:rail.groups')}</h3>
      <div className="ins-groups">
        {groups.map(({ index, name }) => {
          const share = shareOf(places, (place) => isIn(columns.favourites[place] ?? 0, index))
          return (
            <button
              key={index}
              type="button"
              className="chip"
              aria-pressed={share}
              disabled={!canEdit}
              onClick={() => actions.toggleFavourite([...ids], index, names[index] ?? name)}
            >
              <span aria-hidden="true">{share === 'false' ? '☆' : '★'}</span> <bdi>{names[index] ?? name}</bdi>
            </button>
          )
        })}
      </div>
    </section>
  )
}

/** The category: one choice for all of the channels. */
const CategoryPart = ({ ids, places }: Chosen) => {
  const { store, snapshot, actions, categoryNames } = useEditor()
  const { t } = useTranslation(['lists', 'numbers'])
  const { categories, canEdit } = snapshot
  if (categories.length === 0 || ids.length > maxRead) return null
  const category = sharedValue(places, (place) => store.details(snapshot.columns.id[place] ?? -1)?.category ?? null)
  const options = [
    { value: '', label: t('numbers:inspector.noCategory') },
    ...categories.map(({ id, name }) => ({ value: String(id), label: categoryNames[name] ?? name })),
  ]
  return (
    <section className="ins-part">
      <SharedSelect
        label={t('filter.category')}
        value={category === undefined ? undefined : String(category ?? '')}
        disabled={!canEdit}
        options={options}
        onSet={(value) =>
          actions.edit(
            [
              {
                op: 'set',
                target: 'channel',
                ids: [...ids],
                field: 'category',
                value: value === '' ? null : Number(value),
              },
            ],
            t('numbers:inspector.isIn', {
              channels: t('lists:channels.count', { count: ids.length }),
              category: isolate(options.find((option) => option.value === value)?.label ?? ''),
            }),
          )
        }
      />
    </section>
  )
}

/** The bits of a channel's flags. */
const flags = [
  { op: 'lock', bit: 4 },
  { op: 'skip', bit: 8 },
] as const

type CheckProps = { share: Share; disabled: boolean; label: string; onChange(): void }
/** A box that is ticked, empty, or neither if only some of the channels have it. */
const Check = ({ share, disabled, label, onChange }: CheckProps) => {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = share === 'mixed'
  }, [share])
  return (
    <label className="ins-check">
      <span>{label}</span> <input ref={box} type="checkbox" checked={share === 'true'} {...{ disabled, onChange }} />
    </label>
  )
}

/** How a box treats them: whether it asks for its code, and whether zapping passes over them. */
const BoxPart = ({ places }: Chosen) => {
  const { snapshot, actions } = useEditor()
  const { t } = useTranslation('lists')
  const { columns, canEdit } = snapshot
  return (
    <section className="ins-part">
      <h3>{t('channel.flags')}</h3>
      {flags.map(({ op, bit }) => (
        <Check
          key={op}
          label={t(`channel.${op}`)}
          share={shareOf(places, (place) => ((columns.flags[place] ?? 0) & bit) !== 0)}
          disabled={!canEdit}
          onChange={() => actions.toggle(op)}
        />
      ))}
    </section>
  )
}

/** The names of the one selected channel in other languages. */
const NamesPart = ({ ids }: Chosen) => {
  const { store, snapshot, actions } = useEditor()
  const { t } = useTranslation(['numbers', 'lists', 'editor'])
  const [id] = ids
  const names = id === undefined || ids.length > 1 ? null : store.details(id)?.names
  if (id === undefined || !names) return null
  const shown = nameLanguages.filter((language) => snapshot.canEdit || names[language] !== undefined)
  if (shown.length === 0) return null
  return (
    <section className="ins-part">
      <details open={Object.keys(names).length > 0}>
        <summary>{t('names.title')}</summary>
        <div className="stack">
          {shown.map((language) => (
            <TypedField
              key={`${id} ${language}`}
              label={t(`lists:nameLanguage.${language}`)}
              value={names[language] ?? ''}
              lang={language}
              disabled={!snapshot.canEdit}
              refuse={(text) =>
                countGraphemes(text) > limits.nameCharacters ? t('editor:problem.name-too-long') : null
              }
              onSet={(text) =>
                actions.edit(
                  [{ op: 'names-in', language, names: [[id, text.trim() || null]] }],
                  t('inspector.named', { language: t(`lists:nameLanguage.${language}`) }),
                )
              }
            />
          ))}
        </div>
      </details>
    </section>
  )
}

/** More channels than this make an address too long; use the bar's "all that match" for them. */
const addressed = 300

/** Links to the pages on which every field of a channel, or one field of several, is edited. */
const FieldsPart = ({ ids }: Chosen) => {
  const { snapshot, list } = useEditor()
  const { t } = useTranslation('editor')
  const [id] = ids
  if (!snapshot.canEdit || id === undefined || ids.length > addressed) return null
  const query = new URLSearchParams({ ids: ids.join('.'), source: snapshot.sourceId })
  return (
    <p className="small">
      {ids.length === 1 ? (
        <a href={`${list.path}/channels/${id}/fields`}>{t('inspector.allFields')}</a>
      ) : (
        <a href={`${list.path}/fields?${query.toString()}`}>{t('inspector.oneField')}</a>
      )}
    </p>
  )
}

/** In display order. Each decides whether it has something to show. */
const parts = [NamePart, GroupsPart, CategoryPart, BoxPart, NamesPart, FactsPart, ValuesPart, FieldsPart]

export const Inspector = (chosen: Chosen) => (
  <div className="stack">
    <Title {...chosen} />
    {parts.map((Part, at) => (
      <Part key={at} {...chosen} />
    ))}
  </div>
)

/** The inspector as a sheet, if the window has no room for it beside the rows. */
export const InspectorSheet = ({ onClose }: { onClose(): void }) => {
  const { t } = useTranslation(['editor', 'common'])
  const chosen = chosenIn(useEditor().snapshot)
  const close = t('common:action.close')
  return (
    <Modal label={t('inspector.label')} className="sheet" onClose={onClose}>
      <button type="button" className="btn quiet sheet-close" onClick={onClose} aria-label={close} title={close}>
        <Icon name="close" />
      </button>
      {chosen.ids.length > 0 && <Inspector {...chosen} />}
    </Modal>
  )
}
