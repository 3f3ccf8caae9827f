import { getRouteApi, Link } from '@tanstack/react-router'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { batchBody } from '../queries/batches.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { download } from '../ui/download.ts'
import { Screen } from '../ui/Screen.tsx'
import { FileChoice } from './FileChoice.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { PreviewTable } from './PreviewTable.tsx'
import { ProblemTable } from './ProblemTable.tsx'
import { importReport, useImport } from './use-import.ts'

const route = getRouteApi('/console/domains/$chainId/$domain')

/** Names from a CSV file: read, looked at, sent in parts, with a report. */
export function ImportScreen() {
  const params = route.useParams()
  const ref = { domain: params.domain, chainId: Number(params.chainId) }
  const { job, preview, problems, reading, isRunning, error, read, start, pause, dismiss } = useImport(ref)
  const isDone = job !== undefined && job.sentChunks === job.chunks
  return (
    <Screen
      title="Import names"
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
          <Notice tone="bad" title="It has stopped." isLive>
            {error} What was sent is not sent again.
          </Notice>
        )}
        {reading !== undefined && (
          <Notice title="Reading the file" isLive>
            {reading.toLocaleString('en')} rows so far.
          </Notice>
        )}
        {!job && reading === undefined && <FileChoice onFile={read} />}
        {job && (
          <>
            <ImportProgress job={job} />
            <div className="flex flex-wrap gap-3">
              {!isDone &&
                (isRunning ? (
                  <Button onClick={pause}>Pause</Button>
                ) : (
                  <Button look="primary" disabled={job.rows === 0} onClick={start}>
                    {job.sentChunks > 0
                      ? 'Continue'
                      : `Import ${job.rows.toLocaleString('en')} ${job.rows === 1 ? 'name' : 'names'}`}
                  </Button>
                ))}
              {problems.length > 0 && (
                <Button
                  onClick={() =>
                    void importReport(job).then((report) =>
                      download(`${ref.domain}-problems.csv`, 'text/csv', report),
                    )
                  }
                >
                  Download the report
                </Button>
              )}
              {!isRunning && <Button onClick={dismiss}>{isDone ? 'Another file' : 'Drop this file'}</Button>}
            </div>
            {problems.length > 0 && <ProblemTable problems={problems} />}
            {preview.length > 0 && !isDone && <PreviewTable items={preview} />}
            {preview.length > 0 && (
              <ApiCall
                method="POST"
                path="/byname/v1/names/batch"
                body={batchBody(ref, [...preview.slice(0, 2)])}
              />
            )}
          </>
        )}
      </div>
    </Screen>
  )
}
