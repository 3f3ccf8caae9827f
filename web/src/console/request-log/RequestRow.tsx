import { Badge } from '../../ui/Badge.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import type { ApiRequest } from './queries.ts'

interface RequestRowProps {
  readonly request: ApiRequest
  /** Undefined until the keys are read. */
  readonly keyName: string | undefined
}

export function RequestRow({ request, keyName }: RequestRowProps) {
  const { method, path, status, error, durationMs, requestId, time } = request
  return (
    <li className="border-line hover:bg-hover flex flex-wrap items-center gap-x-3 gap-y-1 border-b py-2 text-sm transition-colors md:flex-nowrap md:gap-x-4">
      <Badge tone={toneOf(status)} className="min-w-12 justify-center">
        {status}
      </Badge>
      <span className="min-w-0 flex-1">
        <span className="mono break-all">
          <span className="text-soft">{method}</span> {path}
        </span>
        {error !== null && <span className="text-bad block">{error}</span>}
      </span>
      <CopyButton size="dense" text={requestId} subject="the request id" />
      <span className="text-soft flex w-full gap-x-4 ps-[3.75rem] md:order-none md:w-auto md:ps-0">
        <span className="truncate md:w-32" title={keyName}>
          {keyName}
        </span>
        <span className="ms-auto text-end whitespace-nowrap max-[18rem]:whitespace-normal tabular-nums md:w-16">
          {formatCount(durationMs)} ms
        </span>
        <span className="text-end md:w-28">
          <RelativeTime iso={time} />
        </span>
      </span>
    </li>
  )
}

function toneOf(status: number): 'good' | 'warn' | 'bad' {
  if (status >= 500) return 'bad'
  return status >= 400 ? 'warn' : 'good'
}
