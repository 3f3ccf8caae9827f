import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Pages } from '../ui/Pages.tsx'
import { Rows } from '../ui/Rows.tsx'
import { Empty, Screen } from '../ui/Screen.tsx'
import { LinkRow } from './LinkRow.tsx'
import { NewInvitationDialog } from './NewInvitationDialog.tsx'
import { linksQuery } from './queries.ts'

const route = getRouteApi('/console/domains/$chainId/$domain')

const filters = [
  { value: 'open', title: 'Open' },
  { value: 'all', title: 'All' },
] as const

/** Links whose bearers claim a name with any wallet. */
export function InvitationsScreen() {
  const { domain, chainId } = route.useParams()
  const ref = { domain, chainId: Number(chainId) }
  const [shown, setShown] = useState<(typeof filters)[number]['value']>('open')
  const [isCreating, setIsCreating] = useState(false)
  const query = useInfiniteQuery(linksQuery(ref, shown))
  const createButton = (
    <Button size="dense" look="primary" aria-keyshortcuts="n" onClick={() => setIsCreating(true)}>
      <Plus aria-hidden className="size-4" />
      New invitation
    </Button>
  )
  return (
    <Screen title="Invitations" actions={createButton}>
      <p className="text-soft max-w-prose text-sm">
        A link lets the person who opens it claim a name with any wallet, also while claims are closed. Send
        it by mail, in a chat, or as a QR code.
      </p>
      <SegmentedControl
        label="Show invitations"
        className="mt-4 mb-2"
        value={shown}
        options={filters}
        onChange={setShown}
      />
      <Pages query={query} subject="the invitations">
        {(pages) => {
          const links = pages.flatMap(({ data }) => data)
          return links.length === 0 ? (
            <Empty title={shown === 'open' ? 'No open invitation.' : 'No invitation yet.'}>
              Make one for a person whose address you do not know, or a hundred for a meetup.
            </Empty>
          ) : (
            <Rows>
              {links.map((link) => (
                <LinkRow key={link.id} link={link} domain={ref} />
              ))}
            </Rows>
          )
        }}
      </Pages>
      {isCreating && <NewInvitationDialog domain={ref} onClose={() => setIsCreating(false)} />}
    </Screen>
  )
}
