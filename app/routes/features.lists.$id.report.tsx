/**
 * What was found in a list's file: dialect, character set and how it was detected, counts, and every remark by record.
 */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { encodings } from '~/engine/types'
import { previewEncoding, readList, reportOf } from '~/modules/channel-list/channel-list.server'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { listErrorsOf } from '~/ui/channel-list/error-text'
import { joined } from '~/ui/channel-list/joined'
import { ListPageHead } from '~/ui/channel-list/list-page-head'
import { PutOnBox } from '~/ui/channel-list/put-on-box'
import { Code } from '~/ui/code'
import { SelectField } from '~/ui/field'
import { CancelLink, FormActions } from '~/ui/form-actions'
import { Notice } from '~/ui/notice'
import { Pagination, parsePaging } from '~/ui/pagination'
import { searchHref } from '~/ui/search-address'
import { Table } from '~/ui/table'
import { Tag } from '~/ui/tag'
import { findPutBoxes } from '~/web/box/put-boxes.server'
import { invalid, newBatch } from '~/web/form/form.server'
import { answerEdit, keyOfForm, listPathOf, requireValue, type EditAnswer } from '~/web/lists/answer.server'
import { encodingForm } from '~/web/lists/forms.server'
import { readListForm, requireUserAndList } from '~/web/lists/list-form.server'
import { requirePage } from '~/web/paging.server'

export const handle = { i18n: ['lists', 'problems'], title: 'lists:report.title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  const search = new URL(request.url).searchParams
  const paging = parsePaging(search)
  const asked = encodings.find((encoding) => encoding === search.get('encoding'))
  const severity =
    search.get('severity') === 'error'
      ? ('error' as const)
      : search.get('severity') === 'warning'
        ? ('warning' as const)
        : undefined
  const report = requireValue(
    await reportOf(user, list.id, { ...paging, ...(severity === undefined ? {} : { severity }) }),
  )
  requirePage(request, { ...paging, total: report.problems.total })
  // Remarks are about the file's records; a record's channel may no longer be in the list.
  const problems = requireValue(
    await readList(user, list.id, {}, (view) => ({
      ...report.problems,
      items: report.problems.items.map((problem) => ({
        ...problem,
        isGone: problem.record !== null && view.channel(problem.record - 1) === null,
      })),
    })),
  )
  const preview = asked === undefined ? null : requireValue(await previewEncoding(user, list.id, asked))
  return json({
    list: { id: list.id, name: list.name, revision: list.revision, canChange: list.canChange, fileName: list.fileName },
    ...report,
    satellites: report.satellites.length,
    preview,
    severity: severity ?? null,
    boxes: await findPutBoxes(user.userId, list.id),
    batch: newBatch(),
    problems,
  })
}

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const { ask, list, read } = await readListForm({ request, params, context }, encodingForm)
  if (!read.ok) return invalid(read)
  const { base, encoding } = read.value
  return answerEdit({
    ...ask,
    base,
    batch: keyOfForm(read.value.batch, encoding),
    operations: [{ op: 'encoding', encoding }],
    to: `${listPathOf(list.id)}/report`,
    done: { key: 'lists:report.used', params: { encoding } },
  })
}

type Data = SerializeFrom<typeof loader>

/** What was found in the file as a whole. */
const FactsCard = ({ data }: { data: Data }) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  const { list } = data
  return (
    <Card>
      <dl className="facts">
        {list.fileName && (
          <>
            <dt>{t('report.file')}</dt>
            <dd>
              <Code>{list.fileName}</Code>
            </dd>
          </>
        )}
        <dt>{t('report.format')}</dt>
        <dd>
          <bdi dir="ltr">
            {t(`dialect.${data.dialect}`)} {data.version && <Code>{data.version}</Code>}
          </bdi>
        </dd>
        <dt>{t('report.encoding')}</dt>
        <dd>
          <Code>{data.encoding}</Code>
          <br />
          <span className="muted small">{t(`report.source.${data.encodingSource}`)}</span>
        </dd>
        <dt>{t('report.records')}</dt>
        <dd>{format.number(data.records)}</dd>
        <dt>{t('report.channels')}</dt>
        <dd>
          {joined([
            t('counts.tv', { number: data.tv }),
            data.radio > 0 && t('counts.radio', { number: data.radio }),
            data.data + data.other > 0 && t('counts.other', { number: data.data + data.other }),
          ])}
        </dd>
        <dt>{t('column.satellite')}</dt>
        <dd>
          {t('counts.satellites', { count: data.satellites })} ·{' '}
          {t('counts.transponders', { count: data.transponders })}
        </dd>
      </dl>
    </Card>
  )
}

const EncodingCard = ({ path, chosen }: { path: string; chosen: string }) => {
  const { t } = useTranslation('lists')
  return (
    <Card title={t('report.change')}>
      <form noValidate method="get" action={`${path}/report`} className="form" data-keep-scroll="">
        <p className="muted">{t('report.changeLead')}</p>
        <SelectField
          name="encoding"
          label={t('report.encoding')}
          defaultValue={chosen}
          options={encodings.map((value) => ({ value, label: value }))}
          dir="ltr"
        />
        <FormActions variant="plain" submit={t('report.preview')} />
      </form>
    </Card>
  )
}

type PreviewCardProps = { preview: NonNullable<Data['preview']>; path: string; revision: number; batch: string }

