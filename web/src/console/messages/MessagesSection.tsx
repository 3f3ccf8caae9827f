import type { components } from '@byname/sdk/openapi'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import type { DomainRef } from '../queries.ts'
import { ErrorState } from '../ui/Query.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { MessageDialog } from './MessageDialog.tsx'
import { messagesQuery } from './queries.ts'

interface MessagesSectionProps {
  readonly domain: DomainRef
  readonly name: components['schemas']['Name']
  readonly label: string
  readonly mayEdit: boolean
}

/** What was left for the holder of the open name, and whether it was dismissed. */
export function MessagesSection({ domain, name, label, mayEdit }: MessagesSectionProps) {
  const [isWriting, setIsWriting] = useState(false)
  const { data, error, refetch } = useQuery(messagesQuery(name.ens, domain.chainId))
  if (error)
    return <ErrorState title="The messages were not read." error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const mayWrite = mayEdit && name.state === 'claimed' && name.holder !== null
  if (data.length === 0 && !mayWrite) return null
  return (
    <section aria-label="Messages" className="border-line mt-6 grid gap-3 border-t pt-4">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">Messages</h3>
        {mayWrite && (
          <Button size="dense" aria-label="Leave a message for the holder" onClick={() => setIsWriting(true)}>
            Message
          </Button>
        )}
      </div>
      {data.length === 0 ? (
        <p className="text-soft text-sm">None. Its holder alone would read them, on the page “My names”.</p>
      ) : (
        <ul className="grid gap-3">
          {data.map(({ id, text, createdAt, dismissedAt, holder }) => (
            <li key={id} className="border-edge border-s-2 ps-3 text-sm">
              <p dir="auto" className="name-breaks">
                {text}
              </p>
              <p className="text-soft mt-1">
                Left <RelativeTime iso={createdAt} />
                {holder !== name.holder && (
                  <>
                    {' '}
                    for a former holder, <span className="mono">{shortAddress(holder)}</span>
                  </>
                )}
                .{' '}
                {dismissedAt === null ? (
                  'Not dismissed yet.'
                ) : (
                  <>
                    Dismissed by the holder <RelativeTime iso={dismissedAt} />.
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      {isWriting && <MessageDialog domain={domain} labels={[label]} onClose={() => setIsWriting(false)} />}
    </section>
  )
}
