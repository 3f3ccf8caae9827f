import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Table } from '../ui/Table.tsx'
import { describeActor, describeField, describeType, describeValue } from './describe-event.ts'
import type { Event } from './events-query.ts'

/** What happened and who did it; opened, each value before and after. */
export function EventRow({ event }: { readonly event: Event }) {
  const { type, name, actor, time, changes } = event
  const changed = changes.filter(({ before, after }) => describeValue(before) !== describeValue(after))
  const summary = (
    <>
      <span className="min-w-0 flex-1">
        {name && <bdi className="name-breaks font-medium">{name}</bdi>} {describeType(type)}
      </span>
      <span className="text-soft text-sm">{describeActor(actor)}</span>
      <span className="text-soft w-28 text-end text-sm">
        <RelativeTime iso={time} />
      </span>
    </>
  )
  const shape = 'flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5'
  if (changed.length === 0) return <li className={`border-line border-b ${shape}`}>{summary}</li>
  return (
    <li className="border-line border-b">
      <details>
        <summary className={shape}>{summary}</summary>
        <div className="overflow-x-auto pb-4">
          <Table
            caption={`${type}, ${time}`}
            columns={[
              { title: 'Field', cell: describeField, className: 'w-48' },
              { title: 'Before', cell: ({ before }) => describeValue(before), className: 'mono' },
              { title: 'After', cell: ({ after }) => describeValue(after), className: 'mono' },
            ]}
            rows={changed}
            keyOf={({ field, key }) => `${field} ${key}`}
          />
        </div>
      </details>
    </li>
  )
}
