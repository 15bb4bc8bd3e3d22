/**
 * Export while edits are unsaved: the portal's file is opened once all edits are saved. If they can't be saved now,
 * this browser's engine writes what is on the screen. No file silently lacks an edit that is shown.
 */
import { useNavigate } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '~/client/save-file'
import { nameLanguages, type NameLanguage } from '~/engine/types'
import { FilterSelect } from '~/ui/channel-list/filter-select'
import { useEditor } from './context'
import { Modal } from './modal'
import { hasSaveProblem, SaveText } from './save-state'
import type { ShownNames } from './store/shown-names'
import { writeHere, type FileHere } from './store/trials'

export const ExportDialog = ({ onClose }: { onClose(): void }) => {
  const { store, snapshot, list } = useEditor()
  const { t } = useTranslation(['editor', 'losses', 'common', 'lists', 'numbers'])
  const navigate = useNavigate()
  const [made, setMade] = useState<FileHere | null>(null)
  const languages = nameLanguages.filter((one) => store.opened().list.cells().get(`channel.name.${one}`)?.size)
  const [chosen, choose] = useState<{ language: NameLanguage; names: ShownNames } | null>(null)
  const target = `${list.path}/export${chosen === null ? '' : `?names=${chosen.language}`}`
  const onLanguage = (language: NameLanguage | undefined) => {
    if (language === undefined) return choose(null)
    // If the names can't be fetched now, the choice stays.
    import('./store/shown-names').then(
      ({ createShownNames }) => choose({ language, names: createShownNames(language) }),
      () => undefined,
    )
  }
  const isSaved = snapshot.save.state === 'clean'
  const isStuck = hasSaveProblem(snapshot)
  const left = useRef(false)
  useEffect(() => {
    store.flush()
  }, [store])
  useEffect(() => {
    // A person who took the file made here has what they came for.
    if (!isSaved || made !== null || left.current) return
    left.current = true
    onClose()
    navigate(target)
  }, [isSaved, made, navigate, onClose, target])
  const write = () => {
    const file = writeHere(store.opened(), chosen?.names ?? null)
    saveFile(new Blob([new Uint8Array(file.bytes)], { type: 'application/octet-stream' }), file.fileName)
    setMade(file)
  }
  return (
    <Modal title={t('export.title')} onClose={onClose}>
      <p role="status" className="ed-export-state" data-state={snapshot.save.state}>
        <SaveText />
      </p>
      <p>
        {made === null ? t(isStuck ? 'export.stuck' : 'export.waiting') : t('export.made', { file: made.fileName })}
      </p>
      {made === null && languages.length > 0 && (
        <FilterSelect
          label={t('numbers:names.export')}
          value={chosen?.language ?? ''}
          onChange={({ target: { value } }) => onLanguage(languages.find((one) => one === value))}
          options={[
            { value: '', label: t('numbers:language.original') },
            ...languages.map((one) => ({ value: one, label: t(`lists:nameLanguage.${one}`) })),
          ]}
        />
      )}
      {made !== null && made.losses.length > 0 && (
        <ul className="marked small">
          {made.losses.map((loss) => (
            <li key={loss.code}>{t(`losses:${loss.code}`, { count: loss.ids.length })}</li>
          ))}
        </ul>
      )}
      <div className="form-actions">
        {made === null && (
          <button type="button" className={isStuck ? 'btn primary' : 'btn'} onClick={write}>
            {t('export.now')}
          </button>
        )}
        {made === null && isStuck && (
          <button type="button" className="btn" onClick={store.flush}>
            {t('offline.retry')}
          </button>
        )}
        <button type="button" className="btn quiet" onClick={onClose} autoFocus>
          {t(made === null ? 'common:action.cancel' : 'done')}
        </button>
      </div>
    </Modal>
  )
}
