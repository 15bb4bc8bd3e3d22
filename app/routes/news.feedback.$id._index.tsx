/**
 * One feedback: the whole conversation, its box and files, and the form to continue it. Showing the provider's answers
 * marks them as read.
 */
import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { brandOf } from '~/brand/brand'
import { AttachmentBox, wantedOf } from '~/client/attachment/attachment-box'
import { useReadHere } from '~/client/unread/read-here'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { attachmentLimits } from '~/modules/attachment/limits'
import { getFeedback, noteRepliesSeen, replyToFeedback } from '~/modules/feedback/feedback.server'
import { textLimits } from '~/modules/feedback/limits'
import { measureText } from '~/modules/feedback/measure.schema'
import { now } from '~/platform/clock.server'
import attachmentStyles from '~/styles/attachment.css'
import styles from '~/styles/news.css'
import { AttachmentList, type ShownAttachment } from '~/ui/attachment-list'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { CountedTextArea } from '~/ui/counted-text-area'
import { SerialNumber } from '~/ui/code'
import { ErrorSummary } from '~/ui/error-summary'
import { TextAreaField } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { useFormErrors, type OwnTexts } from '~/ui/form-errors'
import { FeedbackStateTag } from '~/ui/news/feedback-state'
import { Word, type WordData } from '~/ui/news/word'
import { Notice } from '~/ui/notice'
import { PageHead } from '~/ui/page-head'
import { requireUser } from '~/request/caller.server'
import { redirectDone } from '~/request/flash.server'
import { isSeen, readFeedbackForm, replySchema, unsentFilesOf, withFiles } from '~/web/news/news.server'
import { newBatch } from '~/web/form/form.server'
import { unreadOf } from '~/modules/unread/unread.server'
import { countAfter } from '~/web/news/unread.server'

type Shown = { category: string }
export const handle = {
  i18n: ['news', 'attachment', 'parts'],
  title: (data: Shown | undefined, t) => (data ? t(`news:category.${data.category}`) : t('news:tabs.feedback')),
} satisfies RouteHandle<Shown>
export const links: LinksFunction = () => [styles, attachmentStyles].map((href) => ({ rel: 'stylesheet', href }))

const ownTexts: OwnTexts = { 'text.A0422': 'news:thread.textWrong' }

const load = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const found = await getFeedback(user.userId, params.id ?? '')
  if (!found.ok) throw json({ code: found.code }, { status: 404 })
  const { id, category, state, text, language, box, createdAt, replies, attachments } = found.value
  if (found.value.unread > 0 && isSeen(request)) await noteRepliesSeen(user.userId, id)
  const unread = await unreadOf(user)
  const words: Omit<WordData, 'files'>[] = [
    { id, side: 'customer', text, lang: language, at: createdAt.toISOString(), isNew: false },
    ...replies.map((reply) => ({
      id: reply.id,
      side: reply.side,
      text: reply.text,
      at: reply.createdAt.toISOString(),
      isNew: reply.side === 'provider' && reply.readAt === null,
    })),
  ]
  const room = {
    images: attachmentLimits.images - attachments.filter((one) => one.kind === 'image').length,
    videos: attachmentLimits.videos - attachments.filter((one) => one.kind === 'video').length,
  }
  return json({
    id,
    category,
    state,
    box,
    words: withFiles(words, attachments),
    room,
    provider: brandOf(new URL(context.origin).host).name,
    batch: newBatch(),
    unsent: state === 'closed' ? [] : await unsentFilesOf(user.userId),
    unread: unread.messages + unread.replies,
    now: now().toISOString(),
  })
}
export const loader = (args: LoaderFunctionArgs) => countAfter(args.context, load(args))

export const action = async ({ request, context, params }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const id = params.id ?? ''
  const form = await readFeedbackForm(request, context, user.userId, replySchema)
  if (form.trouble !== null) return form.trouble()
  const sent = await replyToFeedback(user.userId, id, { ...form.value, attachment: form.attachment })
  if (!sent.ok) return form.refuse(sent)
  return redirectDone(context, `/news/feedback/${id}`, 'news:flash.replied')
}

type Data = SerializeFrom<typeof loader>
type FeedbackForm = ReturnType<typeof useFormErrors>

type LateReplyProps = { data: Data; text: string; kept: readonly ShownAttachment[] }

