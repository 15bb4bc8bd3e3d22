/** A table as the server renders it. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Table } from '../../app/ui/table'

const shown = (length: number): string =>
  renderToStaticMarkup(
    <Table
      caption="Names"
      rows={Array.from({ length }, (_, at) => at)}
      rowKey={String}
      columns={[{ key: 'n', header: 'Number', cell: String }]}
    />,
  )

it('can be scrolled by keys if it is long, and adds no second landmark of its card’s name', () => {
  expect(shown(11)).toMatch(/^<div class="table-wrap table-tall" role="group" aria-label="Names" tabindex="0">/)
  expect(shown(10)).toMatch(/^<div class="table-wrap"><table/)
})
