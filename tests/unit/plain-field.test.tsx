/** Fields in a browser without styles: the typed value, the hint and the error are separate words. */
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CheckField, Field } from '../../app/ui/field'
import { FieldGroup } from '../../app/ui/field-group'

const wordsOf = (markup: string): string => markup.replaceAll(/<input[^>]*>/g, 'TYPED').replaceAll(/<[^>]+>/g, '')

describe('a field without styles', () => {
  it('keeps its label, hint, input and error apart', () => {
    expect(wordsOf(renderToStaticMarkup(<Field label="Code" name="code" hint="Hint" error="Fault" />))).toBe(
      'Code Hint TYPED Fault',
    )
    expect(
      wordsOf(
        renderToStaticMarkup(
          <FieldGroup legend="Ways" hint="Hint" error="Fault">
            <CheckField label="One" name="one" />
          </FieldGroup>,
        ),
      ),
    ).toMatch(/^Ways Hint Fault TYPED One/)
  })
})
