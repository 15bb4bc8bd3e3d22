/**
 * The list editor as a picture: what a visitor will work with. The shapes stand in a file of their own, so that no page's
 * scripts grow by them; words and names are set over them in the reader's language and direction. The sky doesn't turn
 * around with the script.
 */
import { useTranslation } from 'react-i18next'
import { directionOf, parseLanguage } from '~/i18n/languages'
import art from './art.svg'

const width = 640

/** Names of the picture's own channels and what receivers tune to. */
const rows = [
  ['101', 'Nova News', '11739 V 27500'],
  ['102', 'Arena Sport HD', '11727 H 27500'],
  ['103', 'Cinema Uno', '12034 V 29900'],
  ['104', 'Kids World', '11900 H 27500'],
] as const
const sky = [['Türksat', 134, 136], ['Astra 1', 262, 118], ['Hotbird', 386, 116], ['Nilesat', 508, 138]] as const

export const EditorPicture = () => {
  const { t, i18n } = useTranslation('home')
  const isRtl = directionOf(parseLanguage(i18n.language) ?? 'en') === 'rtl'
  const at = (x: number): number => (isRtl ? width - x : x)
  return (
    <svg className="editor-picture" viewBox="0 0 640 430" preserveAspectRatio={isRtl ? 'xMaxYMin slice' : 'xMinYMin slice'} role="img" aria-label={t('show.picture')}>
      <use href={`${art}#editor`} transform={isRtl ? `translate(${width}) scale(-1 1)` : undefined} />
      {/* Neither the sky nor a check mark turns around. */}
      <use href={`${art}#sky`} />
      <use href={`${art}#checks`} x={isRtl ? width - 94 : 0} />
      <text className="picture-title" x={at(24)} y="76">{t('shot.list')}</text>
      <text className="picture-saved" x={at(616)} y="76" textAnchor="end">{t('shot.saved')}</text>
      {sky.map(([name, x, y]) => <text key={name} className="picture-sky" x={x} y={y} textAnchor="middle">{name}</text>)}
      {rows.map(([number, name, code], row) => (
        <g key={number} transform={`translate(0 ${[233, 274, 310, 346][row] ?? 0})`}>
          <text className="picture-quiet" x={at(76)}>{number}</text>
          <text className="picture-name" x={at(124)}>{name}</text>
          <text className="picture-code" x={isRtl ? at(470) : 340} direction="ltr">{code}</text>
        </g>
      ))}
      <text className="picture-bar" x={at(44)} y="404">{t('shot.selected')}</text>
      <text className="picture-bar" x={at(392)} y="404" textAnchor="middle">{t('shot.star')}</text>
      <text className="picture-primary" x={at(535)} y="404" textAnchor="middle">{t('shot.move')}</text>
    </svg>
  )
}
