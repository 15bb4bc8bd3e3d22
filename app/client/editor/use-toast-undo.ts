/** Undo in the page's own message about an edit: the editor does it, so that the rows follow. */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorActions } from './editor-actions'
import type { EditorStore } from './store/store'

export const useToastUndo = (
  store: EditorStore,
  actions: Pick<EditorActions, 'undo' | 'showError'>,
  listPath: string,
): void => {
  const { t } = useTranslation('lists')
  useEffect(() => {
    const undo = async (base: number): Promise<void> => {
      if (store.snapshot().save.revision < base) await store.refresh()
      const { state, revision } = store.snapshot().save
      // The message is about one change. After another one, Undo would reverse that instead.
      if (state === 'clean' && revision === base) actions.undo()
      else actions.showError(t('clash.title'))
    }
    const listener = (event: SubmitEvent) => {
      const form = event.target
      if (!(form instanceof HTMLFormElement) || !form.matches('.toast-undo')) return
      if (form.getAttribute('action') !== listPath) return
      event.preventDefault()
      void undo(Number(new FormData(form).get('base')))
    }
    // Before the page's own handlers, which would send the form.
    document.addEventListener('submit', listener, true)
    return () => document.removeEventListener('submit', listener, true)
  }, [actions, listPath, store, t])
}
