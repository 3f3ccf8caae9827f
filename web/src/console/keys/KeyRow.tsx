import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { StateMark } from '../ui/StateMark.tsx'
import { type ApiKey, stateOf } from './keys-query.ts'
import { RevokeKeyDialog } from './RevokeKeyDialog.tsx'
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
    <li className="border-line flex flex-wrap items-center gap-x-6 gap-y-1 border-b py-3">
      <div className="min-w-48 flex-1">
        <p className="name-breaks font-medium">{name}</p>
        <p className="text-soft name-breaks text-sm">
          <span className="mono">{prefix}…</span> {scopes.join(', ')}
          {limits.length > 0 && `, only ${limits.join(', ')}`}
        </p>
      </div>
      <p className="text-soft w-44 text-sm">
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
      <span className="flex w-40 justify-end gap-1">
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
            <Button size="dense" look="quiet" aria-label={`Revoke ${name}`} onClick={() => setOpen('revoke')}>
              Revoke
            </Button>
          </>
        )}
      </span>
      {open === 'rotate' && <RotateKeyDialog apiKey={apiKey} onClose={() => setOpen(undefined)} />}
      {open === 'revoke' && <RevokeKeyDialog apiKey={apiKey} onClose={() => setOpen(undefined)} />}
    </li>
  )
}