/** Names in another encoding, and the button to apply it. */
const PreviewCard = ({ preview, path, revision, batch }: PreviewCardProps) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  return (
    <Card title={t('report.preview')}>
      <div className="stack">
        <p>
          {preview.differing === 0 ? t('report.same') : t('report.changed', { number: preview.differing })}{' '}
          <Code>{preview.encoding}</Code>
        </p>
        {preview.samples.length > 0 && (
          <Table
            caption={t('report.preview')}
            rows={preview.samples}
            rowKey={(row) => row.id}
            columns={[
              {
                key: 'position',
                header: t('column.number'),
                kind: 'number',
                phone: 'lead',
                cell: (row) => format.number(row.position),
              },
              { key: 'present', header: t('report.now'), phone: 'sub', cell: (row) => <bdi>{row.present}</bdi> },
              { key: 'preview', header: t('report.then'), kind: 'name', cell: (row) => <bdi>{row.preview}</bdi> },
            ]}
          />
        )}
        <form noValidate method="post" action={`${path}/report`} className="form-actions">
          <input type="hidden" name="base" value={revision} />
          <input type="hidden" name="batch" value={batch} />
          <input type="hidden" name="encoding" value={preview.encoding} />
          <Button variant="primary">{t('report.use')}</Button>
          <CancelLink href={`${path}/report`} />
        </form>
      </div>
    </Card>
  )
}

type Remark = Data['problems']['items'][number]

const RemarkTable = ({ remarks, path }: { remarks: readonly Remark[]; path: string }) => {
  const { t } = useTranslation(['lists', 'problems'])
  const format = useFormat()
  return (
    <Table
      caption={t('report.problems')}
      rows={remarks.map((problem, index) => ({ ...problem, key: index }))}
      rowKey={(row) => row.key}
      columns={[
        {
          key: 'record',
          header: t('report.record'),
          kind: 'number',
          phone: 'lead',
          cell: (row) =>
            row.record === null ? (
              t('report.wholeFile')
            ) : row.isGone ? (
              format.number(row.record)
            ) : (
              <a href={`${path}/channels/${row.record - 1}`}>{format.number(row.record)}</a>
            ),
        },
        {
          key: 'remark',
          header: t('report.remark'),
          kind: 'name',
          cell: (row) => (
            <>
              {t(`problems:${row.code}`, { value: row.value ?? '' })}
              {row.isGone && (
                <>
                  {' '}
                  <a className="tag" href={`${path}/history`}>
                    {t('report.goneFromList')}
                  </a>
                </>
              )}
            </>
          ),
        },
        {
          key: 'severity',
          header: t('column.type'),
          phone: 'end',
          cell: (row) => (
            <Tag tone={row.severity === 'error' ? 'bad' : 'warn'}>{t(`report.severity.${row.severity}`)}</Tag>
          ),
        },
        {
          key: 'offset',
          header: t('report.offset'),
          kind: 'number',
          phone: 'sub',
          cell: (row) => (
            <span className="muted">
              <span className="cell-label">{t('report.offset')} </span>
              <Code>{row.offset}</Code>
            </span>
          ),
        },
      ]}
    />
  )
}

/** The remarks of this page, and a filter for errors or warnings. */
const ProblemsCard = ({ data, path }: { data: Data; path: string }) => {
  const { t } = useTranslation('lists')
  const { problems } = data
  const href = (more: Record<string, string | number | null>): string =>
    searchHref(`${path}/report`, { severity: data.severity, ...more })
  return (
    <Card title={t('report.problems')} id="problems">
      <div className="stack">
        <p className="muted">{t('report.problemsLead')}</p>
        <div className="row">
          {(['error', 'warning'] as const).map((severity) => {
            const isChosen = data.severity === severity
            return data[`${severity}s`] === 0 ? null : (
              <a
                key={severity}
                className="chip"
                href={href({ severity: isChosen ? null : severity })}
                aria-current={isChosen ? 'true' : undefined}
              >
                {t(`report.${severity}s`, { count: data[`${severity}s`] })}
              </a>
            )
          })}
        </div>
        <RemarkTable remarks={problems.items} path={path} />
        <Pagination
          page={problems.page}
          size={problems.size}
          total={problems.total}
          href={(page, size) => `${href({ page, size })}#problems`}
        />
      </div>
    </Card>
  )
}

const ReportPage = () => {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation('lists')
  const { list, preview } = data
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  const path = `/features/lists/${list.id}`
  return (
    <div className="stack stack-wide">
      <ListPageHead
        list={list}
        title={t('report.title')}
        lead={t('report.lead', { name: list.name })}
        actions={
          <>
            <PutOnBox list={list} boxes={data.boxes} />
            <ButtonLink href={path} variant="primary">
              {t('report.toChannels')}
            </ButtonLink>
          </>
        }
        errors={listErrorsOf(answer?.failure?.errors, t)}
      />
      {data.errors + data.warnings === 0 && <Notice tone="ok">{t('report.clean')}</Notice>}
      <div className="cols">
        <FactsCard data={data} />
        {data.dialect !== 'chl' && list.canChange && (
          <EncodingCard path={path} chosen={preview?.encoding ?? data.encoding} />
        )}
      </div>
      {preview && <PreviewCard preview={preview} path={path} revision={list.revision} batch={data.batch} />}
      {data.errors + data.warnings > 0 && <ProblemsCard data={data} path={path} />}
    </div>
  )
}
export default ReportPage
