/**
 * The file fields with scripts: a file is sent as soon as it is chosen, shows its progress, can be stopped, and resumes
 * after an interruption or a reload. The form then refers to the files by id, and waits for those under way.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { attachmentLimits } from '~/modules/attachment/limits'
import { Chooser, isolated, type AttachmentFieldsProps } from '~/ui/attachment-fields'
import { attachmentAddress } from '~/ui/attachment-list'
import { Button } from '~/ui/button'
import { fieldId } from '~/ui/field-id'
import { Icon } from '~/ui/icon'
import { lacks, type Item } from './items'
import { recall, remember } from './memory'
import { shrinkPicture } from './shrink'
import { makeStore, type Store } from './store'
import { transport } from './transport'

export type UploadsProps = AttachmentFieldsProps & { formKey: string; chosen: readonly File[] }

const kinds = ['image', 'video'] as const
const timers = {
  set: (work: () => void, delayMs: number) => window.setTimeout(work, delayMs),
  clear: (id: number) => window.clearTimeout(id),
}

/**
 * The kind that a name's extension belongs to. A file without one is sent from the field where it was chosen, and the
 * server says what is wrong.
 */
const kindOfName = (name: string, limits: AttachmentFieldsProps['limits']): 'image' | 'video' =>
  limits.video.accept.split(',').some((ending) => name.toLowerCase().endsWith(ending)) ? 'video' : 'image'

const useStore = ({
  formKey,
  kept,
  unsent,
  wanted,
}: Pick<UploadsProps, 'formKey' | 'kept' | 'unsent' | 'wanted'>): Store => {
  const [store] = useState(() =>
    makeStore({ transport, timers, kept, unsent, wanted, remember: (items) => remember(formKey, items) }),
  )
  useEffect(() => {
    store.open()
    void store.restore(recall(formKey))
    const wake = (): void => store.wake()
    window.addEventListener('online', wake)
    return () => {
      window.removeEventListener('online', wake)
      store.close()
    }
  }, [store, formKey])
  return store
}

/** Counts against the feedback's room. Failed files, files to be chosen again and merely offered ones don't. */
const goesAlong = ({ step }: Item): boolean => step !== 'failed' && step !== 'again' && step !== 'offer'
/** Focuses a missing file first: the form is not sent without a file that belongs to it, unless that is removed. */
const lookAtLacking = (box: HTMLElement | null): void =>
  box?.querySelector<HTMLElement>('.attachment-row[data-lacking] button')?.focus()

/**
 * Holds the form back while files are under way, and sends it as soon as they are complete. A missing file holds it
 * back until it is supplied or removed.
 */
const useHeldForm = (box: React.RefObject<HTMLElement>, store: Store, isActive: boolean): 'hold' | 'lacking' | null => {
  const held = useRef<{ form: HTMLFormElement; submitter: HTMLElement | null } | null>(null)
  const [isHeld, setHeld] = useState(false)
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    const hold = (event: SubmitEvent): void => {
      const form = box.current?.closest('form')
      if (!form || event.target !== form || (!store.isActive() && !store.isLacking())) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (!store.isActive()) {
        setRefused(true)
        lookAtLacking(box.current)
        return
      }
      held.current = { form, submitter: event.submitter }
      setHeld(true)
    }
    // Runs before the form's own listeners, which would treat the form as sent.
    document.addEventListener('submit', hold, true)
    return () => document.removeEventListener('submit', hold, true)
  }, [box, store])
  useEffect(() => {
    if (isActive || held.current === null) return
    const { form, submitter } = held.current
    held.current = null
    setHeld(false)
    if (store.isLacking()) {
      setRefused(true)
      lookAtLacking(box.current)
    } else form.requestSubmit(submitter)
  }, [box, isActive, store])
  const isLacking = store.isLacking()
  useEffect(() => {
    if (!isLacking) setRefused(false)
  }, [isLacking])
  return isHeld ? 'hold' : isRefused && isLacking ? 'lacking' : null
}

