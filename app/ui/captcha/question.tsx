/**
 * A captcha as a plain form. Digits are typed. The fitting hole is clicked in the picture, or named by the coordinates
 * of its centre. A picture is turned by buttons, each of which reloads it, and then confirmed.
 */
import { useTranslation } from 'react-i18next'
import { Button } from '~/ui/button'
import { DrawnWords } from '~/ui/drawn-words'
import { Field } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { NumberField } from '~/ui/number-field'

export type CaptchaKindName = 'text' | 'slider' | 'rotate'
/** `turn`: how far the picture has already been turned clockwise, in degrees. */
export type Question = { kind: CaptchaKindName; key: string; turn: number }
type QuestionProps = { question: Question; query: string; error: string | null }

const pictureOf = (key: string, more = ''): string => `/verification/picture?key=${encodeURIComponent(key)}${more}`
const here = (query: string, kind: CaptchaKindName): string => `/verification?${query}&kind=${kind}`

const TextQuestion = ({ question, query, error }: QuestionProps) => {
  const { t } = useTranslation('captcha')
  return (
    <form noValidate method="post" action={here(query, 'text')} className="form" data-reload="">
      <input type="hidden" name="key" value={question.key} />
      <input type="hidden" name="kind" value="text" />
      <img className="captcha-text" src={pictureOf(question.key)} width={240} height={96} alt={t('text.image')} />
      <Field
        label={t('text.label')}
        hint={t('text.hint')}
        name="code"
        error={error}
        code
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        required
      />
      <FormActions submit={t('ok')} />
    </form>
  )
}

const ticks = (length: number): number[] => Array.from({ length: length / 50 + 1 }, (_, i) => i * 50)
/** Numbers along the picture's edges, for people who type coordinates instead of clicking. */
const Rulers = () => (
  <>
    <svg
      className="captcha-ruler-across"
      width="300"
      height="18"
      viewBox="0 0 300 18"
      aria-hidden="true"
      focusable="false"
    >
      {ticks(300).map((at) => (
        <g key={at}>
          <path d={`M${at} 12v6`} stroke="currentColor" />
          <DrawnWords size={10} isRtl={false} x={Math.min(288, Math.max(8, at))} y={10} anchor="middle">
            {String(at)}
          </DrawnWords>
        </g>
      ))}
    </svg>
    <svg
      className="captcha-ruler-down"
      width="26"
      height="200"
      viewBox="0 0 26 200"
      aria-hidden="true"
      focusable="false"
    >
      {ticks(200).map((at) => (
        <g key={at}>
          <path d={`M20 ${at}h6`} stroke="currentColor" />
          <DrawnWords size={10} isRtl={false} x={18} y={Math.min(197, Math.max(9, at + 3))} anchor="end">
            {String(at)}
          </DrawnWords>
        </g>
      ))}
    </svg>
  </>
)

const SliderQuestion = ({ question, query, error }: QuestionProps) => {
  const { t } = useTranslation('captcha')
  const hidden = (
    <>
      <input type="hidden" name="key" value={question.key} />
      <input type="hidden" name="kind" value="slider" />
    </>
  )
  return (
    <div className="stack">
      <div className="captcha-hint">
        <img
          className="captcha-piece-plain"
          src={pictureOf(question.key, '&part=piece')}
          width={50}
          height={50}
          alt={t('slider.piece')}
        />
        <p>{t('slider.press')}</p>
      </div>
      <form noValidate method="post" action={here(query, 'slider')} className="captcha-press" dir="ltr" data-reload="">
        {hidden}
        <Rulers />
        <input type="image" name="at" src={pictureOf(question.key)} width={300} height={200} alt={t('slider.image')} />
      </form>
      <form noValidate method="post" action={here(query, 'slider')} className="form" data-reload="">
        {hidden}
        <p>{t('slider.or')}</p>
        <div className="form-row captcha-numbers">
          <NumberField label={t('slider.across')} name="across" error={error} required />
          <NumberField label={t('slider.down')} name="down" required />
        </div>
        <FormActions submit={t('ok')} />
      </form>
    </div>
  )
}

const turns = [
  { step: -30, key: 'rotate.left' },
  { step: -5, key: 'rotate.left' },
  { step: 5, key: 'rotate.right' },
  { step: 30, key: 'rotate.right' },
] as const

const RotateQuestion = ({ question, query, error }: QuestionProps) => {
  const { t } = useTranslation('captcha')
  const state = (
    <>
      <input type="hidden" name="key" value={question.key} />
      <input type="hidden" name="turn" value={question.turn} />
    </>
  )
  return (
    <div className="stack">
      <p>{t('rotate.straighten')}</p>
      <img
        className="captcha-round"
        src={pictureOf(question.key, `&turn=${question.turn}`)}
        width={250}
        height={250}
        alt={t('rotate.image')}
      />
      <p className="center" role="status">
        {t('rotate.turned', { degrees: question.turn })}
      </p>
      {/* Turning reloads the page with another angle; nothing is answered yet. */}
      <form noValidate method="get" action="/verification" className="captcha-turns" data-reload="">
        {[...new URLSearchParams(query)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="kind" value="rotate" />
        {state}
        {turns.map(({ step, key }) => (
          <Button key={step} name="step" value={step}>
            {t(key, { degrees: Math.abs(step) })}
          </Button>
        ))}
      </form>
      <form noValidate method="post" action={here(query, 'rotate')} className="form-actions" data-reload="">
        {state}
        <input type="hidden" name="kind" value="rotate" />
        {error ? <p className="field-error">{error}</p> : null}
        <Button variant="primary" wide>
          {t('rotate.confirm')}
        </Button>
      </form>
    </div>
  )
}

export const CaptchaQuestion = (props: QuestionProps) => {
  if (props.question.kind === 'text') return <TextQuestion {...props} />
  return props.question.kind === 'slider' ? <SliderQuestion {...props} /> : <RotateQuestion {...props} />
}

/** Links to another picture, to another kind, or to a code instead. */
export const OtherQuestions = ({
  query,
  kind,
  kinds,
}: {
  query: string
  kind: CaptchaKindName | null
  kinds: readonly CaptchaKindName[]
}) => {
  const { t } = useTranslation('captcha')
  return (
    <nav aria-label={t('other.label')}>
      <ul className="captcha-ways">
        {kind === null ? null : (
          <li>
            <a href={here(query, kind)} data-reload="">
              {t('other.again')}
            </a>
          </li>
        )}
        {kinds
          .filter((one) => one !== kind)
          .map((one) => (
            <li key={one}>
              <a href={here(query, one)} data-reload="">
                {t(`other.${one}`)}
              </a>
            </li>
          ))}
        <li>
          <a href={`/verification/code?${query}`}>{t('other.code')}</a>
        </li>
      </ul>
    </nav>
  )
}
