/**
 * The file fields of a feedback form. They are plain until their scripts have loaded; then each file is sent as soon as
 * it is chosen.
 */
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { acceptOf, attachmentLimits } from '~/modules/attachment/limits'
import { AttachmentFields, type AttachmentFieldsProps, type AttachmentLimits } from '~/ui/attachment-fields'
import { recall } from './memory'
import type { UploadsProps } from './uploads'

const limits: AttachmentLimits = {
  image: { accept: acceptOf('image'), bytes: attachmentLimits.imageBytes },
  video: { accept: acceptOf('video'), bytes: attachmentLimits.videoBytes },
}

export type AttachmentBoxProps = Omit<AttachmentFieldsProps, 'limits'> & {
  /** Distinguishes this form from others in the same tab: uploads under way are found again after a reload. */
  formKey: string
}

/** The files of a form that was refused or whose session ended: complete ones, and uploads under way. */
export const wantedOf = ({ valuesOf }: { valuesOf: (field: string) => string[] | undefined }): string[] => [
  ...(valuesOf('attachment') ?? []),
  ...(valuesOf('begun') ?? []),
]

/** Files that were chosen before the scripts loaded. */
const chosenIn = (box: HTMLElement | null): File[] =>
  [...(box?.querySelectorAll<HTMLInputElement>('input[type=file]') ?? [])].flatMap((input) => [...(input.files ?? [])])

const firstActs = ['pointerdown', 'keydown', 'touchstart', 'focusin'] as const
const isFileField = (one: EventTarget | null): one is HTMLInputElement =>
  one instanceof HTMLInputElement && one.type === 'file'

const focusedField = (box: HTMLElement | null): HTMLInputElement | null => {
  const field = document.activeElement
  return isFileField(field) && box?.contains(field) === true ? field : null
}

/** A finger's click follows its release by at most this long. */
const clickAfterMs = 400
/**
 * Resolves once the press that began with an event of this type is over. An element that is replaced between press and
 * release is never clicked. Must be called within that event.
 */
const afterPress = (type: string): Promise<void> =>
  new Promise((go) => {
    if (type === 'focusin') {
      go()
      return
    }
    const scope = new AbortController()
    const options = { capture: true, passive: true, signal: scope.signal }
    // One task later the click's own work is done: the field of a pressed label has been clicked too.
    const end = (delayMs: number): void => {
      window.setTimeout(() => {
        scope.abort()
        go()
      }, delayMs)
    }
    for (const name of ['pointerup', 'touchend', 'keyup'])
      window.addEventListener(name, () => end(clickAfterMs), options)
    for (const name of ['click', 'pointercancel', 'blur']) window.addEventListener(name, () => end(0), options)
  })

const ends = ['change', 'cancel', 'focusout'] as const
/** The dialog covers the page. An action on the page means that it was closed, in browsers that don't report that. */
const laterActs = ['pointerdown', 'keydown', 'touchstart'] as const
/** While a person is choosing a file, the field must stay in place to receive it; afterwards it may be removed. */
const whenNotChoosing = (field: HTMLInputElement | null, go: () => void): void => {
  if (field?.isConnected !== true || field.files?.length !== 0) {
    go()
    return
  }
  const scope = new AbortController()
  const end = (): void => {
    scope.abort()
    go()
  }
  for (const name of ends) field.addEventListener(name, end, { signal: scope.signal })
  for (const name of laterActs)
    document.addEventListener(name, (event) => void afterPress(event.type).then(end), {
      capture: true,
      passive: true,
      once: true,
      signal: scope.signal,
    })
}

export const AttachmentBox = ({ formKey, unsent, ...rest }: AttachmentBoxProps) => {
  // Files that came with this form are listed with those that are sent along. Files that don't fit into the feedback
  // are not offered.
  const fields = {
    ...rest,
    unsent: unsent.filter(({ id, kind }) => rest.room[`${kind}s`] > 0 && !rest.kept.some((one) => one.id === id)),
  }
  const box = useRef<HTMLDivElement>(null)
  const [Uploads, setUploads] = useState<ComponentType<UploadsProps> | null>(null)
  const [chosen, setChosen] = useState<File[]>([])
  useEffect(() => {
    const scope = new AbortController()
    // Not every browser focuses a file field that its label opened.
    let opened: HTMLInputElement | null = null
    box.current?.addEventListener(
      'click',
      ({ target }) => {
        if (isFileField(target)) opened = target
      },
      { signal: scope.signal },
    )
    const stop = (): void => {
      for (const act of firstActs) document.removeEventListener(act, load, true)
    }
    // Loaded with the first action on the page, so that readers don't wait for it.
    const load = (act?: Event): void => {
      stop()
      Promise.all([import('./uploads'), act && afterPress(act.type)]).then(
        ([module]) =>
          whenNotChoosing(opened ?? focusedField(box.current), () => {
            if (scope.signal.aborted) return
            // Synchronous: a file chosen between reading and rendering would be lost with its field.
            flushSync(() => {
              setChosen(chosenIn(box.current))
              setUploads(() => module.Uploads)
            })
          }),
        // If they can't be loaded, the plain fields do the same.
        () => undefined,
      )
    }
    if (recall(formKey).length > 0) load()
    else for (const act of firstActs) document.addEventListener(act, load, { capture: true, passive: true })
    return () => {
      scope.abort()
      stop()
    }
  }, [formKey])
  return (
    <div className="stack attachment-box" ref={box}>
      {Uploads ? (
        <Uploads {...fields} limits={limits} formKey={formKey} chosen={chosen} />
      ) : (
        <AttachmentFields {...fields} limits={limits} />
      )}
    </div>
  )
}
