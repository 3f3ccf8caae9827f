import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../ui/Notice.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { loneliness } from './key-relations.ts'
import { type ApiKey, keysQuery } from './queries.ts'

/** Before the last key goes that works, or the last besides such that end soon. */
export function LastKeyNotice({ apiKey: { id, workspaceId } }: { readonly apiKey: ApiKey }) {
  const { data: keys = [] } = useQuery(keysQuery(workspaceId))
  const alone = loneliness(keys, id)
  if (!alone) return null
  if (alone.until === null)
    return (
      <Notice tone="warn" title="It is the last key that works.">
        Without it, no program has access to this workspace.
      </Notice>
    )
  return (
    <Notice
      tone="warn"
      title={
        <>
          All other keys have ended <RelativeTime iso={alone.until} />.
        </>
      }
    >
      From then on, no program has access to this workspace.
    </Notice>
  )
}
