import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'

interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly className?: string
}

interface TableProps<Row> {
  readonly caption: ReactNode
  /** The first titles its row. */
  readonly columns: readonly [Column<Row>, ...Column<Row>[]]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}

/** A few rows to read; a long list is a `NameTable`. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  const [first, ...others] = columns
  return (
    <table className="w-full text-sm">
      <caption className="pb-2 text-start">{caption}</caption>
      <thead className="text-soft">
        <tr>
          {columns.map(({ title }) => (
            <th key={title} scope="col" className="pe-4 text-start font-medium">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className="border-line border-t align-top">
            <th
              scope="row"
              className={classNames('name-breaks py-1 pe-4 text-start font-normal', first.className)}
            >
              {first.cell(row)}
            </th>
            {others.map(({ title, cell, className }) => (
              <td key={title} className={classNames('name-breaks py-1 pe-4', className)}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
