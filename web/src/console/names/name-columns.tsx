import { type ColumnDef, tableFeatures } from '@tanstack/react-table'
import { Globe, TextAlignStart, Wallet } from 'lucide-react'
import { Badge } from '../../ui/Badge.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { shortAddress } from '../../ui/short-address.ts'
import { TagList } from '../notes/TagList.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import type { NameRow, NameStatistics } from './queries.ts'

export const features = tableFeatures({})

interface TableRow extends NameRow {
  /** Undefined while they are read. */
  readonly statistics: NameStatistics | undefined
}

/** Beside the name, which opens the row. */
export const allColumns: ColumnDef<typeof features, TableRow>[] = [
  {
    id: 'tags',
    header: 'Tags',
    cell: ({ row: { original } }) => <TagList tags={original.tags} max={2} />,
  },
  {
    id: 'holder',
    header: 'Holder',
    cell: ({ row: { original } }) =>
      original.holder && (
        <span className="mono" title={original.holder}>
          {shortAddress(original.holder)}
        </span>
      ),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ row: { original } }) => (original.isClaimed ? 'Claimed' : <Badge tone="warn">Reserved</Badge>),
  },
  {
    id: 'records',
    header: 'Records',
    cell: ({ row: { original } }) => <RecordCounts {...original.records} />,
  },
  {
    id: 'claimed',
    header: 'Claimed',
    cell: ({ row: { original } }) => original.claimedAt && <RelativeTime iso={original.claimedAt} />,
  },
  {
    id: 'lookups',
    header: 'Lookups',
    cell: ({ row: { original } }) => original.statistics && formatCount(original.statistics.lookups),
  },
  {
    id: 'looked-up',
    header: 'Last lookup',
    cell: ({ row: { original } }) =>
      original.statistics &&
      (original.statistics.lastLookup === null ? (
        'Never'
      ) : (
        <RelativeTime iso={original.statistics.lastLookup} />
      )),
  },
]

/** By kind; the kinds that a name has none of are left out. */
function RecordCounts({ addresses, texts, contentHash }: NameRow['records']) {
  const kinds = [
    { title: 'Addresses', count: addresses.length, Drawing: Wallet },
    { title: 'Texts', count: texts.length, Drawing: TextAlignStart },
    { title: 'Sites', count: contentHash ? 1 : 0, Drawing: Globe },
  ]
  return (
    <span className="flex gap-2.5">
      {kinds.map(
        ({ title, count, Drawing }) =>
          count > 0 && (
            <span key={title} title={`${title}: ${count}`} className="inline-flex items-center gap-1">
              <Drawing aria-hidden className="text-faint size-3.5" />
              <span className="sr-only">{title}: </span>
              {count}
            </span>
          ),
      )}
    </span>
  )
}
