import { type ColumnDef, tableFeatures } from '@tanstack/react-table'
import { shortAddress } from '../../ui/short-address.ts'
import type { NameRow } from '../queries/names.ts'
import { RelativeTime } from '../ui/RelativeTime.tsx'

export const features = tableFeatures({})

/** Beside the name, which opens the row; hidden where there is no room. */
export const columns: ColumnDef<typeof features, NameRow>[] = [
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
    cell: ({ row: { original } }) => (original.isClaimed ? 'Claimed' : 'Reserved'),
  },
  {
    id: 'records',
    header: 'Records',
    cell: ({ row: { original } }) => countRecords(original),
  },
  {
    id: 'since',
    header: 'Claimed',
    cell: ({ row: { original } }) => original.claimedAt && <RelativeTime iso={original.claimedAt} />,
  },
]

function countRecords({ records }: NameRow): number {
  return records.texts.length + records.addresses.length + (records.contentHash ? 1 : 0)
}
