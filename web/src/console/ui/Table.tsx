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
      <caption className="text-soft pb-3 text-start">{caption}</caption>
      <thead className="text-faint text-xs">
        <tr>
          {columns.map(({ title }) => (
            <th key={title} scope="col" className="border-line border-b pe-4 pb-2 text-start font-medium">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="border-line hover:bg-hover border-b align-top transition-colors last:border-b-0"
          >
            <th
              scope="row"
              className={classNames('name-breaks py-2.5 pe-4 text-start font-normal', first.className)}
            >
              {first.cell(row)}
            </th>
            {others.map(({ title, cell, className }) => (
              <td key={title} className={classNames('name-breaks py-2.5 pe-4', className)}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
