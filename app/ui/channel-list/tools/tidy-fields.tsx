/** The fields of tidying. */
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckField } from '~/ui/field'
import { FieldGroup } from '~/ui/field-group'
import type { FieldsProps } from './field-parts'

export const TidyFields = ({ data }: FieldsProps) => {
  const { t } = useTranslation('tools')
  return (
    <FieldGroup id="field-kinds" legend={t('tidy.kinds')}>
      {(['unnamed', 'services', 'satellites', 'transponders', 'groups'] as const).map((kind) => (
        <Fragment key={kind}>
          <CheckField
            id={`field-kinds-${kind}`}
            name="kinds"
            value={kind}
            label={t(`tidy.${kind}`)}
            defaultChecked={data.kinds.includes(kind)}
          />
        </Fragment>
      ))}
    </FieldGroup>
  )
}