type RowProps = { item: Item; store: Store; accept: string; isFull: boolean }
const Row = ({ item, store, accept, isFull }: RowProps) => {
  const { t } = useTranslation('attachment')
  const format = useFormat()
  const again = useRef<HTMLInputElement>(null)
  const [differs, setDiffers] = useState(false)
  const { id, kind, step, size, sent, message } = item
  const name = isolated(item.name)
  const percent = format.percent(size > 0 ? sent / size : 0)
  const isUnderWay = step === 'turn' || step === 'sending' || step === 'checking' || step === 'waiting'
  const isWhole = step === 'done' || step === 'offer'
  const isLacking = lacks(item)
  const key = step === 'turn' ? 'sending' : step === 'again' && differs ? 'differs' : step
  const sentence = step === 'failed' ? message : t(`upload.${key}`, { name, percent })
  return (
    <li className="attachment-row" data-step={step} data-lacking={isLacking ? '' : undefined}>
      {isWhole && kind === 'image' && id !== null ? (
        <img
          src={attachmentAddress(id, true)}
          alt=""
          width={item.width ?? undefined}
          height={item.height ?? undefined}
        />
      ) : (
        <Icon name={step === 'failed' ? 'warning' : step === 'done' ? 'check' : 'upload'} />
      )}
      <div className="attachment-about">
        <p>
          <bdi className="attachment-name">{item.name}</bdi> <span className="muted small">{format.bytes(size)}</span>
        </p>
        {isUnderWay ? (
          <progress max={1} value={step === 'checking' ? undefined : sent / Math.max(1, size)} aria-label={item.name} />
        ) : null}
        <p className={step === 'failed' ? 'field-error' : 'muted small'}>{sentence}</p>
      </div>
      <div className="attachment-acts">
        {step === 'again' ? (
          <>
            <input
              type="file"
              hidden
              accept={accept}
              ref={again}
              aria-hidden="true"
              tabIndex={-1}
              onChange={(event) => {
                const file = event.currentTarget.files?.[0]
                event.currentTarget.value = ''
                if (file) void store.giveAgain(item.key, file).then((isGiven) => setDiffers(!isGiven))
              }}
            />
            <Button
              type="button"
              disabled={isFull}
              aria-label={t('upload.chooseName', { name })}
              onClick={() => again.current?.click()}
            >
              {t('upload.choose')}
            </Button>
          </>
        ) : null}
        {step === 'offer' ? (
          <Button
            type="button"
            disabled={isFull}
            aria-label={t('upload.useName', { name })}
            onClick={() => store.use(item.key)}
          >
            {t('upload.use')}
          </Button>
        ) : null}
        {step === 'failed' && item.canRetry && item.file ? (
          <Button type="button" aria-label={t('upload.retryName', { name })} onClick={() => store.retry(item.key)}>
            {t('upload.retry')}
          </Button>
        ) : null}
        <Button
          type="button"
          variant="quiet"
          aria-label={t(isUnderWay ? 'upload.stopName' : 'upload.removeName', { name })}
          onClick={() => store.remove(item.key)}
        >
          {t(isUnderWay ? 'upload.stop' : 'upload.remove')}
        </Button>
      </div>
      {/* An invisible check box, because it is kept with what was typed when the session ends; hidden fields are
          not. */}
      {step === 'done' && id !== null ? (
        <input type="checkbox" name="attachment" value={id} checked readOnly hidden />
      ) : null}
      {(isUnderWay || isLacking) && id !== null ? (
        <input type="checkbox" name="begun" value={id} checked readOnly hidden />
      ) : null}
    </li>
  )
}

/** Announcements for screen readers: each file once when its step changes, never percentages. */
const useAnnouncement = (items: readonly Item[]): string => {
  const { t } = useTranslation('attachment')
  const [announcement, announce] = useState('')
  const known = useRef(new Map<string, Item>())
  useEffect(() => {
    for (const item of items) {
      const before = known.current.get(item.key)
      if (before === undefined || before.step === item.step) continue
      const name = isolated(item.name)
      if (item.step === 'done' || item.step === 'waiting') announce(t(`upload.${item.step}`, { name }))
      else if (item.step === 'failed') announce(`${name}: ${item.message ?? ''}`)
    }
    for (const [key, before] of known.current)
      if (!items.some((item) => item.key === key) && before.step !== 'failed')
        announce(t('upload.stopped', { name: isolated(before.name) }))
    known.current = new Map(items.map((item) => [item.key, item]))
  }, [items, t])
  return announcement
}

