/** Manuals with their files: one link for each language, named in that language, with the file's size. */
import { useTranslation } from 'react-i18next'
import { useLocalFormat } from '~/i18n/format'
import type { Direction, Language } from '~/i18n/languages'
import { Icon } from './icon'

export type ManualFile = { tag: Language; languageName: string; size: number; href: string }
export type ShownManual = {
  id: string
  title: string
  tag: Language
  direction: Direction
  updatedAt: string
  files: readonly ManualFile[]
}

export const ManualList = ({ manuals, level = 3 }: { manuals: readonly ShownManual[]; level?: 2 | 3 | 4 }) => {
  const { t } = useTranslation('provider')
  const format = useLocalFormat()
  const Heading = `h${level}` as const
  return (
    <ul className="manuals">
      {manuals.map((manual) => (
        <li key={manual.id}>
          <Heading className="manual-title">
            <bdi lang={manual.tag} dir={manual.direction}>
              {manual.title}
            </bdi>
          </Heading>
          <p className="small muted">{format.date(format.dayOf(manual.updatedAt))}</p>
          <ul className="manual-files">
            {manual.files.map((file) => (
              <li key={file.tag}>
                <a className="btn" href={file.href} data-reload="" data-download="">
                  <Icon name="download" />
                  {t('manuals.file', {
                    language: `\u2068${file.languageName}\u2069`,
                    size: `\u2068${format.bytes(file.size)}\u2069`,
                  })}
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
