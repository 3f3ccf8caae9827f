import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import type { ApiRequest } from './queries.ts'
import { statusWords } from './status-words.ts'

interface RequestRowProps {
  readonly request: ApiRequest
  /** Undefined until the keys are read. */
  readonly keyName: string | undefined
}

/** A request; opened, all that the log has of it. */
export function RequestRow({ request, keyName }: RequestRowProps) {
  const { method, path, status, error, durationMs, time } = request
  return (
    <li className="border-line @container border-b">
      <details className="group">
        <summary className="hover:bg-hover flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm transition-colors @2xl:flex-nowrap @2xl:gap-x-4">
          <ChevronRight
            aria-hidden
            className="text-faint size-4 shrink-0 transition-transform group-open:rotate-90 rtl:rotate-180"
          />
          <Badge tone={toneOf(status)} className="min-w-12 justify-center">
            {status}
          </Badge>
          <span className="min-w-0 flex-1">
            <span className="mono break-all">
              <span className="text-soft">{method}</span> {path}
            </span>
            {error !== null && <span className="text-bad block">{error}</span>}
          </span>
          <span className="text-soft flex w-full flex-wrap gap-x-4 ps-7 @2xl:w-auto @2xl:flex-nowrap @2xl:ps-0">
            <span className="name-breaks @2xl:w-32 @2xl:truncate" title={keyName}>
              {keyName}
            </span>
            <span className="ms-auto text-end whitespace-nowrap max-[18rem]:whitespace-normal tabular-nums @2xl:w-16">
              {formatCount(durationMs)} ms
            </span>
            <span className="text-end @2xl:w-28">
              <RelativeTime iso={time} />
            </span>
          </span>
        </summary>
        <RequestDetails request={request} keyName={keyName} />
      </details>
    </li>
  )
}

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'long' })

function RequestDetails({ request, keyName }: RequestRowProps) {
  const { method, path, operation, status, error, durationMs, requestId, keyId, time } = request
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-2 ps-7 pt-1 pb-4 text-sm md:grid-cols-[9rem_minmax(0,1fr)]">
      <Fact title="Operation">{operation ?? 'None of the interface has this path.'}</Fact>
      <Fact title="Request">
        <span className="mono break-all">
          {method} {path}
        </span>
      </Fact>
      <Fact title="Response">
        {status}: {statusWords(status)}
      </Fact>
      {error !== null && (
        <Fact title="Error">
          <a
            href={`/guide/errors/#${error.toLowerCase()}`}
            target="_blank"
            rel="noreferrer"
            className="underline underline-offset-4"
          >
            {error}
          </a>
        </Fact>
      )}
      <Fact title="Time">{exact.format(new Date(time))}</Fact>
      <Fact title="Duration">{formatCount(durationMs)} ms</Fact>
      <Fact title="API key">{keyName ?? `a key that is gone: ${keyId}`}</Fact>
      <Fact title="Request id">
        <span className="mono break-all">{requestId}</span>
        <CopyButton size="dense" text={requestId} subject="the request id" />
      </Fact>
    </dl>
  )
}

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-subgrid md:col-span-2">
      <dt className="text-soft">{title}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-1">{children}</dd>
    </div>
  )
}

function toneOf(status: number): 'good' | 'warn' | 'bad' {
  if (status >= 500) return 'bad'
  return status >= 400 ? 'warn' : 'good'
}
