/** The fields of a link: its name, and two ways to give its target. */
import { useTranslation } from 'react-i18next'
import type { boundsOf } from '~/modules/link/link.server'
import type { LinkEntry } from '~/modules/link/types'
import { Field } from '../field'
import { FieldGroup } from '../field-group'
import { NumberField } from '../number-field'
import { examples, type Kept } from './kept'

/** The bounds shown at the fields; the module checks them. */
export type LinkBounds = ReturnType<typeof boundsOf>

/** `most`: the maximum length of a name; `name`: the current one. */
export const NameField = ({ kept, most, name }: { kept: Kept; most: number; name?: string | undefined }) => {
  const { t } = useTranslation('mylink')
  return (
    <Field
      name="name"
      label={t('entry.name')}
      hint={t('entry.nameHint', { number: most })}
      defaultValue={kept.value('name', name)}
      error={kept.error('name')}
      autoComplete="off"
      dir="auto"
    />
  )
}

type LinkFieldsProps = { kept: Kept; bounds: LinkBounds; link?: Pick<LinkEntry, 'name' | 'address' | 'place'> }

export const LinkFields = ({ kept, bounds, link }: LinkFieldsProps) => {
  const { t } = useTranslation('mylink')
  const [satellite = '', tp = '', sid = ''] = (link?.place ?? '').split(':')
  return (
    <>
      <NameField kept={kept} most={bounds['name-too-long'].number} name={link?.name} />
      <FieldGroup legend={t('entry.source')} hint={t('entry.sourceHint')}>
        <div className="stack stack-tight link-ways">
          <Field
            code
            name="address"
            inputMode="url"
            label={t('entry.address')}
            hint={t('entry.addressHint', bounds['url-too-long'])}
            defaultValue={kept.value('address', link?.address ?? '')}
            error={kept.error('address')}
            autoComplete="off"
          />
          <p className="muted">{t('entry.or')}</p>
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
              hint={t('entry.range', bounds['tp-range'])}
              defaultValue={kept.value('tp', tp)}
              error={kept.error('tp')}
            />
            <NumberField
              name="sid"
              label={t('entry.sid')}
              hint={t('entry.range', bounds['sid-range'])}
              defaultValue={kept.value('sid', sid)}
              error={kept.error('sid')}
            />
          </div>
        </div>
      </FieldGroup>
    </>
  )
}
