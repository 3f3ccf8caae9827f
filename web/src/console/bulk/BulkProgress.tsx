import { Button } from '../../ui/Button.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { csvLine } from '../ui/csv.ts'
import { download } from '../ui/download.ts'
import { Table } from '../ui/Table.tsx'
import { type BulkChange, type BulkProblem, openBulkStore, readProblems } from './bulk-store.ts'

export function BulkProgress({ bulk }: { readonly bulk: BulkChange }) {
  const { title, items, chunks, sentChunks, succeeded, refused } = bulk
  const isDone = sentChunks === chunks
  const counts: readonly (readonly [string, number])[] = [
    ['Names to revoke', items],
    ['Revoked', succeeded],
    ['Refused', refused],
  ]
  return (
    <section aria-label="Progress">
      <h2 className="name-breaks font-semibold">{title}</h2>
      <p role="status" className="text-soft text-sm">
        {isDone
          ? `Done: ${formatCount(succeeded)} revoked.`
          : sentChunks > 0
            ? `${formatCount(succeeded)} of ${formatCount(items)} revoked.`
            : 'Nothing is sent yet.'}
      </p>
      <progress
        aria-label="Sent"
        max={Math.max(chunks, 1)}
        value={isDone ? Math.max(chunks, 1) : sentChunks}
        className="accent-accent mt-3 h-2 w-full"
      />
      <dl className="mt-3 grid grid-cols-2 gap-4 @lg:grid-cols-4">
        {counts.map(([title, count]) => (
          <div key={title}>
            <dt className="text-soft text-sm">{title}</dt>
            <dd className="text-xl font-semibold tabular-nums">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

interface BulkControlsProps {
  readonly bulk: BulkChange
  readonly isRunning: boolean
  readonly hasProblems: boolean
  readonly onStart: () => void
  readonly onPause: () => void
  readonly onDismiss: () => void
}

/** Start, pause, continue, the report, and the end. */
export function BulkControls({
  bulk,
  isRunning,
  hasProblems,
  onStart,
  onPause,
  onDismiss,
}: BulkControlsProps) {
  const { domain, items, chunks, sentChunks } = bulk
  const isDone = sentChunks === chunks
  const names = `${formatCount(items)} ${items === 1 ? 'name' : 'names'}`
  const saveReport = async () => download(`${domain.split(' ')[1]}-problems.csv`, await bulkReport(bulk))
  return (
    <div className="flex flex-wrap gap-3">
      {!isDone &&
        (isRunning ? (
          <Button onClick={onPause}>Pause</Button>
        ) : (
          <Button look="primary" disabled={items === 0} onClick={onStart}>
            {sentChunks > 0 ? 'Continue' : `Revoke ${names}`}
          </Button>
        ))}
      {hasProblems && <Button onClick={() => void saveReport()}>Download the report</Button>}
      {!isRunning && <Button onClick={onDismiss}>{isDone ? 'Close' : 'Leave the rest'}</Button>}
    </div>
  )
}

/** The first ones; the report has all. */
export function ProblemTable({ problems }: { readonly problems: readonly BulkProblem[] }) {
  return (
    <Table
      caption={<b>What was not done</b>}
      columns={[
        { title: 'Name', cell: ({ label }) => label },
        { title: 'Why', cell: ({ message }) => message },
      ]}
      rows={problems}
      keyOf={({ label, message }) => `${label} ${message}`}
    />
  )
}

/** Everything that was not done, as CSV. */
async function bulkReport(bulk: BulkChange): Promise<Blob> {
  const store = await openBulkStore()
  const parts = [csvLine(['name', 'problem'])]
  for await (const problems of readProblems(store, bulk))
    parts.push(problems.map(({ label, message }) => csvLine([label, message])).join(''))
  store.close()
  return new Blob(parts, { type: 'text/csv' })
}
