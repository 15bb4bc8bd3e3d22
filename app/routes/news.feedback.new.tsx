/** The form for new feedback: its subject, the box, a text, pictures and a video. */
import { json, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { AttachmentBox, wantedOf } from '~/client/attachment/attachment-box'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { attachmentLimits } from '~/modules/attachment/limits'
import { listBoxes } from '~/modules/device/device.server'
import { sendFeedback } from '~/modules/feedback/feedback.server'
import { categories, textLimits } from '~/modules/feedback/limits'
import { measureText } from '~/modules/feedback/measure.schema'
import attachmentStyles from '~/styles/attachment.css'
import styles from '~/styles/news.css'
import { Card } from '~/ui/card'
import { joined } from '~/ui/channel-list/joined'
import { CountedTextArea } from '~/ui/counted-text-area'
import { ErrorSummary } from '~/ui/error-summary'
import { SelectField } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { useFormErrors, type OwnTexts } from '~/ui/form-errors'
import { PageHead } from '~/ui/page-head'
import { requireUser } from '~/request/caller.server'
import { redirectDone } from '~/request/flash.server'
import { getLanguage } from '~/request/language.server'
import { readFeedbackForm, sendFeedbackSchema, unsentFilesOf } from '~/web/news/news.server'
import { newBatch } from '~/web/form/form.server'

export const handle = { i18n: ['news', 'attachment', 'parts'], title: 'news:write.title' } satisfies RouteHandle
export const links: LinksFunction = () => [styles, attachmentStyles].map((href) => ({ rel: 'stylesheet', href }))

const ownTexts: OwnTexts = { 'category.A0422': 'news:write.categoryMissing', 'text.A0422': 'news:write.textWrong' }

/** Box pages and help pages link here with known values. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const asked = new URL(request.url).searchParams
  const boxes = (await listBoxes(user.userId)).map(({ sn, nickname, model }) => ({ sn, name: nickname ?? model }))
  return json({
    boxes,
    batch: newBatch(),
    unsent: await unsentFilesOf(user.userId),
    sn: boxes.find((box) => box.sn === asked.get('sn'))?.sn ?? '',
    category: categories.find((category) => category === asked.get('category')) ?? (asked.has('sn') ? 'box' : ''),
  })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const form = await readFeedbackForm(request, context, user.userId, sendFeedbackSchema)
  if (form.trouble !== null) return form.trouble()
  const sent = await sendFeedback(
    user.userId,
    { ...form.value, attachment: form.attachment },
    await getLanguage(request, context),
  )
  if (!sent.ok) return form.refuse(sent)
  return redirectDone(context, `/news/feedback/${sent.value.id}`, 'news:flash.sent')
}

const NewFeedback = () => {
  const { t } = useTranslation('news')
  const format = useFormat()
  const { boxes, batch, unsent, sn, category } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const form = useFormErrors(answer?.failure, ownTexts)
  return (
    <div className="stack news-write">
      <PageHead
        title={t('write.title')}
        lead={t('write.lead')}
        crumbs={[
          { href: '/news', label: t('title') },
          { href: '/news/feedback', label: t('tabs.feedback') },
        ]}
      />
      <ErrorSummary errors={form.summary} />
      <Card>
        <form noValidate method="post" encType="multipart/form-data" className="form" data-draft="" data-once="">
          <input type="hidden" name="batch" value={form.valueOf('batch') ?? batch} />
          <SelectField
            label={t('write.category')}
            name="category"
            required
            defaultValue={form.valueOf('category') ?? category}
            error={form.messageOf('category')}
            options={[
              { value: '', label: t('write.choose') },
              ...categories.map((value) => ({ value, label: t(`category.${value}`) })),
            ]}
          />
          {boxes.length > 0 ? (
            <SelectField
              label={t('write.box')}
              name="sn"
              hint={t('write.boxHint')}
              defaultValue={form.valueOf('sn') ?? sn}
              error={form.messageOf('sn')}
              options={[
                { value: '', label: t('write.noBox') },
                ...boxes.map((box) => ({ value: box.sn, label: joined([box.name, box.sn]) })),
              ]}
            />
          ) : null}
          <CountedTextArea
            least={textLimits.feedbackMin}
            most={textLimits.feedbackMax}
            measure={measureText}
            label={t('write.text')}
            name="text"
            required
            rows={8}
            dir="auto"
            defaultValue={form.valueOf('text') ?? ''}
            error={form.messageOf('text')}
            hint={t('write.textHint', {
              least: format.number(textLimits.feedbackMin),
              most: format.number(textLimits.feedbackMax),
            })}
          />
          <AttachmentBox
            formKey="feedback-new"
            kept={answer?.kept ?? []}
            unsent={unsent}
            wanted={wantedOf(form)}
            room={{ images: attachmentLimits.images, videos: attachmentLimits.videos }}
            errors={{
              image: form.messageOf('image'),
              video: form.messageOf('video'),
              attachment: form.messageOf('attachment'),
            }}
          />
          <FormActions submit={t('write.submit')} cancelHref="/news/feedback" />
        </form>
      </Card>
    </div>
  )
}
export default NewFeedback
