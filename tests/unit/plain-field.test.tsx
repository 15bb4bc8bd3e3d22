/** Fields as a browser without styles shows them: what was typed, the hint and the fault are words apart. */
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CheckField, Field } from '../../app/ui/field'
import { FieldGroup } from '../../app/ui/field-group'

const wordsOf = (markup: string): string => markup.replaceAll(/<input[^>]*>/g, 'TYPED').replaceAll(/<[^>]+>/g, '')

describe('a field without styles', () => {
  it('keeps its label, hint, input and fault apart', () => {
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
