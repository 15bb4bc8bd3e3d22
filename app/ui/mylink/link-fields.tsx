/** The fields of a link: its name, and one of two ways to say where it comes from. */
import { useTranslation } from 'react-i18next'
import { Field } from '../field'
import { FieldGroup } from '../field-group'
import { NumberField } from '../number-field'
import { examples, type Kept } from './kept'
import type { LinkView } from './view'

/** The bounds that are told at the fields; the module checks them. */
export type LinkBounds = { nameMax: number; addressMax: number; tp: [number, number]; sid: [number, number] }

type LinkFieldsProps = { kept: Kept; bounds: LinkBounds; link?: Pick<LinkView, 'name' | 'address' | 'place'> }

export const LinkFields = ({ kept, bounds, link }: LinkFieldsProps) => {
  const { t } = useTranslation('mylink')
  const [satellite = '', tp = '', sid = ''] = (link?.place ?? '').split(':')
  const rangeOf = ([min, max]: [number, number]): string => t('entry.range', { min, max })
  return (
    <>
      <Field
        name="name"
        label={t('entry.name')}
        hint={t('entry.nameHint', { number: bounds.nameMax })}
        defaultValue={kept.value('name', link?.name)}
        error={kept.error('name')}
        autoComplete="off"
        dir="auto"
      />
      <FieldGroup legend={t('entry.source')} hint={t('entry.sourceHint')}>
        <div className="link-ways">
          <Field
            code
            name="address"
            inputMode="url"
            label={t('entry.address')}
            hint={t('entry.addressHint', { number: bounds.addressMax })}
            defaultValue={kept.value('address', link?.address ?? '')}
            error={kept.error('address')}
            autoComplete="off"
          />
          <p className="muted link-or">{t('entry.or')}</p>
          <div className="form-row" role="group" aria-label={t('entry.place')}>
            <Field
              code
              name="satellite"
              label={t('entry.satellite')}
              hint={t('entry.satelliteHint', { example: examples.satellite })}
              defaultValue={kept.value('satellite', satellite)}
              error={kept.error('satellite')}
              autoComplete="off"
            />
            <NumberField
              name="tp"
              label={t('entry.tp')}
              hint={rangeOf(bounds.tp)}
              defaultValue={kept.value('tp', tp)}
              error={kept.error('tp')}
            />
            <NumberField
              name="sid"
              label={t('entry.sid')}
              hint={rangeOf(bounds.sid)}
              defaultValue={kept.value('sid', sid)}
              error={kept.error('sid')}
            />
          </div>
        </div>
      </FieldGroup>
    </>
  )
}
