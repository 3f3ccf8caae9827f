import { NameTitle } from '../../ui/NameTitle.tsx'
import type { HeldName } from './list-names.ts'

export function NameRow({ name: { ens, chainId } }: { readonly name: HeldName }) {
  return (
    <li>
      <a
        href={`/n/${encodeURIComponent(ens)}?chainId=${chainId}`}
        className="hover:bg-raised flex min-h-14 flex-wrap items-center justify-between gap-x-4 rounded px-2 py-3"
      >
        <span className="text-lg font-semibold">
          <NameTitle name={ens} />
        </span>
        {chainId !== 1 && <span className="text-soft text-sm">Test network</span>}
      </a>
    </li>
  )
}
