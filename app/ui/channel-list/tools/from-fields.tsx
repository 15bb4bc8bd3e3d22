/** Names from another list, or from a file. */
import { useTranslation } from 'react-i18next'
import { Card } from '~/ui/card'
import { FileField } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import type { FieldsProps } from './field-parts'
import { ListField } from './list-field'
import { addressWith, toolErrors } from './tool-page'
import type { ToolData, ToolError } from './types'

export const FromFields = ({ data }: FieldsProps) => {
  const { t } = useTranslation('tools')
  return <ListField data={data} label={t('from.list')} any={t('from.choose')} />
}

export const FromFile = ({ data, failure }: { data: ToolData; failure: readonly ToolError[] }) => {
  const { t } = useTranslation(['tools', 'lists'])
  return (
    <Card title={t('tools:from.fileTitle')}>
      <form
        noValidate
        method="post"
        action={addressWith(data, { list: null })}
        encType="multipart/form-data"
        className="form"
      >
        <input type="hidden" name="intent" value="file" />
        <FileField
          name="file"
          label={t('lists:upload.file')}
          hint={t('tools:from.fileHint')}
          button={t('lists:upload.pick')}
          none={t('lists:upload.none')}
          error={toolErrors(failure, t).find(({ field }) => field === 'file')?.message ?? null}
        />
        <FormActions variant="plain" submit={t('tools:show')} />
      </form>
    </Card>
  )
}
