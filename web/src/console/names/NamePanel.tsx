import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { lazy, type ReactNode, Suspense, use, useLayoutEffect, useRef, useState } from 'react'
import { EditButton } from '../../public/name/EditButton.tsx'
import { imageUrl } from '../../public/name/records.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Accent } from '../../ui/accent.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { generatedBannerUrl } from '../../ui/generated-avatar-url.ts'
import { NameTitle } from '../../ui/NameTitle.tsx'
import type { ConnectedWallet } from '../../wallet/wallet.ts'
import { EventList } from '../activity/EventList.tsx'
import { instance } from '../instance.ts'
import { MessagesSection } from '../messages/MessagesSection.tsx'
import { NotesSection } from '../notes/NotesSection.tsx'
import { type DomainRef, domainKey } from '../queries.ts'
import { describeDraft, draftOfName } from '../templates/record-draft.ts'
import { TemplateDialog } from '../templates/TemplateDialog.tsx'
import { ErrorState, Skeleton } from '../ui/Query.tsx'
import { NameDetails } from './NameDetails.tsx'
import { nameQuery, namesKey } from './queries.ts'
import { RevokeDialog } from './RevokeDialog.tsx'
import { useRevokedLabels } from './revocations.ts'

interface NamePanelProps {
  readonly domain: DomainRef
  readonly label: string
  readonly mayEdit: boolean
  readonly onClose: () => void
}

/** That of the name's own page, with the holder's wallet. */
const Editor = lazy(() =>
  import('../../public/name/edit/Editor.tsx').then(({ Editor }) => ({ default: Editor })),
)

/** One name beside the list, or over it where there is no room. Only the holder's wallet edits and transfers it. */
export function NamePanel({ domain, label, mayEdit, onClose }: NamePanelProps) {
  const name = `${label}.${domain.domain}`
  const query = nameQuery(name, domain.chainId)
  const { data, error, refetch } = useQuery(query)
  const client = useQueryClient()
  const accent = use(Accent)
  const isRevoked = useRevokedLabels(domain).has(label)
  // Null when the name was edited.
  const [wallet, setWallet] = useState<ConnectedWallet | null>()
  // Once it has gone to another holder.
  const [transferred, setTransferred] = useState<ReactNode>()
  const [isRevoking, setIsRevoking] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const opener = document.activeElement
    const own = panel.current
    return () => {
      if (opener instanceof HTMLElement && own?.contains(document.activeElement)) opener.focus()
    }
  }, [])
  const readListAgain = () => void client.invalidateQueries({ queryKey: namesKey(domain) })
  return (
    <aside
      ref={panel}
      aria-label={name}
      className="bg-ground border-line absolute inset-0 z-20 overflow-y-auto border-s p-4 @3xl:static @3xl:w-96 @3xl:shrink-0"
      onKeyDown={({ key, target }) => {
        // In a dialog, it closes that one.
        if (key === 'Escape' && !(target instanceof Element && target.closest('dialog'))) onClose()
      }}
    >
      <div className="relative -mx-4 -mt-4 h-24">
        <img
          src={(data && imageUrl(data, 'header')) ?? generatedBannerUrl(name, accent)}
          alt=""
          className="bg-sunk size-full object-cover"
        />
        <Avatar
          name={name}
          src={data ? imageUrl(data, 'avatar') : null}
          size="lg"
          shape="square"
          className="border-ground absolute start-4 -bottom-6 border-2"
        />
        <IconButton
          label="Close"
          look="plain"
          size="dense"
          className="absolute end-4 top-4"
          onClick={onClose}
        >
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      <h2 className="mt-9 text-xl font-semibold tracking-tight">
        <NameTitle name={name} />
      </h2>
      {error && <ErrorState title="The name was not read." error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton label="Loading the name" lines={6} />}
      {!wallet && transferred}
      {data && !wallet && <NameDetails name={data.name} />}
      {data && wallet && (
        <Suspense fallback={<Skeleton label="Loading the editor" lines={8} />}>
          <Editor
            stored={data}
            wallet={wallet}
            onSaved={(saved) => {
              client.setQueryData(query.queryKey, saved)
              readListAgain()
            }}
            onReleased={() => {
              readListAgain()
              void client.invalidateQueries({ queryKey: domainKey(domain) })
              onClose()
            }}
            onClose={(notice) => {
              setTransferred(notice)
              setWallet(null)
            }}
          />
        </Suspense>
      )}
      {data && !wallet && (
        <div className="border-line mt-6 grid gap-3 border-t pt-4">
          {data.name.state === 'claimed' && !transferred && (
            <>
              <p className="text-soft text-sm">
                Its records, and to whom it belongs, are changed with the signature of its holder only.
              </p>
              <EditButton
                name={data.name}
                isSandbox={instance.isSandbox}
                onConnected={setWallet}
                takesFocus={wallet === null}
              />
            </>
          )}
          {isRevoked && <p role="status">Will be revoked.</p>}
          {mayEdit && !isRevoked && (
            <div className="flex flex-wrap gap-2">
              {describeDraft(draftOfName(data.name)) !== '' && (
                <Button size="dense" onClick={() => setIsSaving(true)}>
                  Save as a template
                </Button>
              )}
              <Button size="dense" onClick={() => setIsRevoking(true)}>
                Revoke…
              </Button>
            </div>
          )}
        </div>
      )}
      {data && !wallet && <NotesSection domain={domain} name={data.name.ens} mayEdit={mayEdit} />}
      {data && !wallet && (
        <MessagesSection domain={domain} name={data.name} label={label} mayEdit={mayEdit} />
      )}
      {data && !wallet && (
        <section aria-label="History" className="border-line mt-6 border-t pt-4">
          <h3 className="mb-1 font-semibold">History</h3>
          <EventList domain={domain} name={name} limit={10} />
        </section>
      )}
      {isSaving && data && (
        <TemplateDialog
          domain={domain}
          records={draftOfName(data.name)}
          from={{ label, domain: domain.domain }}
          onClose={() => setIsSaving(false)}
        />
      )}
      {isRevoking && (
        <RevokeDialog
          domain={domain}
          labels={[label]}
          onClose={() => setIsRevoking(false)}
          onRevoked={onClose}
        />
      )}
    </aside>
  )
}
