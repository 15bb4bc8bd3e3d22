/**
 * Sends the upload form's file and reports its progress. A refusal is shown as on the form's own page. A file that is
 * sent again after a broken connection counts once.
 */
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from '@remix-run/react'
import { limits } from '~/engine/types'
import type { ListError } from '~/ui/channel-list/error-text'
import type { Toast } from '~/ui/toast'
import { newBatchId } from '../batch-id'
import { showToast } from '../toast'

export type Failure = { values: Record<string, string | string[]>; errors: ListError[] }
export type UploadState =
  | { step: 'idle' }
  | { step: 'sending'; name: string; fraction: number }
  | { step: 'stopped' | 'broken' }

const dataAddress = '/features/uploads/data'

type Answer = { to?: string; done?: string; next?: Toast['next']; failure?: Failure; code?: string }
const parseAnswer = (text: string): Answer | null => {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}

/** Checks a file before it is sent. */
const errorOf = (file: FormDataEntryValue | null): ListError | null => {
  if (!(file instanceof File) || file.name === '') return { field: 'file', code: 'A0422', data: { reason: 'no-file' } }
  return file.size > limits.fileBytes ? { field: 'file', code: 'A0413', data: { reason: 'too-large' } } : null
}

/** `failure`: why the last upload was refused; null if it was not, or none was sent. */
export const useUpload = () => {
  const navigate = useNavigate()
  const [state, setState] = useState<UploadState>({ step: 'idle' })
  const [failure, setFailure] = useState<Failure | null>(null)
  const running = useRef<XMLHttpRequest | null>(null)
  const batch = useRef<{ id: string; of: string } | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const finish = (next: UploadState): void => {
    running.current = null
    // Only after a broken connection is it unknown whether the file has arrived.
    if (next.step !== 'broken' && next.step !== 'stopped') batch.current = null
    setState(next)
  }
  const readAnswer = ({ responseText, responseURL }: XMLHttpRequest): void => {
    const answer = parseAnswer(responseText)
    if (answer?.to) {
      finish({ step: 'idle' })
      navigate(answer.to)
      if (answer.done) showToast('done', answer.done, answer.next)
    } else if (answer?.failure) {
      finish({ step: 'idle' })
      setFailure({ ...answer.failure })
    } else if (responseURL !== '' && !responseURL.endsWith(dataAddress)) location.assign(responseURL)
    else finish({ step: 'broken' })
  }
  /** An unchanged upload that is sent again counts as the same one; with another name or file it is a new one. */
  const nameBatch = (data: FormData, file: File): string => {
    const of = JSON.stringify([data.get('name'), data.get('encoding'), file.name, file.size, file.lastModified])
    if (batch.current?.of !== of) batch.current = { id: newBatchId(), of }
    return batch.current.id
  }
  const send = (form: HTMLFormElement): void => {
    if (running.current) return
    const data = new FormData(form)
    const file = data.get('file')
    const error = errorOf(file)
    if (error || !(file instanceof File)) return setFailure({ values: {}, errors: error ? [error] : [] })
    const request = new XMLHttpRequest()
    running.current = request
    data.set('batch', nameBatch(data, file))
    request.upload.onprogress = ({ loaded, total }) =>
      setState({ step: 'sending', name: file.name, fraction: total > 0 ? loaded / total : 0 })
    request.onload = () => readAnswer(request)
    request.onerror = () => finish({ step: 'broken' })
    request.onabort = () => finish({ step: 'stopped' })
    request.open('POST', dataAddress)
    request.setRequestHeader('accept', 'application/json')
    setFailure(null)
    setState({ step: 'sending', name: file.name, fraction: 0 })
    request.send(data)
  }
  return { state, failure, send, stop: (): void => running.current?.abort() }
}
