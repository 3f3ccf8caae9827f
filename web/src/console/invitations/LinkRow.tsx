import { useState } from 'react'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { nameText } from '../../ui/name-text.ts'
import type { DomainRef } from '../queries.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Row } from '../ui/Rows.tsx'
import { StateMark } from '../ui/StateMark.tsx'
import { useSave } from '../ui/use-save.ts'
import { type InvitationLink, linksKey, linksPath } from './queries.ts'

const states = {
  open: { tone: 'good', word: 'Open' },
  'used-up': { tone: 'neutral', word: 'Used up' },
  expired: { tone: 'neutral', word: 'Expired' },
  revoked: { tone: 'neutral', word: 'Revoked' },
} as const

interface LinkRowProps {
  readonly link: InvitationLink
  readonly domain: DomainRef
}

export function LinkRow({ link, domain }: LinkRowProps) {
  const [isRevoking, setIsRevoking] = useState(false)
  const { label, note, uses, maxUses, state, createdAt, expiresAt } = link
  const { tone, word } = states[state]
  const subject = note || (label === null ? 'any name' : nameText(`${label}.${domain.domain}`))
  return (
    <Row>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <div className="min-w-[min(100%,12rem)] flex-1">
          <p className="name-breaks font-medium">
            {label === null ? 'Any name' : <NameTitle name={`${label}.${domain.domain}`} />}
          </p>
          <p className="text-soft name-breaks text-sm">
            {note && `${note} · `}made <RelativeTime iso={createdAt} />
          </p>
        </div>
        <p className="text-soft w-44 text-sm">
          <span className="tabular-nums">
            {uses} of {maxUses} used
          </span>
          {expiresAt && (
            <span className="block">
              {state === 'expired' ? 'ended ' : 'ends '}
              <RelativeTime iso={expiresAt} />
            </span>
          )}
        </p>
        <span className="w-24">
          <StateMark tone={tone}>{word}</StateMark>
        </span>
        <span className="flex w-20 justify-end">
          {state === 'open' && (
            <Button
              size="dense"
              look="quiet"
              aria-label={`Revoke the invitation: ${subject}`}
              onClick={() => setIsRevoking(true)}
            >
              Revoke
            </Button>
          )}
        </span>
      </div>
      {isRevoking && <RevokeDialog link={link} domain={domain} onClose={() => setIsRevoking(false)} />}
    </Row>
  )
}

const path = `${linksPath}/{linkId}` as const

interface RevokeDialogProps extends LinkRowProps {
  readonly onClose: () => void
}

function RevokeDialog({ link: { id, uses }, domain, onClose }: RevokeDialogProps) {
  const chainId = chainIdOf(domain.chainId)
  const params = { domain: domain.domain, linkId: id }
  const revoke = useSave({
    save: () => unwrap(api.DELETE(path, { params: { path: params, query: { chainId } } })),
    done: 'The invitation is revoked.',
    changes: [linksKey(domain)],
    onSaved: onClose,
  })
  return (
    <ConfirmDialog
      name="revoke-invitation"
      title="Revoke the invitation"
      action="Revoke"
      call={{ method: 'DELETE', path, params, query: { chainId } }}
      onConfirm={() => revoke.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>
        The claim page will say that the link was withdrawn. This cannot be undone, but you can make a new
        one.
      </p>
      {uses > 0 && <p>Names that were claimed with it stay.</p>}
    </ConfirmDialog>
  )
}
