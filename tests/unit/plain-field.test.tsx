/** Fields in a browser without styles: the label, the hint and the error are on lines of their own. */
import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { CheckField, Field, TextAreaField } from '../../app/ui/field'
import { FieldGroup } from '../../app/ui/field-group'

/** The lines of a text browser. */
const linesOf = (node: ReactNode): string[] =>
  renderToStaticMarkup(node)
    .replaceAll(/<(?:input|textarea)[^>]*>/g, '[ ]')
    .replaceAll(/<\/?(?:div|fieldset|legend|p)\b[^>]*>/g, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

describe('a field without styles', () => {
  it('has its label, hint, input and error on lines of their own', () => {
    expect(linesOf(<Field label="Code" name="code" hint="Hint" error="Fault" />)).toEqual([
      'Code',
      'Hint',
      '[ ]',
      'Fault',
    ])
    expect(linesOf(<TextAreaField label="Text" name="text" hint="Hint" error="Fault" />)).toEqual([
      'Text',
      'Hint',
      '[ ]',
      'Fault',
    ])
    expect(linesOf(<Field label="Code" name="code" />)).toEqual(['Code [ ]'])
  })
  it('has a check box beside its label, and the hint and the error below', () => {
    expect(
      linesOf(
        <FieldGroup legend="Ways" hint="Hint" error="Fault">
          <CheckField label="One" name="one" hint="Off: nothing" error="No" />
        </FieldGroup>,
      ),
    ).toEqual(['Ways', 'Hint', 'Fault', '[ ] One', 'Off: nothing', 'No'])
  })
})
