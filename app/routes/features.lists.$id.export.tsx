/** Export: the choice of a dialect, what it can't represent and for which channels, and the file. */
import { json, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node'
import { useLoaderData, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UnsavedNotice } from '~/client/editor/unsaved-notice'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import type { FileFormat, NameLanguage } from '~/engine/types'
import { formatNames } from '~/modules/channel-list/channel-list.schema'
import { exportFile, findNameLanguages, readList } from '~/modules/channel-list/channel-list.server'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ListPageHead } from '~/ui/channel-list/list-page-head'
import { SelectField } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { useLossText } from '~/ui/channel-list/loss-text'
import { FieldGroup } from '~/ui/field-group'
import { Notice } from '~/ui/notice'
import { Radio } from '~/ui/radio'
import { useScripts } from '~/ui/with-scripts'
import { requireValue } from '~/web/lists/answer.server'
import { requireUserAndList } from '~/web/lists/list-form.server'

export const handle = {
  i18n: ['lists', 'losses', 'formats', 'numbers', 'errors'],
  title: 'lists:export.title',
} satisfies RouteHandle
export { links } from '~/styles/list-links'

/** How many channels are named with each loss; the rest is counted. */
const maxChannelsNamed = 8

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  const asked = new URL(request.url).searchParams
  const format = formatNames.find((name) => name === asked.get('format')) ?? list.format
  const { languages } = requireValue(await findNameLanguages(user, list.id))
  const named = languages.find(({ language }) => language === asked.get('names'))?.language
  const file = requireValue(
    await exportFile(user, list.id, { format, ...(named === undefined ? {} : { names: named }) }),
  )
  const shown = new Set(file.losses.flatMap((loss) => loss.ids.slice(0, maxChannelsNamed)))
  const read = requireValue(
    await readList(user, list.id, { revision: file.revision }, (view) => ({
      pristine: view.pristine,
      names: [...shown].map((id) => [id, view.channel(id)?.name ?? ''] as const),
    })),
  )
  const names = new Map(read.names)
  return json({
    list: { id: list.id, name: list.name },
    userId: user.userId,
    format,
    ownFormat: list.format,
    formats: formatNames,
    languages: languages.map(({ language }) => language),
    named: named ?? '',
    revision: file.revision,
    fileName: file.fileName,
    bytes: file.bytes.length,
    empty: file.empty,
    tooLong: file.tooLong,
    untouched: read.pristine && format === list.format && named === undefined,
    losses: file.losses.map((loss) => ({
      code: loss.code,
      count: loss.channels,
      ...(loss.fields === undefined ? {} : { fields: loss.fields }),
      channels: loss.ids.slice(0, maxChannelsNamed).map((id) => ({ id, name: names.get(id) ?? '' })),
    })),
  })
}

/** The language of channel names, if the list has names in any. */
const NamesField = ({ languages, named }: { languages: readonly NameLanguage[]; named: string }) => {
  const { t } = useTranslation(['numbers', 'lists'])
  return (
    languages.length > 0 && (
      <SelectField
        name="names"
        label={t('numbers:names.export')}
        defaultValue={named}
        options={[
          { value: '', label: t('numbers:language.original') },
          ...languages.map((value) => ({ value, label: t(`lists:nameLanguage.${value}`) })),
        ]}
      />
    )
  )
}

/** The download button. While a changed choice is still loading, it would give the previous file. */
const Download = ({ href, fileName, bytes }: { href: string; fileName: string; bytes: number }) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  const text = t('lists:export.download', { file: `\u2068${fileName}\u2069` })
  const isChanging = useNavigation().state !== 'idle'
  return (
    <>
      {isChanging ? (
        <Button variant="primary" icon="download" disabled>
          {text}
        </Button>
      ) : (
        <ButtonLink href={href} variant="primary" icon="download" download data-reload="">
          {text}
        </ButtonLink>
      )}{' '}
      <span className="muted">{format.bytes(bytes)}</span>
    </>
  )
}

