import { ExternalLink } from 'lucide-react'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import type { DomainRef } from '../queries.ts'
import { claimUrl } from './claim-url.ts'

interface ShareDialogProps {
  readonly domain: DomainRef
  readonly onClose: () => void
}

/** What members need to find the claim page. */
export function ShareDialog({ domain, onClose }: ShareDialogProps) {
  const url = claimUrl(domain)
  return (
    <Dialog title="Share the claim page" onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-soft text-sm">
          Send the link, or print the code. Who may take a name, the rules of the page decide.
        </p>
        <p className="bg-sunk border-line flex items-center gap-2 rounded border py-1 ps-3 pe-1">
          <code className="mono name-breaks min-w-0 flex-1">{url}</code>
          <CopyButton text={url} subject="the link" />
        </p>
        <QrCode text={url} className="mx-auto w-56 max-w-full" />
        <LinkButton href={url} target="_blank">
          <ExternalLink aria-hidden className="size-4" />
          Open the claim page
        </LinkButton>
      </div>
    </Dialog>
  )
}
