import { CopyButton } from '../../ui/CopyButton.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { shortAddress } from '../../ui/short-address.ts'

interface AddressProps {
  readonly value: string
  /** Its primary name, beside it: names can look alike. */
  readonly name?: string | undefined
}

/** The whole one on hover, for screen readers, and to copy. */
export function Address({ value, name }: AddressProps) {
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-1">
      {name && (
        <span className="me-1 font-medium">
          <NameTitle name={name} isPlain />
        </span>
      )}
      <span className="mono text-sm" title={value}>
        {shortAddress(value)}
      </span>
      <CopyButton size="dense" text={value} subject={value} />
    </span>
  )
}