/** What the format can't hold, and for which channels. */
const Losses = ({ losses, path }: { losses: SerializeFrom<typeof loader>['losses']; path: string }) => {
  const { t } = useTranslation(['lists', 'losses'])
  const lossText = useLossText()
  return (
    <Card title={t('lists:export.lossTitle')}>
      <div className="stack">
        <p className="muted">{t('lists:export.lossLead')}</p>
        <ul className="stack">
          {losses.map((loss) => (
            <li key={loss.code}>
              <p>
                <span className="strong">{lossText(loss)}</span>{' '}
                <span className="muted">{loss.count > 0 && t('lists:channels.count', { count: loss.count })}</span>
              </p>
              {loss.channels.length > 0 && (
                <p className="small">
                  {loss.channels.map((channel, index) => (
                    <span key={channel.id}>
                      {index > 0 && ' · '}
                      <a href={`${path}/channels/${channel.id}`}>
                        <bdi>{channel.name === '' ? t('lists:row.unnamed') : channel.name}</bdi>
                      </a>
                    </span>
                  ))}
                  {loss.count > loss.channels.length && (
                    <span className="muted">
                      {' '}
                      {t('lists:export.moreChannels', { number: loss.count - loss.channels.length })}
                    </span>
                  )}
                </p>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

const ExportPage = () => {
  const {
    list,
    userId,
    format: chosen,
    ownFormat,
    formats,
    languages,
    named,
    revision,
    fileName,
    bytes,
    empty,
    tooLong,
    untouched,
    losses,
  } = useLoaderData<typeof loader>()
  const { t } = useTranslation(['lists', 'formats', 'errors'])
  const scripts = useScripts()
  const choices = useRef<HTMLFormElement>(null)
  const [first] = useState(chosen)
  // What was chosen before the scripts ran.
  useEffect(() => {
    const form = choices.current
    if (form !== null && new FormData(form).get('format') !== first) form.requestSubmit()
  }, [first])
  const path = `/features/lists/${list.id}`
  // The formats that most users want; the others are one press away.
  const usual = [...new Set([ownFormat, 'sdx', 'chl'] as const)]
  const choice = (name: FileFormat) => (
    <Radio key={name} name="format" value={name} checked={name === chosen}>
      <span className="strong">{t(`formats:name.${name}`)}</span>
      {name === ownFormat && <span className="muted"> · {t('lists:export.own')}</span>}
      <br />
      <span className="muted small">{t(`formats:hint.${name}`)}</span>
    </Radio>
  )
  return (
    <div className="narrow">
      <ListPageHead
        list={list}
        title={t('lists:export.title')}
        lead={t('lists:export.lead', { name: list.name, number: revision })}
      />
      <Card>
        <form
          noValidate
          method="get"
          ref={choices}
          action={`${path}/export`}
          className="form"
          data-keep-scroll=""
          onChange={(event) => event.currentTarget.requestSubmit()}
        >
          <FieldGroup legend={t('lists:export.format')}>
            {usual.map(choice)}
            <details open={!usual.includes(chosen)}>
              <summary>{t('formats:more')}</summary>
              {formats.filter((name) => !usual.includes(name)).map(choice)}
            </details>
          </FieldGroup>
          <NamesField languages={languages} named={named} />
          {scripts ? null : <FormActions variant="plain" submit={t('lists:export.check')} />}
        </form>
      </Card>
      <UnsavedNotice userId={userId} listId={list.id} listPath={path} revision={revision} of="export" />
      {losses.length === 0 && !tooLong && (
        <Notice tone="ok">
          {t(untouched ? 'lists:export.untouched' : 'lists:export.complete', { number: revision })}
        </Notice>
      )}
      {losses.length > 0 && <Losses losses={losses} path={path} />}
      {empty && <Notice tone="warn">{t('lists:export.empty')}</Notice>}
      {tooLong && <Notice tone="warn">{t('errors:A0413_format')}</Notice>}
      <div className="form-actions">
        {!empty && !tooLong && (
          <Download
            href={`${path}/file?format=${chosen}&revision=${revision}${named === '' ? '' : `&names=${named}`}`}
            fileName={fileName}
            bytes={bytes}
          />
        )}{' '}
        <ButtonLink href={path} variant="quiet" className="own-line">
          {t('lists:action.back')}
        </ButtonLink>
      </div>
    </div>
  )
}
export default ExportPage
