import type { ImportJob } from './import-store.ts'

export function ImportProgress({ job }: { readonly job: ImportJob }) {
  const { fileName, rows, invalidRows, chunks, sentChunks, succeeded, refused } = job
  const isDone = sentChunks === chunks
  const counts = [
    ['Rows to import', rows],
    ['Not usable', invalidRows],
    ['Imported', succeeded],
    ['Refused', refused],
  ] as const
  return (
    <section aria-label="Progress">
      <h2 className="name-breaks font-semibold">{fileName}</h2>
      <p role="status" className="text-soft text-sm">
        {isDone
          ? `Done: ${succeeded.toLocaleString('en')} imported.`
          : sentChunks > 0
            ? `${succeeded.toLocaleString('en')} of ${rows.toLocaleString('en')} imported.`
            : 'Nothing is sent yet.'}
      </p>
      <progress
        aria-label="Sent"
        max={Math.max(chunks, 1)}
        value={isDone ? Math.max(chunks, 1) : sentChunks}
        className="accent-accent mt-3 h-2 w-full"
      />
      <dl className="mt-3 grid grid-cols-2 gap-4 sm:grid-cols-4">
        {counts.map(([title, count]) => (
          <div key={title}>
            <dt className="text-soft text-sm">{title}</dt>
            <dd className="text-xl font-semibold tabular-nums">{count.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
