import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Row } from '../ui/Rows.tsx'
import { StateMark } from '../ui/StateMark.tsx'
import { useSave } from '../ui/use-save.ts'
import { type ApiKey, keysPath, keysQuery, stateOf } from './queries.ts'
import { RotateKeyDialog } from './RotateKeyDialog.tsx'

const tones = { valid: 'good', revoked: 'neutral', expired: 'neutral' } as const

export function KeyRow({ apiKey }: { readonly apiKey: ApiKey }) {
  const [open, setOpen] = useState<'rotate' | 'revoke'>()
  const { name, prefix, scopes, domains, origins, expiresAt, lastUsedAt } = apiKey
  const state = stateOf(apiKey)
  const limits = [
    ...(domains ? [`${domains.length} ${domains.length === 1 ? 'domain' : 'domains'}`] : []),
    ...(origins ?? []),
  ]
  return (
    <Row>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <div className="min-w-[min(100%,12rem)] flex-1">
          <p className="name-breaks font-medium">{name}</p>
          <p className="text-soft name-breaks text-sm">
            <span className="mono">{prefix}…</span> {scopes.join(', ')}
            {limits.length > 0 && `, only ${limits.join(', ')}`}
          </p>
        </div>
        <p className="text-soft w-44 max-w-full text-sm">
          {lastUsedAt ? (
            <>
              Used <RelativeTime iso={lastUsedAt} />
            </>
          ) : (
            'Never used'
          )}
          {state === 'valid' && expiresAt && (
            <>
              , ends <RelativeTime iso={expiresAt} />
            </>
          )}
        </p>
        <span className="w-20">
          <StateMark tone={tones[state]}>{state}</StateMark>
        </span>
        <span className="flex w-40 max-w-full flex-wrap justify-end gap-1">
          {state === 'valid' && (
            <>
              <Button
                size="dense"
                look="quiet"
                aria-label={`Replace ${name}`}
                onClick={() => setOpen('rotate')}
              >
                Replace
              </Button>
              <Button
                size="dense"
                look="quiet"
                aria-label={`Revoke ${name}`}
                onClick={() => setOpen('revoke')}
              >
                Revoke
              </Button>
            </>
          )}
        </span>
      </div>
      {open === 'rotate' && <RotateKeyDialog apiKey={apiKey} onClose={() => setOpen(undefined)} />}
      {open === 'revoke' && <RevokeKeyDialog apiKey={apiKey} onClose={() => setOpen(undefined)} />}
    </Row>
  )
}

const path = `${keysPath}/{keyId}` as const

interface RevokeKeyDialogProps {
  readonly apiKey: ApiKey
  readonly onClose: () => void
}

function RevokeKeyDialog({ apiKey: { id, name, workspaceId }, onClose }: RevokeKeyDialogProps) {
  const params = { path: { workspaceId, keyId: id } }
  const revoke = useSave({
    save: () => unwrap(api.DELETE(path, { params })),
    done: 'The key is revoked.',
    changes: [keysQuery(workspaceId).queryKey],
    onSaved: onClose,
  })
  return (
    <ConfirmDialog
      name="revoke-key"
      title={`Revoke ${name}`}
      action="Revoke the key"
      call={{ method: 'DELETE', path, params: params.path }}
      onConfirm={() => revoke.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>Programs that use it are refused from now on. This cannot be undone.</p>
    </ConfirmDialog>
  )
}
