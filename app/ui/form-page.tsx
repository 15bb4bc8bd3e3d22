/** A page around a form: its title, the errors of the form, and the form. */
import type { ReactNode } from 'react'
import { ErrorSummary } from './error-summary'
import type { useFormErrors } from './form-errors'
import { PageHead, type PageHeadProps } from './page-head'

type FormPageProps = PageHeadProps & {
  form: Pick<ReturnType<typeof useFormErrors>, 'summary'>
  narrower?: boolean
  children: ReactNode
}

export const FormPage = ({ form, narrower, children, ...head }: FormPageProps) => (
  <div className={narrower ? 'narrow narrower' : 'narrow'}>
    <PageHead {...head} />
    <ErrorSummary errors={form.summary} />
    {children}
  </div>
)
