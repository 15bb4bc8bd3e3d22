/**
 * The form for a code: where it was sent, its field, what to do when it does not arrive, and a button to send another.
 */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button'
import { Card } from './card'
import { Code } from './code'
import { CodeField } from './code-field'
import { FormActions } from './form-actions'
import { Notice } from './notice'

/** Where the code went. */
const CodeSent = ({ sentTo }: { sentTo: string | null }) => {
  const { t } = useTranslation('account')
  return (
    <Notice tone="info">
      {sentTo === null ? (
        t('code.sentMaybe')
      ) : (
        <>
          {t('code.sentTo')} <Code>{sentTo}</Code>
        </>
      )}
    </Notice>
  )
}

/** Links to another code and to the start. It is a form of its own, so that an empty code field does not block it. */
const CodeAgain = ({ startOver }: { startOver: string }) => {
  const { t } = useTranslation('account')
  return (
    <form noValidate method="post" className="form-links" data-sealed="">
      <span className="muted">{t('code.missing')}</span>{' '}
      <Button variant="quiet" name="intent" value="again">
        {t('code.again')}
      </Button>{' '}
      <a href={startOver}>{t('code.startOver')}</a>
    </form>
  )
}

type CodeWaysProps = { email: string | null; phone: string | null; isAgain: boolean; none: ReactNode }

/** Where to send the code, `none` if there is no contact; less prominent when it asks for another one. */
const CodeWays = ({ email, phone, isAgain, none }: CodeWaysProps) => {
  const { t } = useTranslation('account')
  const ways = [
    { value: 'mail', text: t('password.codeMail'), contact: email },
    { value: 'sms', text: t('password.codeSms'), contact: phone },
  ].filter(({ contact }) => contact !== null)
  return (
    <form noValidate method="post" className={isAgain ? 'form-links' : 'form'} data-sealed="">
      {isAgain ? <span className="muted">{t('code.missing')}</span> : null}
      {!isAgain && ways.length > 0 ? <p>{t('password.codeChoose')}</p> : null}
      {ways.length === 0 ? (
        <p>{none}</p>
      ) : (
        <div className="row">
          {ways.map(({ value, text, contact }) => (
            <Button key={value} variant={isAgain ? 'quiet' : 'plain'} name="intent" value={value}>
              {text}{' '}
              <bdi className="code" dir="ltr">
                {contact}
              </bdi>
            </Button>
          ))}
        </div>
      )}
    </form>
  )
}

type CodeAndPasswordProps = Omit<CodeWaysProps, 'isAgain'> & {
  form: Errors
  sentTo: string | null
  submit: string
  /** The fields of the new password. */
  children: ReactNode
}
/** Where to send a code for a new password; once it was sent, also its field with those of the new password. */
export const CodeAndPassword = ({ form, sentTo, submit, children, ...ways }: CodeAndPasswordProps) => (
  <>
    {sentTo ? <CodeSent sentTo={sentTo} /> : null}
    <Card>
      {sentTo ? (
        <form noValidate method="post" className="form" data-sealed="">
          <CodeField error={form.messageOf('code')} />
          {children}
          <FormActions submit={submit} intent="save" />
        </form>
      ) : null}
      <CodeWays {...ways} isAgain={sentTo !== null} />
    </Card>
  </>
)

type Errors = { messageOf: (field: string) => string | null }
export type CodeFormProps = {
  form: Errors
  sentTo: string | null
  submit: ReactNode
  startOver: string
  wide?: boolean
  children?: ReactNode
}

/** The complete form, shared by all pages that ask for a code; `children` are additional fields. */
export const CodeForm = ({ form, sentTo, submit, startOver, wide, children }: CodeFormProps) => (
  <>
    <CodeSent sentTo={sentTo} />
    <Card>
      <form noValidate method="post" className="form" data-sealed="">
        <CodeField error={form.messageOf('code')} />
        {children}
        <FormActions wide={wide} submit={submit} />
      </form>
      <CodeAgain startOver={startOver} />
    </Card>
  </>
)
