/**
 * Operation Verification as plain forms: digits to type, a hole to click or to give by numbers, a picture to turn with
 * buttons.
 */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { openCaptcha } from '~/client/captcha/open'
import { fail } from '~/errors/table'
import type { RouteHandle } from '~/i18n/handle'
import { isCaptchaKind, kindsOf } from '~/modules/captcha/captcha.schema'
import { answerChallenge, findChallenge, openChallenge } from '~/modules/captcha/captcha.server'
import { CaptchaQuestion, OtherQuestions } from '~/ui/captcha/question'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { useFormErrors } from '~/ui/form-errors'
import { Notice } from '~/ui/notice'
import { PageHead } from '~/ui/page-head'
import { WithScripts } from '~/ui/with-scripts'
import { readFields } from '~/request/fields.server'
import { refused } from '~/web/form/form.server'
import { ensureVisitorCookie, goBack, readPlainAnswer, requireCaptchaReturn } from '~/web/captcha/captcha-return.server'
import { visitOf } from '~/request/visit.server'

export const handle = { i18n: ['captcha'], title: 'captcha:title' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { purpose, query, returnTo } = requireCaptchaReturn(request)
  const away = ensureVisitorCookie(request, context)
  if (away !== null) return away
  const visit = await visitOf(request, context)
  const { searchParams } = new URL(request.url)
  const kind = searchParams.get('kind')
  // Turning continues the current challenge; everything else makes a new one.
  const known =
    request.method === 'GET' && searchParams.has('key')
      ? await findChallenge({ visit, key: searchParams.get('key') ?? '' })
      : null
  const headers = { 'cache-control': 'no-store' }
  if (known?.kind === 'rotate' && known.purpose === purpose) {
    const turn =
      ((((Number(searchParams.get('turn')) || 0) + (Number(searchParams.get('step')) || 0)) % 360) + 360) % 360
    return json(
      {
        query,
        purpose,
        kinds: kindsOf[purpose],
        returnTo,
        question: { kind: known.kind, key: known.key, turn: Math.round(turn) },
        wait: null,
      },
      { headers },
    )
  }
  const made = await openChallenge({ visit, purpose, kind: isCaptchaKind(kind) ? kind : null })
  if (!made.ok)
    return json(
      { query, purpose, kinds: kindsOf[purpose], returnTo, question: null, wait: made },
      { status: 429, headers },
    )
  return json(
    {
      query,
      purpose,
      kinds: kindsOf[purpose],
      returnTo,
      question: { kind: made.value.kind, key: made.value.key, turn: 0 },
      wait: null,
    },
    { headers },
  )
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const captchaReturn = requireCaptchaReturn(request)
  const read = await readFields(request, context)
  if (!read.ok) return refused(fail(read.code), {})
  const answer = readPlainAnswer(read.values)
  // An empty answer costs nothing, but needs a new picture, because the page is reloaded.
  if (answer === null) return refused(fail('I1104', { field: read.values.kind === 'slider' ? 'across' : 'code' }), {})
  const judged = await answerChallenge({
    visit: await visitOf(request, context),
    purpose: captchaReturn.purpose,
    ...answer,
  })
  return judged.ok ? goBack(context, captchaReturn) : refused({ ...judged, field: 'code' }, {})
}

const ownTexts = {
  'code.I1104': 'captcha:text.empty',
  'across.I1104': 'captcha:slider.empty',
  'code.I1102': 'captcha:late',
  'code.I1103': 'captcha:used',
}

const Verification = () => {
  const { t } = useTranslation('captcha')
  const { query, purpose, kinds, returnTo, question, wait } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()?.failure
  const form = useFormErrors(
    failure ??
      (wait === null ? null : { values: {}, errors: [{ field: null, code: wait.code, data: wait.data ?? null }] }),
    ownTexts,
  )
  // The field of the failed kind may not exist on the page with another picture.
  const error = form.summary[0]?.message ?? null
  return (
    <div className="narrow narrower">
      <PageHead title={t('title')} lead={t('lead')} />
      <ErrorSummary errors={form.summary.map(({ message }) => ({ field: null, message }))} />
      {question === null ? (
        <Notice>{t('wait')}</Notice>
      ) : (
        <Card className="captcha-card">
          <CaptchaQuestion question={question} query={query} error={failure ? error : null} />
          <WithScripts>
            <p className="center">
              <Button
                type="button"
                variant="quiet"
                onClick={() => {
                  void openCaptcha(purpose).then((passed) => {
                    if (passed) location.assign(returnTo)
                  })
                }}
              >
                {t('other.window')}
              </Button>
            </p>
          </WithScripts>
        </Card>
      )}
      <OtherQuestions query={query} kind={question?.kind ?? null} kinds={kinds} />
    </div>
  )
}
export default Verification
