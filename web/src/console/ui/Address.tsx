import { CopyButton } from '../../ui/CopyButton.tsx'
import { shortAddress } from '../../ui/short-address.ts'

/** The whole one on hover, for screen readers, and to copy. */
export function Address({ value }: { readonly value: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span className="mono text-sm" title={value}>
        {shortAddress(value)}
      </span>
      <CopyButton size="dense" text={value} subject={value} />
    </span>
  )
}
