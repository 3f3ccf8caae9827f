import { LazyChart } from '../console/ui/LazyChart.tsx'
import { Table } from '../console/ui/Table.tsx'
import { Card } from '../ui/Card.tsx'
import { NameWithAvatar } from '../ui/NameTitle.tsx'
import { Sparkline } from '../ui/Sparkline.tsx'

const hours = Array.from({ length: 48 }, (_, hour) => hour)
const times = hours.map((hour) => 1_790_000_000 + hour * 3600)
const lookups = hours.map((hour) => Math.round(900 + 500 * Math.sin(hour / 4) + hour * 12))
const series = [{ title: 'Lookups', color: '--accent-text', values: lookups }]

const rows = [
  { name: 'marina.acme.eth', records: 8, lookups: 412 },
  { name: 'gus.acme.eth', records: 4, lookups: 96 },
  { name: 'مريم.acme.eth', records: 1, lookups: 8 },
]

export function Charts() {
  return (
    <Card title="Lookups by hour" className="min-w-0">
      <LazyChart label="Lookups by hour, at most 1,964" times={times} series={series} />
      <div className="-mx-5 mt-4 -mb-5 overflow-hidden rounded-b-lg">
        <Sparkline label="Names in seven days: 1,284" values={[3, 4, 4, 6, 5, 9, 10, 9, 11, 14, 13, 17]} />
      </div>
    </Card>
  )
}

export function Rows() {
  return (
    <Card title="Table" className="min-w-0 md:col-span-2">
      <Table
        caption="Three names"
        columns={[
          { title: 'Name', cell: ({ name }) => <NameWithAvatar name={name} /> },
          { title: 'Records', cell: ({ records }) => records, className: 'tabular-nums' },
          { title: 'Lookups, 7 days', cell: (row) => row.lookups, className: 'tabular-nums' },
        ]}
        rows={rows}
        keyOf={({ name }) => name}
      />
    </Card>
  )
}
