import type { Job } from './job-store.ts'

const words = {
  import: { todo: 'Rows to import', done: 'Imported', verb: 'imported' },
  revoke: { todo: 'Names to revoke', done: 'Revoked', verb: 'revoked' },
} as const

export function JobProgress({ job }: { readonly job: Job }) {
  const { kind, title, items, invalidRows, chunks, sentChunks, succeeded, refused } = job
  const { todo, done, verb } = words[kind]
  const isDone = sentChunks === chunks
  const counts: readonly (readonly [string, number])[] = [
    [todo, items],
    ...(kind === 'import' ? [['Not usable', invalidRows] as const] : []),
    [done, succeeded],
    ['Refused', refused],
  ]
  return (
    <section aria-label="Progress">
      <h2 className="name-breaks font-semibold">{title}</h2>
      <p role="status" className="text-soft text-sm">
        {isDone
          ? `Done: ${succeeded.toLocaleString('en')} ${verb}.`
          : sentChunks > 0
            ? `${succeeded.toLocaleString('en')} of ${items.toLocaleString('en')} ${verb}.`
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
