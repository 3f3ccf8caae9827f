import { getRouteApi, Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { Column } from '../../../../server/src/listings/csv.ts'
import { LocalForm } from '../../form/Form.tsx'
import { LongTextInput } from '../../form/inputs.tsx'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { Button } from '../../ui/Button.tsx'
import { FileInput } from '../../ui/FileInput.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { Notice } from '../../ui/Notice.tsx'
import { explainError } from '../../wallet/wallet-error.ts'
import { type FileHeader, HeaderError } from '../arrive/file-header.ts'
import { useArrival } from '../arrive/use-arrival.ts'
import { BulkControls, BulkProgress, ProblemTable } from '../bulk/BulkProgress.tsx'
import { useBulkChange } from '../bulk/use-bulk-change.ts'
import type { DomainRef } from '../queries.ts'
import type { Template } from '../templates/queries.ts'
import { toDraft } from '../templates/record-draft.ts'
import { TemplateChoice } from '../templates/TemplateChoice.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
import { byteOrderMark, csvLine } from '../ui/csv.ts'
import { download } from '../ui/download.ts'
import { Screen } from '../ui/Screen.tsx'
import { ColumnsDialog } from './ColumnsDialog.tsx'
import { TableImport } from './TableImport.tsx'

const route = getRouteApi('/console/domains/$chainId/$domain/import')

/** Names from a file: read, checked by the service, imported, with a report. Revocations of many names are shown here, too. */
export function ImportScreen() {
  const params = route.useParams()
  const ref = { domain: params.domain, chainId: Number(params.chainId) }
  const revocation = useBulkChange(ref)
  const { bulk } = revocation
  return (
    <Screen
      title={bulk ? 'Revoke names' : 'Import names'}
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
      <div className="grid max-w-4xl grid-cols-1 gap-6">
        {bulk ? (
          <>
            <Stopped error={revocation.error} />
            <Waiting seconds={revocation.waitSeconds} />
            <BulkProgress bulk={bulk} />
            <BulkControls
              bulk={bulk}
              isRunning={revocation.isRunning}
              hasProblems={revocation.problems.length > 0}
              onStart={revocation.start}
              onPause={revocation.pause}
              onDismiss={revocation.dismiss}
            />
            {revocation.problems.length > 0 && <ProblemTable problems={revocation.problems} />}
          </>
        ) : (
          <FileImport domain={ref} />
        )}
      </div>
    </Screen>
  )
}

function Stopped({ error }: { readonly error: string | undefined }) {
  return (
    error !== undefined && (
      <Notice tone="bad" title="It has stopped." isLive>
        {error} What was sent is not sent again.
      </Notice>
    )
  )
}

function Waiting({ seconds }: { readonly seconds: number | undefined }) {
  return (
    seconds !== undefined && (
      <Notice title="It continues by itself." isLive>
        The service has asked to wait for {seconds} seconds: its limit of requests is reached.
      </Notice>
    )
  )
}

/** A table whose columns are to be chosen. */
interface Unmapped {
  readonly file: File
  readonly header: FileHeader
  /** Absent: it was read, by what its titles say. */
  readonly problem?: string
}

function FileImport({ domain: ref }: { readonly domain: DomainRef }) {
  const state = useArrival(ref, 'table')
  const { arrival, running, listed } = state
  const [template, setTemplate] = useState<Template>()
  const [file, setFile] = useState<File>()
  const [mapping, setMapping] = useState<Unmapped>()
  const [problem, setProblem] = useState<string>()
  useUnsavedWork(running !== undefined)
  const read = async (chosen: File, columns?: readonly Column[]) => {
    setFile(chosen)
    setProblem(undefined)
    setMapping(undefined)
    try {
      await state.readFile(chosen, { columns, records: template && toDraft(template) })
    } catch (error) {
      if (error instanceof HeaderError)
        setMapping({ file: chosen, header: error.header, problem: error.message })
      else setProblem(explainError(error))
    }
  }
  const { header } = state
  const isReading = running === 'reading'
  return (
    <>
      {problem !== undefined && (
        <Notice tone="bad" title="Nothing was read." isLive>
          {problem}
        </Notice>
      )}
      <Stopped error={state.error} />
      <Waiting seconds={state.waitSeconds} />
      {(isReading || running === 'correcting') && (
        <Notice title="Reading the file" isLive>
          {formatCount(listed)} rows so far.
        </Notice>
      )}
      {arrival === null && (
        // Stays, so that pasted rows are there after a failure.
        <div hidden={isReading}>
          <div className="mb-6 max-w-sm empty:hidden">
            <TemplateChoice
              domain={ref}
              value={template}
              hint="Each name gets its records, except where the file has its own."
              onChange={setTemplate}
            />
          </div>
          <FileChoice onFile={(chosen) => void read(chosen)} />
        </div>
      )}
      {arrival && !isReading && (
        <>
          <TableImport
            domain={ref.domain}
            arrival={state}
            onChooseColumns={file && header ? () => setMapping({ file, header }) : undefined}
          />
          <ApiCall
            method="POST"
            path="/byname/v1/domains/{domain}/import"
            params={{ domain: ref.domain }}
            query={{ chainId: ref.chainId }}
            body={{ rule: arrival.rule, dryRun: true, names: [exampleName] }}
          />
        </>
      )}
      {mapping && !isReading && (
        <ColumnsDialog
          header={mapping.header}
          problem={mapping.problem}
          onChosen={(columns) => void read(mapping.file, columns)}
          onClose={() => setMapping(undefined)}
        />
      )}
    </>
  )
}

const exampleName = {
  label: 'alice',
  state: 'claimed',
  addresses: [{ coinType: 60, address: `0x${'12'.repeat(20)}` }],
} as const

const emptyFileTitles = ['name', 'address', 'text:url', 'text:avatar', 'text:description', 'contenthash']

function saveEmptyFile(): void {
  download('names.csv', new Blob([byteOrderMark, csvLine(emptyFileTitles)], { type: 'text/csv' }))
}

/** A file that is chosen or dropped, or rows that are pasted. */
function FileChoice({ onFile }: { readonly onFile: (file: File) => void }) {
  const id = useId()
  const [text, setText] = useState('')
  return (
    <div className="grid gap-6">
      <section aria-label="Choose a file">
        <label htmlFor={id} className="mb-2 block font-medium">
          File of names
        </label>
        <FileInput id={id} kind="csv" size="area" onFile={onFile} />
        <p className="text-soft mt-3 text-sm">
          The first line names the columns: <code className="mono">name</code> and{' '}
          <code className="mono">address</code>, and if you like <code className="mono">text:url</code>,{' '}
          <code className="mono">address:0</code> or <code className="mono">contenthash</code>. A file that
          was exported here fits too.{' '}
          <button type="button" className="underline underline-offset-4" onClick={saveEmptyFile}>
            Download an empty file
          </button>
        </p>
      </section>
      <LocalForm
        className="grid gap-3"
        onSubmit={() => onFile(new File([text], 'pasted rows', { type: 'text/csv' }))}
      >
        <LongTextInput title="Or paste rows" rows={5} value={text} onChange={setText} />
        <div>
          <Button type="submit" size="dense" disabled={text.trim() === ''}>
            Read them
          </Button>
        </div>
      </LocalForm>
    </div>
  )
}
