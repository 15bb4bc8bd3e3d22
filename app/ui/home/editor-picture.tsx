/**
 * The list editor as a picture for visitors. Its shapes are in a separate file, so that no page's scripts grow; words
 * and names are placed over them in the reader's language and direction. The sky is not mirrored. A phone has its own
 * drawing, because its editor has rows of two lines.
 */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { directionOf, parseLanguage } from '~/i18n/languages'
import { DrawnWords } from '../drawn-words'
import art from './art.svg'

/** The picture's own channel names, with real tuning data. */
const rows = [
  [101, 'Nova News', '11739 V 27500'],
  [102, 'Arena Sport HD', '11727 H 27500'],
  [103, 'Cinema Uno', '12034 V 29900'],
  [104, 'Kids World', '11900 H 27500'],
] as const
const wideSky = [
  ['Türksat', 134, 136],
  ['Astra 1', 262, 118],
  ['Hotbird', 386, 116],
  ['Nilesat', 508, 138],
] as const
const narrowSky = [
  ['Türksat', 70, 126],
  ['Astra 1', 140, 109],
  ['Hotbird', 208, 108],
  ['Nilesat', 274, 129],
] as const

type Frame = {
  width: number
  height: number
  suffix: '' | '-narrow'
  checks: number
  edge: number
  sky: readonly (readonly [string, number, number])[]
}
const wide: Frame = { width: 640, height: 430, suffix: '', checks: 94, edge: 24, sky: wideSky }
const narrow: Frame = { width: 340, height: 390, suffix: '-narrow', checks: 64, edge: 16, sky: narrowSky }

type PictureProps = { frame: Frame; isRtl: boolean; children: (at: (x: number) => number) => ReactNode }
const Picture = ({ frame: { width, height, suffix, checks, edge, sky }, isRtl, children }: PictureProps) => {
  const { t } = useTranslation('home')
  const at = (x: number): number => (isRtl ? width - x : x)
  return (
    <svg
      className={`editor-picture editor-picture${suffix || '-wide'}`}
      viewBox={`0 0 ${width} ${height}`}
      width={320}
      height={Math.round((320 * height) / width)}
      role="img"
      aria-label={t('show.picture')}
    >
      <use href={`${art}#editor${suffix}`} transform={isRtl ? `translate(${width}) scale(-1 1)` : undefined} />
      {/* Neither the sky nor a check mark is mirrored. */}
      <use href={`${art}#sky${suffix}`} />
      <use href={`${art}#checks${suffix}`} x={isRtl ? width - checks : 0} />
      <DrawnWords className="picture-title" size={18} x={at(edge)} y={76} isRtl={isRtl}>
        {t('shot.list')}
      </DrawnWords>
      <DrawnWords className="picture-saved" x={at(width - edge)} y={76} anchor="end" isRtl={isRtl}>
        {t('shot.saved')}
      </DrawnWords>
      {sky.map(([name, x, y]) => (
        <DrawnWords key={name} className="picture-sky" size={11} x={x} y={y} anchor="middle">
          {name}
        </DrawnWords>
      ))}
      {children(at)}
    </svg>
  )
}

export const EditorPicture = () => {
  const { t, i18n } = useTranslation('home')
  const format = useFormat()
  const isRtl = directionOf(parseLanguage(i18n.language) ?? 'en') === 'rtl'
  return (
    <>
      <Picture frame={wide} isRtl={isRtl}>
        {(at) => (
          <>
            {rows.map(([number, name, code], row) => (
              <g key={number} transform={`translate(0 ${[233, 274, 310, 346][row] ?? 0})`}>
                <DrawnWords className="picture-quiet" x={at(76)} y={0} isRtl={isRtl}>
                  {format.number(number)}
                </DrawnWords>
                <DrawnWords className="picture-name" x={at(124)} y={0} isRtl={isRtl}>
                  {name}
                </DrawnWords>
                <DrawnWords className="picture-code" x={isRtl ? at(470) : 340} y={0} size={12} isRtl={false}>
                  {code}
                </DrawnWords>
              </g>
            ))}
            <DrawnWords className="picture-bar" x={at(44)} y={404} isRtl={isRtl}>
              {t('shot.selected')}
            </DrawnWords>
            <DrawnWords className="picture-bar" x={at(392)} y={404} anchor="middle" isRtl={isRtl}>
              {t('shot.star')}
            </DrawnWords>
            <DrawnWords className="picture-primary" x={at(535)} y={404} anchor="middle" isRtl={isRtl}>
              {t('shot.move')}
            </DrawnWords>
          </>
        )}
      </Picture>
      <Picture frame={narrow} isRtl={isRtl}>
        {(at) => (
          <>
            {rows.slice(0, 3).map(([number, name, code], row) => (
              <g key={number} transform={`translate(0 ${204 + 46 * row})`}>
                <DrawnWords className="picture-quiet" x={at(52)} y={9} isRtl={isRtl}>
                  {format.number(number)}
                </DrawnWords>
                <DrawnWords className="picture-name" x={at(88)} y={0} isRtl={isRtl}>
                  {name}
                </DrawnWords>
                <DrawnWords
                  className="picture-code"
                  x={at(88)}
                  y={17}
                  size={12}
                  anchor={isRtl ? 'end' : 'start'}
                  isRtl={false}
                >
                  {code}
                </DrawnWords>
              </g>
            ))}
            <DrawnWords className="picture-bar" x={at(28)} y={360} isRtl={isRtl}>
              {t('shot.selected')}
            </DrawnWords>
            <DrawnWords className="picture-primary" x={at(256)} y={360} anchor="middle" isRtl={isRtl}>
              {t('shot.move')}
            </DrawnWords>
          </>
        )}
      </Picture>
    </>
  )
}
