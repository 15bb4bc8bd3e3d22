/** How a box treats the selected channels: whether it asks for its code, and whether zapping passes over them. */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { InspectorProps } from './props'
import { shareOf, type Share } from './shared'

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

export const BoxPart = ({ snapshot, actions, places }: InspectorProps) => {
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
