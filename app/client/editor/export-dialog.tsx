/**
 * Export while edits are unsaved: the portal's file is opened once it has them all. Where it can't have them now, this
 * browser's engine writes what is on the screen. No file silently lacks an edit that is shown.
 */
import { useNavigate } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '~/client/save-file'
import { Modal } from './modal'
import { isTroubled, SaveText } from './save-state'
import type { Snapshot } from './store/snapshot'
import type { EditorStore } from './store/store'

export const ExportDialog = ({
  store,
  snapshot,
  href,
  onClose,
}: {
  store: EditorStore
  snapshot: Snapshot
  href: string
  onClose(): void
}) => {
  const { t } = useTranslation(['editor', 'losses', 'common'])
  const navigate = useNavigate()
  const [made, setMade] = useState<ReturnType<EditorStore['exportHere']> | null>(null)
  const isSaved = snapshot.save.state === 'clean'
  const isStuck = isTroubled(snapshot)
  const left = useRef(false)
  useEffect(() => {
    store.flush()
  }, [store])
  useEffect(() => {
    // A person who took the file made here has what they came for.
    if (!isSaved || made !== null || left.current) return
    left.current = true
    onClose()
    navigate(href)
  }, [href, isSaved, made, navigate, onClose])
  const write = () => {
    const file = store.exportHere()
    saveFile(new Blob([new Uint8Array(file.bytes)], { type: 'application/octet-stream' }), file.fileName)
    setMade(file)
  }
  return (
    <Modal title={t('export.title')} onClose={onClose}>
      <p role="status" className="ed-export-state" data-state={snapshot.save.state}>
        <SaveText snapshot={snapshot} />
      </p>
      <p>
        {made === null ? t(isStuck ? 'export.stuck' : 'export.waiting') : t('export.made', { file: made.fileName })}
      </p>
      {made !== null && made.losses.length > 0 && (
        <ul className="small">
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
