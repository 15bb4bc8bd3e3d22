/**
 * After a list's file was replaced: which of the edits' channels the new file contains once, not at all, or more than
 * once.
 */
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'

type Mapped = { count: number; names: string[] }
/**
 * `kept`: the earlier file still exists for comparison. `whole`: how many edits concern the earlier file as a whole.
 */
export type MappingView = { kept: boolean; whole: number; found: Mapped; missing: Mapped; ambiguous: Mapped }

export const MappingReport = ({ mapping }: { mapping: MappingView }) => {
  const { t } = useTranslation('lists')
  if (!mapping.kept) return <p data-mapping="none">{t('mapping.notKept')}</p>
  return (
    <div data-mapping="">
      <p>{t('mapping.lead')}</p>
      <ul>
        {(['found', 'missing', 'ambiguous'] as const)
          .filter((kind) => kind === 'found' || mapping[kind].count > 0)
          .map((kind) => {
            const { count, names } = mapping[kind]
            return (
              <li key={kind} data-mapped={kind}>
                {t(`mapping.${kind}`)}: {t('channels.count', { count })}
                {names.length > 0 && (
                  <>
                    {' '}
                    ·{' '}
                    {names.map((name, index) => (
                      <Fragment key={index}>
                        {index > 0 && ', '}
                        <bdi className="name">{name === '' ? t('row.unnamed') : name}</bdi>
                      </Fragment>
                    ))}
                  </>
                )}
                {names.length > 0 && count > names.length && <> {t('remove.more', { number: count - names.length })}</>}
              </li>
            )
          })}
      </ul>
      {mapping.whole > 0 && <p>{t('mapping.whole')}</p>}
    </div>
  )
}
