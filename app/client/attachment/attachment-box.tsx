/**
 * The file fields of a feedback's form. They are plain until their scripts have loaded; then each file is sent as soon
 * as it is chosen.
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

/** What was in the form when it was refused or its session ended: complete files, and uploads under way. */
export const wantedOf = ({ valuesOf }: { valuesOf: (field: string) => string[] | undefined }): string[] => [
  ...(valuesOf('attachment') ?? []),
  ...(valuesOf('begun') ?? []),
]

/** Files that were chosen before the scripts loaded. */
const chosenIn = (box: HTMLElement | null): File[] =>
  [...(box?.querySelectorAll<HTMLInputElement>('input[type=file]') ?? [])].flatMap((input) => [...(input.files ?? [])])

const firstActs = ['pointerdown', 'keydown', 'touchstart', 'focusin'] as const
const ends = ['change', 'cancel', 'focusout'] as const
/** While a person is choosing a file, the field must stay in place to receive it; once it has its file it may go. */
const whenNotChoosing = (box: HTMLElement | null, go: () => void): void => {
  const field = document.activeElement
  if (
    !(field instanceof HTMLInputElement) ||
    field.type !== 'file' ||
    field.files?.length !== 0 ||
    !box?.contains(field)
  ) {
    go()
    return
  }
  const end = (): void => {
    for (const name of ends) field.removeEventListener(name, end)
    go()
  }
  for (const name of ends) field.addEventListener(name, end)
}

export const AttachmentBox = ({ formKey, unsent, ...rest }: AttachmentBoxProps) => {
  // Files that came with this form are listed with those that are sent along; files for which the feedback has no room
  // are not offered.
  const fields = {
    ...rest,
    unsent: unsent.filter(({ id, kind }) => rest.room[`${kind}s`] > 0 && !rest.kept.some((one) => one.id === id)),
  }
  const box = useRef<HTMLDivElement>(null)
  const [Uploads, setUploads] = useState<ComponentType<UploadsProps> | null>(null)
  const [chosen, setChosen] = useState<File[]>([])
  useEffect(() => {
    let gone = false
    const stop = (): void => {
      for (const act of firstActs) document.removeEventListener(act, load, true)
    }
    // Loaded with the first action on the page: a reader does not wait for it.
    const load = (): void => {
      stop()
      import('./uploads').then(
        (module) =>
          whenNotChoosing(box.current, () => {
            if (gone) return
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
      gone = true
      stop()
    }
  }, [formKey])
  return (
    <div className="attachment-box" ref={box}>
      {Uploads ? (
        <Uploads {...fields} limits={limits} formKey={formKey} chosen={chosen} />
      ) : (
        <AttachmentFields {...fields} limits={limits} />
      )}
    </div>
  )
}
