/** The file fields of a feedback's form. Plain until their own scripts have come; then each file is sent as soon as it is chosen. */
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { acceptOf, attachmentLimits } from '~/modules/attachment/limits'
import { AttachmentFields, type AttachmentFieldsProps, type AttachmentLimits } from '~/ui/attachment-fields'
import type { UploadsProps } from './uploads'

/** People say 200 K and 300 M of steps of 1024; the page's formats count in thousands. */
const limits: AttachmentLimits = {
  image: { accept: acceptOf('image'), bytes: Math.round(attachmentLimits.imageBytes / 1024) * 1000 },
  video: { accept: acceptOf('video'), bytes: Math.round(attachmentLimits.videoBytes / 1024 ** 2) * 1000 ** 2 },
}

export type AttachmentBoxProps = Omit<AttachmentFieldsProps, 'limits'> & {
  /** Tells this form from others of the same tab: what is under way is found again after the page was loaded anew. */
  formKey: string
}

/** Files that were chosen before the scripts came. */
const chosenIn = (box: HTMLElement | null): File[] =>
  [...(box?.querySelectorAll<HTMLInputElement>('input[type=file]') ?? [])].flatMap((input) => [...(input.files ?? [])])

export const AttachmentBox = ({ formKey, ...fields }: AttachmentBoxProps) => {
  const box = useRef<HTMLDivElement>(null)
  const [Uploads, setUploads] = useState<ComponentType<UploadsProps> | null>(null)
  const [chosen, setChosen] = useState<File[]>([])
  useEffect(() => {
    let gone = false
    import('./uploads').then(
      (module) => {
        if (gone) return
        setChosen(chosenIn(box.current))
        setUploads(() => module.Uploads)
      },
      // Without them the plain fields do the same.
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [])
  return (
    <div className="attachment-box" ref={box}>
      {Uploads ? <Uploads {...fields} limits={limits} formKey={formKey} chosen={chosen} /> : <AttachmentFields {...fields} limits={limits} />}
    </div>
  )
}
