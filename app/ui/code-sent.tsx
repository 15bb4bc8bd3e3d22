/** Where a code went, what to do when it does not arrive, and the button that sends another. Stands beside the form of the code. */
import { useTranslation } from 'react-i18next'
import { Button } from './button'
import { Code } from './code'
import { Notice } from './notice'

export type CodeSentProps = { sentTo: string | null }

export const CodeSent = ({ sentTo }: CodeSentProps) => {
  const { t } = useTranslation('account')
  return (
    <Notice tone="info">
      {sentTo === null ? t('code.sentMaybe') : <>{t('code.sentTo')} <Code>{sentTo}</Code></>}
    </Notice>
  )
}

/** The way to another code, and back to the start. A form of its own, so that an empty code field does not stand in its way. */
export const CodeAgain = ({ startOver }: { startOver: string }) => {
  const { t } = useTranslation('account')
  return (
    <form method="post" className="form-links" data-sealed="">
      <span className="muted">{t('code.missing')}</span>
      <Button variant="quiet" name="intent" value="again">{t('code.again')}</Button>
      <a href={startOver}>{t('code.startOver')}</a>
    </form>
  )
}
