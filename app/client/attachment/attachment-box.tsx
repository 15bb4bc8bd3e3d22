/** The file fields of a feedback's form. Plain until their own scripts have come; then each file is sent as soon as it is chosen. */
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { acceptOf, attachmentLimits } from '~/modules/attachment/limits'
import { AttachmentFields, type AttachmentFieldsProps, type AttachmentLimits } from '~/ui/attachment-fields'
import type { UploadsProps } from './uploads'

const limits: AttachmentLimits = {
  image: { accept: acceptOf('image'), bytes: attachmentLimits.imageBytes },
  video: { accept: acceptOf('video'), bytes: attachmentLimits.videoBytes },
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
