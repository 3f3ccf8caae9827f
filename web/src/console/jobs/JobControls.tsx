import { Button } from '../../ui/Button.tsx'
import { download } from '../ui/download.ts'
import { jobReport } from './job-report.ts'
import type { Job } from './job-store.ts'

interface JobControlsProps {
  readonly job: Job
  readonly isRunning: boolean
  readonly hasProblems: boolean
  readonly onStart: () => void
  readonly onPause: () => void
  readonly onDismiss: () => void
}

/** Start, pause, continue, the report, and the end. */
export function JobControls({ job, isRunning, hasProblems, onStart, onPause, onDismiss }: JobControlsProps) {
  const { domain, kind, items, chunks, sentChunks } = job
  const isDone = sentChunks === chunks
  const names = `${items.toLocaleString('en')} ${items === 1 ? 'name' : 'names'}`
  const begin = kind === 'import' ? `Import ${names}` : `Revoke ${names}`
  const saveReport = async () => download(`${domain.split(' ')[1]}-problems.csv`, await jobReport(job))
  return (
    <div className="flex flex-wrap gap-3">
      {!isDone &&
        (isRunning ? (
          <Button onClick={onPause}>Pause</Button>
        ) : (
          <Button look="primary" disabled={items === 0} onClick={onStart}>
            {sentChunks > 0 ? 'Continue' : begin}
          </Button>
        ))}
      {hasProblems && <Button onClick={() => void saveReport()}>Download the report</Button>}
      {!isRunning && (
        <Button onClick={onDismiss}>{dismissWords[kind][isDone ? 'done' : 'unfinished']}</Button>
      )}
    </div>
  )
}

const dismissWords = {
  import: { done: 'Another file', unfinished: 'Drop this file' },
  revoke: { done: 'Close', unfinished: 'Leave the rest' },
} as const
