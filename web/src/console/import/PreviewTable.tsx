import { shortAddress } from '../../ui/short-address.ts'
import type { BatchItem } from '../queries/batches.ts'
import { Table } from '../ui/Table.tsx'

/** The first rows, as they will be sent. */
export function PreviewTable({ items }: { readonly items: readonly BatchItem[] }) {
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
