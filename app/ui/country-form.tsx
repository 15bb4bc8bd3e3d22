/** The form that asks for a country. `texts` are the page's own words for it. */
import { SelectField } from './field'
import { FormActions } from './form-actions'
import type { useFormErrors } from './form-errors'

export type CountryFormProps = {
  texts: { label: string; hint: string; none: string; submit: string }
  countries: readonly { value: string; label: string }[]
  country: string | null
  form: ReturnType<typeof useFormErrors>
  cancelHref: string
  hidden?: Readonly<Record<string, string>>
}

export const CountryForm = ({ texts, countries, country, form, cancelHref, hidden = {} }: CountryFormProps) => (
  <form noValidate method="post" className="form">
    {Object.entries(hidden).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <SelectField
      label={texts.label}
      hint={texts.hint}
      name="country"
      defaultValue={form.valueOf('country') ?? country ?? ''}
      error={form.messageOf('country')}
      autoComplete="country"
      options={[{ value: '', label: texts.none }, ...countries]}
    />
    <FormActions submit={texts.submit} cancelHref={cancelHref} />
  </form>
)