export const Uploads = ({ kept, unsent, wanted, room, errors, limits, formKey, chosen }: UploadsProps) => {
  const { t } = useTranslation('attachment')
  const format = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const store = useStore({ formKey, kept, unsent, wanted })
  const items = useSyncExternalStore(store.subscribe, store.items)
  const isActive = store.isActive()
  const held = useHeldForm(box, store, isActive)
  const announcement = useAnnouncement(items)
  const left = (kind: 'image' | 'video'): number =>
    room[`${kind}s`] - store.items().filter((one) => one.kind === kind && goesAlong(one)).length
  const [preparing, setPreparing] = useState<string | null>(null)
  /** A photo that is too large is shrunk first. */
  const prepare = (kind: 'image' | 'video', file: File): Promise<File> => {
    if (kind === 'video' || file.size <= attachmentLimits.imageBytes) return Promise.resolve(file)
    setPreparing(file.name)
    return shrinkPicture(file, attachmentLimits.imageBytes)
  }
  const take = async (kind: 'image' | 'video', files: readonly File[]): Promise<void> => {
    // The form waits for preparation as it waits for uploads.
    const release = store.hold()
    for (const chosenFile of files) {
      if (left(kind) <= 0) {
        store.refuse(kind, chosenFile, t(`${kind}.full`))
        continue
      }
      const file = await prepare(kind, chosenFile)
      const begun = store.findBegun(kind, file)
      // The same file as an earlier upload, which is resumed.
      if (begun === undefined || !(await store.giveAgain(begun.key, file))) store.add(kind, file)
    }
    release()
    setPreparing(null)
  }
  const isGiven = useRef(false)
  useEffect(() => {
    if (isGiven.current) return
    isGiven.current = true
    for (const kind of kinds)
      void take(
        kind,
        chosen.filter((file) => kindOfName(file.name, limits) === kind),
      )
  })
  return (
    <div className="stack" ref={box}>
      {errors.attachment ? (
        <p className="field-error" id={fieldId('attachment')} tabIndex={-1}>
          <Icon name="warning" />
          {errors.attachment}
        </p>
      ) : null}
      {kinds.map((kind) => {
        const rows = items.filter((one) => one.kind === kind)
        const isFull = left(kind) <= 0
        return (
          <Chooser
            key={kind}
            kind={kind}
            error={errors[kind]}
            accept={limits[kind].accept}
            multiple={kind === 'image'}
            disabled={isFull}
            hasFiles={rows.length > 0}
            className="attachment-choose"
            hint={
              isFull
                ? t(`${kind}.full`)
                : `${t(`${kind}.hint`, { number: format.number(left(kind)), size: format.bytes(limits[kind].bytes) })}${kind === 'image' ? ` ${t('image.shrinks')}` : ''}`
            }
            onChange={(event) => {
              const files = [...(event.currentTarget.files ?? [])]
              event.currentTarget.value = ''
              void take(kind, files)
            }}
          >
            {rows.length > 0 ? (
              <ul className="attachment-rows">
                {rows.map((item) => (
                  <Row key={item.key} item={item} store={store} accept={limits[kind].accept} isFull={isFull} />
                ))}
              </ul>
            ) : null}
          </Chooser>
        )
      })}
      {preparing === null ? null : (
        <p className="muted small">{t('upload.preparing', { name: isolated(preparing) })}</p>
      )}
      <p role="status" className={held === null ? 'hidden-visually' : 'notice'}>
        {held === null
          ? preparing === null
            ? announcement
            : t('upload.preparing', { name: isolated(preparing) })
          : t(`upload.${held}`)}
      </p>
    </div>
  )
}
