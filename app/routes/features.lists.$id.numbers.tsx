/**
 * Numbers of a list: swaps two channels, counts radio after TV or apart, and sets numbers independent of the order,
 * with gaps.
 */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { useFormat } from '~/i18n/format'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { ListToolPage, useListErrors } from '~/ui/channel-list/list-tool-page'
import { Version } from '~/ui/channel-list/version'
import { FieldGroup } from '~/ui/field-group'
import { FormActions } from '~/ui/form-actions'
import { NumberField } from '~/ui/number-field'
import { Radio } from '~/ui/radio'
import { Table } from '~/ui/table'
import { newBatch } from '~/web/form/form.server'
import { requireValue, type EditAnswer } from '~/web/lists/answer.server'
import { requireUserAndList } from '~/web/lists/list-form.server'
import { answerNumbers, readNumbers } from '~/web/lists/numbers.server'

export const handle = { i18n: ['lists', 'numbers', 'problems'], title: 'numbers:numbers.title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  if (!list.canChange) throw redirect(`/features/lists/${list.id}`)
  return json({
    list: { id: list.id, name: list.name },
    ...requireValue(await readNumbers(user, list.id)),
    batch: newBatch(),
  })
}

export const action = (args: ActionFunctionArgs) => answerNumbers(args)

type Run = SerializeFrom<typeof loader>['runs'][number]
/** The channels whose number is not their position. */
const OwnNumbers = ({ runs, more }: { runs: readonly Run[]; more: number }) => {
  const { t } = useTranslation(['numbers', 'lists'])
  const format = useFormat()
  const span = (from: number, channels: number): string =>
    channels === 1 ? format.number(from) : `${format.number(from)}–${format.number(from + channels - 1)}`
  const nameOf = (name: string): string => name || t('lists:row.unnamed')
  if (runs.length === 0) return null
  return (
    <Card title={t('numbers.ownNumbers')}>
      <Table
        caption={t('numbers.ownNumbers')}
        rows={runs}
        rowKey={(run) => run.position}
        columns={[
          {
            key: 'number',
            header: t('lists:column.number'),
            kind: 'number',
            phone: 'end',
            cell: (run) => <bdi>{span(run.number, run.channels)}</bdi>,
          },
          {
            key: 'name',
            header: t('lists:column.channel'),
            kind: 'name',
            cell: (run) => (
              <>
                <bdi>{nameOf(run.first)}</bdi>
                {run.channels > 1 && (
                  <>
                    {' – '}
                    <bdi>{nameOf(run.last)}</bdi>
                  </>
                )}
              </>
            ),
          },
          {
            key: 'position',
            header: t('numbers.position'),
            kind: 'number',
            phone: 'hide',
            cell: (run) => <bdi>{span(run.position, run.channels)}</bdi>,
          },
        ]}
      />
      {more > 0 && <p className="muted">{t('lists:remove.more', { number: more })}</p>}
    </Card>
  )
}

const NumbersPage = () => {
  const { list, revision, source, batch, total, own, runs, moreRuns, radio } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['numbers', 'lists'])
  const format = useFormat()
  const { errors, of } = useListErrors(answer?.failure)
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  const kept = (name: string): string | undefined => {
    const value = answer?.failure?.values[name]
    return typeof value === 'string' ? value : undefined
  }
  const version = <Version revision={revision} source={source} batch={batch} />
  const here = `/features/lists/${list.id}/numbers`
  const field = (name: string, label: string) => (
    <NumberField name={name} label={label} defaultValue={kept(name)} error={of(name)} />
  )
  return (
    <ListToolPage list={list} title={t('numbers.title')} lead={t('numbers.lead')} errors={errors}>
      <OwnNumbers runs={runs} more={moreRuns} />
      <Card title={t('numbers.swap')}>
        <form noValidate method="post" action={here} className="form">
          {version}
          {field('one', t('numbers.one'))}
          {field('other', t('numbers.other'))}
          <FormActions submit={t('numbers.doSwap')} intent="swap" />
        </form>
      </Card>
      {radio > 0 && (
        <Card title={t('numbers.radio')}>
          <form noValidate method="post" action={here} className="form">
            {version}
            <FieldGroup legend={t('numbers.radio')} legendHidden hint={t('numbers.radioHint')}>
              {(['after', 'apart', 'one'] as const).map((way) => (
                <Radio key={way} name="way" value={way} checked={way === 'after'}>
                  {t(`numbers.way.${way}`)}
                </Radio>
              ))}
            </FieldGroup>
            <FormActions variant="plain" submit={t('numbers.doRadio')} intent="radio" />
          </form>
        </Card>
      )}
      <Card title={t('numbers.gaps')}>
        <form noValidate method="post" action={here} className="form">
          {version}
          <p className="muted">{t('numbers.gapsLead')}</p>
          {field('from', t('numbers.from', { most: format.number(total) }))}
          {field('to', t('numbers.to', { most: format.number(total) }))}
          {field('first', t('numbers.first'))}
          <FormActions variant="plain" submit={t('numbers.doGaps')} intent="gaps">
            {own > 0 && (
              <Button variant="quiet" name="intent" value="plain">
                {t('numbers.plain', { number: format.number(own) })}
              </Button>
            )}
          </FormActions>
        </form>
      </Card>
    </ListToolPage>
  )
}
export default NumbersPage
