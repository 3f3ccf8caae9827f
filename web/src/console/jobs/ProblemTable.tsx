import { Table } from '../ui/Table.tsx'
import type { JobProblem } from './job-store.ts'

/** The first ones; the report has all. */
export function ProblemTable({ problems }: { readonly problems: readonly JobProblem[] }) {
  return (
    <Table
      caption={<b>What was not done</b>}
      columns={[
        { title: 'Row', cell: ({ row }) => row, className: 'w-16 tabular-nums' },
        { title: 'Name', cell: ({ label }) => label },
        { title: 'Why', cell: ({ message }) => message },
      ]}
      rows={problems}
      keyOf={({ row, label, message }) => `${row} ${label} ${message}`}
    />
  )
}
