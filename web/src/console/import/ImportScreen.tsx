import { getRouteApi, Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { LocalForm } from '../../form/Form.tsx'
import { LongTextInput } from '../../form/inputs.tsx'
import { Button } from '../../ui/Button.tsx'
import { FileInput } from '../../ui/FileInput.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { Notice } from '../../ui/Notice.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import { BulkControls, BulkProgress, ProblemTable } from '../bulk/BulkProgress.tsx'
import { useBulkChange } from '../bulk/use-bulk-change.ts'
import { type BatchItem, batchBody } from '../queries.ts'
import type { Template } from '../templates/queries.ts'
import { toDraft } from '../templates/record-draft.ts'
import { TemplateChoice } from '../templates/TemplateChoice.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
import { byteOrderMark, csvLine } from '../ui/csv.ts'
import { download } from '../ui/download.ts'
import { Screen } from '../ui/Screen.tsx'
import { Table } from '../ui/Table.tsx'
import { ColumnsDialog } from './ColumnsDialog.tsx'
import { useFile } from './use-file.ts'

const route = getRouteApi('/console/domains/$chainId/$domain')

/** Names from a CSV file: read, looked at, sent in parts, with a report. Revocations of many names are shown here, too. */
export function ImportScreen() {
  const params = route.useParams()
  const ref = { domain: params.domain, chainId: Number(params.chainId) }
  const { bulk, problems, isRunning, waitSeconds, error, start, pause, dismiss, reload, fail } =
    useBulkChange(ref)
  const [template, setTemplate] = useState<Template>()
  const { rows, current, read, readAs, forget } = useFile(ref, {
    records: template && toDraft(template),
    onRead: reload,
    onError: fail,
  })
  const [isMapping, setIsMapping] = useState(false)
  const { preview = [], header } = current ?? {}
  const ignored = header?.ignored ?? []
  const isUnmapped = current !== undefined && current.preview === undefined
  const isDone = bulk !== undefined && bulk.sentChunks === bulk.chunks
  return (
    <Screen
      title={bulk?.kind === 'revoke' ? 'Revoke names' : 'Import names'}
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
        {error !== undefined && (
          <Notice tone="bad" title={bulk ? 'It has stopped.' : 'Nothing was read.'} isLive>
            {error} {bulk && 'What was sent is not sent again.'}
          </Notice>
        )}
        {waitSeconds !== undefined && (
          <Notice title="It continues by itself." isLive>
            The service has asked to wait for {waitSeconds} seconds: its limit of requests is reached.
          </Notice>
        )}
        {rows !== undefined && (
          <Notice title="Reading the file" isLive>
            {formatCount(rows)} rows so far.
          </Notice>
        )}
        {!bulk && (
          // Stays, so that pasted rows are there after a failure.
          <div hidden={rows !== undefined}>
            <div className="mb-6 max-w-sm empty:hidden">
              <TemplateChoice
                domain={ref}
                value={template}
                hint="Each name gets its records, except where the file has its own."
                onChange={setTemplate}
              />
            </div>
            <FileChoice onFile={read} />
          </div>
        )}
        {bulk && rows === undefined && (
          <>
            <BulkProgress bulk={bulk} />
            {ignored.length > 0 && !isDone && (
              <Notice title="Some columns are not read.">
                <span className="name-breaks">{ignored.slice(0, 10).join(', ')}</span>
                {ignored.length > 10 && ` and ${ignored.length - 10} more`}.
              </Notice>
            )}
            {header && !isDone && bulk.sentChunks === 0 && (
              <p>
                <Button size="dense" onClick={() => setIsMapping(true)}>
                  Choose the columns
                </Button>
              </p>
            )}
            <BulkControls
              bulk={bulk}
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
      {header && rows === undefined && (isUnmapped || isMapping) && (
        <ColumnsDialog
          header={header}
          problem={current?.problem}
          onChosen={(columns) => {
            setIsMapping(false)
            readAs(columns)
          }}
          onClose={() => {
            setIsMapping(false)
            if (isUnmapped) forget()
          }}
        />
      )}
    </Screen>
  )
}

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

/** The first rows, as they will be sent. */
function PreviewTable({ items }: { readonly items: readonly BatchItem[] }) {
  return (
    <Table
      caption={<b>The first rows</b>}
      columns={[
        { title: 'Name', cell: ({ label }) => label },
        { title: 'For', cell: (item) => shortAddress(addressOf(item)), className: 'mono' },
        { title: 'Records', cell: recordsOf },
      ]}
      rows={items}
      keyOf={({ label }) => label}
    />
  )
}

function addressOf(item: BatchItem): string {
  if (item.action === 'reserve') return item.ethAddress
  if (item.action !== 'issue') return ''
  return item.addresses?.find(({ coinType }) => coinType === 60)?.address ?? ''
}

function recordsOf(item: BatchItem): string {
  if (item.action === 'reserve') return 'reserved'
  if (item.action !== 'issue') return ''
  const count = (item.addresses?.length ?? 0) + (item.text?.length ?? 0) + (item.contentHash ? 1 : 0)
  return `${count}`
}