/** If the feedback has since been closed, in another tab or by the provider, the text and attachments are not lost. */
const LateReply = ({ data: { batch, category, box }, text, kept }: LateReplyProps) => {
  const { t } = useTranslation('news')
  return (
    <Card title={t('thread.reply')}>
      <form
        noValidate
        method="post"
        action="/news/feedback/new"
        encType="multipart/form-data"
        className="form"
        data-once=""
      >
        <input type="hidden" name="batch" value={batch} />
        <input type="hidden" name="category" value={category} />
        {box ? <input type="hidden" name="sn" value={box.sn} /> : null}
        <TextAreaField label={t('thread.text')} name="text" required rows={4} dir="auto" defaultValue={text} />
        {kept.map((file) => (
          <input key={file.id} type="hidden" name="attachment" value={file.id} />
        ))}
        <AttachmentList attachments={kept} />
        <FormActions submit={t('thread.sendNew')} />
      </form>
    </Card>
  )
}

type ReplyProps = { data: Data; form: FeedbackForm; kept: readonly ShownAttachment[] }

const Reply = ({ data: { id, batch, room, unsent }, form, kept }: ReplyProps) => {
  const { t } = useTranslation('news')
  const format = useFormat()
  return (
    <Card title={t('thread.reply')}>
      <form noValidate method="post" encType="multipart/form-data" className="form" data-draft="" data-once="">
        <input type="hidden" name="batch" value={form.valueOf('batch') ?? batch} />
        <CountedTextArea
          least={textLimits.replyMin}
          most={textLimits.feedbackMax}
          measure={measureText}
          label={t('thread.text')}
          name="text"
          required
          rows={4}
          dir="auto"
          defaultValue={form.valueOf('text') ?? ''}
          error={form.messageOf('text')}
          hint={t('thread.textHint', { most: format.number(textLimits.feedbackMax) })}
        />
        {room.images + room.videos > 0 ? (
          <AttachmentBox
            formKey={`feedback-${id}`}
            kept={kept}
            unsent={unsent}
            wanted={wantedOf(form)}
            room={room}
            errors={{
              image: form.messageOf('image'),
              video: form.messageOf('video'),
              attachment: form.messageOf('attachment'),
            }}
          />
        ) : null}
        <div className="form-actions">
          <Button variant="primary">{t('thread.submit')}</Button>
          <ButtonLink variant="quiet" href={`/news/feedback/${id}/close`}>
            {t('thread.close')}
          </ButtonLink>
        </div>
      </form>
    </Card>
  )
}

const Thread = () => {
  const { t } = useTranslation('news')
  const data = useLoaderData<typeof loader>()
  const { category, state, box, words, provider, unread, now: at } = data
  const answer = useActionData<typeof action>()
  const form = useFormErrors(answer?.failure, ownTexts)
  useReadHere(unread)
  const late = answer?.failure ? form.valueOf('text') : undefined
  const kept: readonly ShownAttachment[] = answer?.kept ?? []
  return (
    <div className="stack news-thread">
      <PageHead
        title={t(`category.${category}`)}
        crumbs={[
          { href: '/news', label: t('title') },
          { href: '/news/feedback', label: t('tabs.feedback') },
        ]}
        actions={<FeedbackStateTag state={state} />}
      />
      {box ? (
        <p className="news-facts">
          <bdi>{box.name ?? box.model ?? ''}</bdi> <SerialNumber sn={box.sn} />{' '}
          {box.softwareVersion ? (
            <span>
              {t('thread.software')} <bdi>{box.softwareVersion}</bdi>
            </span>
          ) : null}
        </p>
      ) : null}
      <ol className="stack" aria-label={t('thread.label')}>
        {words.map((word) => (
          <Word key={word.id} word={word} provider={provider} now={at} />
        ))}
      </ol>
      <ErrorSummary errors={form.summary} />
      {state === 'closed' ? (
        <Notice tone="info">
          <p>{t('thread.closed')}</p>
          {late === undefined ? (
            <p>
              <a href="/news/feedback/new">{t('feedback.new')}</a>
            </p>
          ) : null}
        </Notice>
      ) : null}
      {state !== 'closed' ? <Reply key={words.length} data={data} form={form} kept={kept} /> : null}
      {state === 'closed' && late !== undefined ? <LateReply data={data} text={late} kept={kept} /> : null}
    </div>
  )
}
export default Thread
