/**
 * The choice of what to compare a list with: another list, an earlier version of it, or a file that is uploaded only
 * for this. It uses links and forms alone: the choice is part of the address, and a file is kept for a day.
 */
import { useTranslation } from 'react-i18next'
import { useLocalFormat } from '~/i18n/format'
import { Card } from '~/ui/card'
import type { FormError } from '~/ui/error-summary'
import { FileField, SelectField, type OptionGroup } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { isolate, joined } from './joined'

export type OtherOptions = {
  lists: readonly { value: string; name: string; isOwn: boolean; channels: number }[]
  versions: readonly { value: string; number: number; at: string }[]
  files: readonly { value: string; name: string | null }[]
}

const useGroups = ({ lists, versions, files }: OtherOptions): OptionGroup[] => {
  const { t } = useTranslation(['merge', 'lists'])
  const format = useLocalFormat()
  const listGroup = (isOwn: boolean): OptionGroup => ({
    label: t(isOwn ? 'merge:other.own' : 'merge:other.ready'),
    options: lists
      .filter((list) => list.isOwn === isOwn)
      .map(({ value, name, channels }) => ({
        value,
        label: joined([name, t('lists:channels.count', { count: channels })]),
      })),
  })
  return [
    {
      label: t('merge:other.files'),
      options: files.map(({ value, name }) => ({
        value,
        label: name === null ? t('merge:other.file') : isolate(name),
      })),
    },
    listGroup(true),
    listGroup(false),
    {
      label: t('merge:other.versions'),
      options: versions.map(({ value, number, at }) => ({
        value,
        label: joined([t('lists:page.revision', { number }), format.dateTime(at)]),
      })),
    },
  ].filter((group) => group.options.length > 0)
}

/** `action`: the page's own address. `lines`: a spreadsheet is accepted too. */
export const OtherChoice = ({
  options,
  chosen,
  action,
  lines = false,
  errors,
}: {
  options: OtherOptions
  chosen: string | null
  action: string
  lines?: boolean
  errors: readonly FormError[]
}) => {
  const { t } = useTranslation(['merge', 'lists'])
  const groups = useGroups(options)
  const errorOf = (name: string): string | undefined => errors.find(({ field }) => field === name)?.message
  return (
    <div className="cols">
      <Card title={t('merge:other.title')}>
        <form noValidate method="get" action={action} className="form">
          {groups.length === 0 ? (
            <p className="muted">{t('merge:other.none')}</p>
          ) : (
            <>
              <SelectField
                name="with"
                label={t('merge:other.label')}
                error={errorOf('with')}
                defaultValue={chosen ?? groups[0]?.options[0]?.value}
                options={groups}
              />
              <FormActions variant={chosen === null ? 'primary' : 'quiet'} submit={t('merge:other.choose')} />
            </>
          )}
        </form>
      </Card>
      <Card title={t('merge:other.upload')}>
        <form noValidate method="post" action={action} encType="multipart/form-data" className="form">
          <p className="muted">{t(lines ? 'merge:other.uploadLines' : 'merge:other.uploadLead')}</p>
          <FileField
            name="file"
            label={t('lists:upload.file')}
            button={t('lists:upload.pick')}
            none={t('lists:upload.none')}
            error={errorOf('file')}
          />
          <FormActions variant="plain" submit={t('lists:upload.submit')} intent="upload" />
        </form>
      </Card>
    </div>
  )
}
