/** Chooses the language of channel names: for this list, and on each box. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { nameLanguages } from '~/engine/types'
import type { RouteHandle } from '~/i18n/handle'
import {
  chooseBoxNames,
  chooseNames,
  findBoxNameChoices,
  findNameChoice,
  findNameLanguages,
} from '~/modules/channel-list/channel-list.server'
import { listBoxes } from '~/modules/device/device.server'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { boxText } from '~/ui/channel-list/box-text'
import { ListToolPage, useListErrors } from '~/ui/channel-list/list-tool-page'
import { SelectField } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { FieldGroup } from '~/ui/field-group'
import { Radio } from '~/ui/radio'
import { redirectDone } from '~/request/flash.server'
import { invalid, readForm, refused, type InvalidAnswer } from '~/web/form/form.server'
import { listPathOf, requireValue } from '~/web/lists/answer.server'
import { requireUserAndList } from '~/web/lists/list-form.server'
import { languageForm } from '~/web/lists/number-forms.server'

export const handle = { i18n: ['lists', 'numbers', 'problems'], title: 'numbers:language.title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  const [has, chosen, boxes] = await Promise.all([
    findNameLanguages(user, list.id),
    findNameChoice(user.userId, list.id),
    listBoxes(user.userId),
  ])
  return json({
    list: { id: list.id, name: list.name, canChange: list.canChange },
    ...requireValue(has),
    chosen: chosen ?? 'original',
    boxes: await Promise.all(
      boxes.map(async ({ sn, nickname }) => ({
        sn,
        nickname,
        language: (await findBoxNameChoices(user.userId, sn)).box ?? 'list',
      })),
    ),
  })
}

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  const read = await readForm(request, context, languageForm)
  if (!read.ok) return invalid(read)
  const form = read.value
  const chosen =
    form.intent === 'list'
      ? await chooseNames(user, list.id, form.language === 'original' ? null : form.language)
      : await chooseBoxNames(user, form.sn, form.language === 'list' ? null : form.language)
  if (!chosen.ok) return refused(chosen, read.values)
  return redirectDone(context, `${listPathOf(list.id)}/language`, 'numbers:language.done')
}

const LanguagePage = () => {
  const { list, languages, total, chosen, boxes } = useLoaderData<typeof loader>()
  const answer = useActionData<InvalidAnswer>()
  const { t } = useTranslation(['numbers', 'lists'])
  const format = useFormat()
  const { errors } = useListErrors(answer?.failure)
  const here = `/features/lists/${list.id}/language`
  // A chosen language stays on offer even if the list has no more names in it.
  const offered = languages.some(({ language }) => language === chosen)
    ? languages
    : chosen === 'original'
      ? languages
      : [...languages, { language: chosen, channels: 0 }]
  return (
    <ListToolPage list={list} title={t('language.title')} lead={t('language.lead')} errors={errors}>
      <Card title={t('language.list')}>
        <form noValidate method="post" action={here} className="form" key={chosen}>
          <input type="hidden" name="intent" value="list" />
          <FieldGroup
            legend={t('language.list')}
            legendHidden
            hint={languages.length === 0 ? t('language.none') : undefined}
          >
            <Radio name="language" value="original" checked={chosen === 'original'}>
              {t('language.original')}
            </Radio>
            {offered.map(({ language, channels }) => (
              <Radio key={language} name="language" value={language} checked={chosen === language}>
                {t(`lists:nameLanguage.${language}`)}{' '}
                <span className="muted">
                  {t('language.count', { number: format.number(channels), total: format.number(total) })}
                </span>
              </Radio>
            ))}
          </FieldGroup>
          <FormActions submit={t('language.save')}>
            {list.canChange && (
              <ButtonLink href={`/features/lists/${list.id}/names`} variant="quiet">
                {t('names.edit')}
              </ButtonLink>
            )}
          </FormActions>
        </form>
      </Card>
      {boxes.length > 0 && (
        <Card title={t('language.boxes')}>
          <div className="stack">
            <p className="muted">{t('language.boxesLead')}</p>
            {boxes.map(({ sn, nickname, language }) => (
              <form noValidate key={`${sn} ${language}`} method="post" action={here} className="form">
                <input type="hidden" name="intent" value="box" />
                <input type="hidden" name="sn" value={sn} />
                <SelectField
                  id={`box-${sn}`}
                  name="language"
                  label={boxText({ sn, nickname }, t)}
                  defaultValue={language}
                  options={[
                    { value: 'list', label: t('language.asList') },
                    { value: 'original', label: t('language.original') },
                    ...nameLanguages.map((value) => ({ value, label: t(`lists:nameLanguage.${value}`) })),
                  ]}
                />
                <FormActions variant="plain" submit={t('language.save')} />
              </form>
            ))}
          </div>
        </Card>
      )}
      <p className="muted small">{t('language.note')}</p>
    </ListToolPage>
  )
}
export default LanguagePage
