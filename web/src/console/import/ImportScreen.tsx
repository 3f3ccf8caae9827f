import { getRouteApi, Link } from '@tanstack/react-router'
import { Notice } from '../../ui/Notice.tsx'
import { JobControls } from '../jobs/JobControls.tsx'
import { JobProgress } from '../jobs/JobProgress.tsx'
import { ProblemTable } from '../jobs/ProblemTable.tsx'
import { useJob } from '../jobs/use-job.ts'
import { batchBody } from '../queries/batches.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { Screen } from '../ui/Screen.tsx'
import { FileChoice } from './FileChoice.tsx'
import { PreviewTable } from './PreviewTable.tsx'
import { useFile } from './use-file.ts'

const route = getRouteApi('/console/domains/$chainId/$domain')

/** Names from a CSV file: read, looked at, sent in parts, with a report. Revocations of many names are shown here, too. */
export function ImportScreen() {
  const params = route.useParams()
  const ref = { domain: params.domain, chainId: Number(params.chainId) }
  const { job, problems, isRunning, waitSeconds, error, start, pause, dismiss, reload, fail } = useJob(ref)
  const { rows, preview, read } = useFile(ref, { onRead: reload, onError: fail })
  const isDone = job !== undefined && job.sentChunks === job.chunks
  return (
    <Screen
      title={job?.kind === 'revoke' ? 'Revoke names' : 'Import names'}
      actions={
        <Link
          to="/console/domains/$chainId/$domain/names"
          params={params}
          className="text-sm underline underline-offset-4"
        >
          Back to the names
        </Link>
      }
    >
      <div className="grid max-w-4xl gap-6">
        {error !== undefined && (
          <Notice tone="bad" title={job ? 'It has stopped.' : 'Nothing was read.'} isLive>
            {error} {job && 'What was sent is not sent again.'}
          </Notice>
        )}
        {waitSeconds !== undefined && (
          <Notice title="It continues by itself." isLive>
            The service has asked to wait for {waitSeconds} seconds: its limit of requests is reached.
          </Notice>
        )}
        {rows !== undefined && (
          <Notice title="Reading the file" isLive>
            {rows.toLocaleString('en')} rows so far.
          </Notice>
        )}
        {!job && (
          // Stays, so that pasted rows are there after a failure.
          <div hidden={rows !== undefined}>
            <FileChoice onFile={read} />
          </div>
        )}
        {job && rows === undefined && (
          <>
            <JobProgress job={job} />
            <JobControls
              job={job}
              isRunning={isRunning}
              hasProblems={problems.length > 0}
              onStart={start}
              onPause={pause}
              onDismiss={dismiss}
            />
            {problems.length > 0 && <ProblemTable problems={problems} />}
            {preview.length > 0 && !isDone && <PreviewTable items={preview} />}
            {preview.length > 0 && (
              <ApiCall
                method="POST"
                path="/byname/v1/names/batch"
                query={{ chainId: ref.chainId }}
                body={batchBody(ref, [...preview.slice(0, 2)])}
              />
            )}
          </>
        )}
      </div>
    </Screen>
  )
}
