/** The values that differ between two lists: whole kinds to take, and one kind's differences one by one. */
import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { MergeTake } from '~/modules/channel-list/types'
import { CheckField } from '~/ui/field'
import { FieldGroup } from '~/ui/field-group'
import type { ShownClash } from './clash-choice'

/** One side's value on its own line. */
const DifferenceText = ({ label, text }: { label: string; text: string }) => (
  <>
    <br />
    <span className="muted">
      {label} <bdi>{text}</bdi>
    </span>
  </>
)

export const DifferenceChoice = ({
  values,
  shown,
  differences,
  differing,
  kept,
  hrefOf,
}: {
  /** The number of differences of each kind. */
  values: Readonly<Record<MergeTake, number>>
  /** The kind whose differences are listed. */
  shown: MergeTake | null
  differences: readonly ShownClash[]
  differing: number
  /** The values of a refused form. */
  kept: Readonly<Record<string, string | string[]>>
  hrefOf: (kind: MergeTake) => string
}) => {
  const { t } = useTranslation(['merge', 'common'])
  const kinds = (Object.keys(values) as MergeTake[]).filter((kind) => values[kind] > 0)
  if (kinds.length === 0) return null
  const keptIn = (name: string): ReadonlySet<string> => new Set([kept[name] ?? []].flat())
  const [taken, picked] = [keptIn('take'), keptIn('pick')]
  return (
    <div className="stack" id="values">
      <FieldGroup legend={t('merge.also')}>
        {kinds.map((kind) => (
          <CheckField
            key={kind}
            id={`take-${kind}`}
            name="take"
            value={kind}
            label={t('merge.kindCount', { kind: t(`merge.kind.${kind}`), number: values[kind] })}
            defaultChecked={taken.has(kind)}
          />
        ))}
      </FieldGroup>
      <p>
        {t('merge.one')}{' '}
        {kinds.map((kind, at) => (
          <span key={kind}>
            {at > 0 && ' · '}
            <Link
              to={hrefOf(kind)}
              discover="none"
              preventScrollReset
              aria-current={kind === shown ? 'true' : undefined}
            >
              {t(`merge.kind.${kind}`)}
            </Link>
          </span>
        ))}
      </p>
      {shown !== null && differences.length > 0 && (
        <FieldGroup legend={t(`merge.kind.${shown}`)}>
          {differences.map((one) => (
            <div key={one.key}>
              <label className="choice">
                <input type="checkbox" name="pick" value={one.key} defaultChecked={picked.has(one.key)} />{' '}
                <span>
                  <strong>
                    <bdi>{one.title}</bdi>
                  </strong>
                  {' · '}
                  {one.field}
                  <DifferenceText label={t('common:label', { label: t('merge.here') })} text={one.mine} />
                  <DifferenceText label={t('common:label', { label: t('merge.there') })} text={one.theirs} />
                </span>
              </label>
            </div>
          ))}
          {differing > differences.length && (
            <p className="muted">{t('merge.moreEach', { number: differing - differences.length })}</p>
          )}
        </FieldGroup>
      )}
    </div>
  )
}
