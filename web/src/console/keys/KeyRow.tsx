import { ArrowRightLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Row } from '../ui/Rows.tsx'
import { StateMark } from '../ui/StateMark.tsx'
import { useSave } from '../ui/use-save.ts'
import { LastKeyNotice } from './LastKeyNotice.tsx'
import { type ApiKey, keysPath, keysQuery, stateOf } from './queries.ts'
import { RotateKeyDialog } from './RotateKeyDialog.tsx'
import { describeRights } from './rights.ts'

const states = {
  valid: { tone: 'good', title: 'Works' },
  revoked: { tone: 'neutral', title: 'Revoked' },
  expired: { tone: 'neutral', title: 'Ended' },
} as const

interface KeyRowProps {
  readonly apiKey: ApiKey
  /** By id. */
  readonly domainNames: ReadonlyMap<string, string>
  /** The one that it replaces; undefined: none. */
  readonly replaced: ApiKey | undefined
  /** The one that replaces it; undefined: none. */
  readonly replacement: ApiKey | undefined
}

export function KeyRow({ apiKey, domainNames, replaced, replacement }: KeyRowProps) {
  const [open, setOpen] = useState<'rotate' | 'revoke'>()
  const { name, prefix, origins, expiresAt, lastUsedAt } = apiKey
  const state = stateOf(apiKey)
  const title = useRef<HTMLParagraphElement>(null)
  const isRevokedHere = useRef(false)
  useEffect(() => {
    // The button that had the focus is gone.
    if (state === 'revoked' && isRevokedHere.current) title.current?.focus()
  }, [state])
  return (
    <Row>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <div className="min-w-[min(100%,12rem)] flex-1">
          <p ref={title} tabIndex={-1} className="name-breaks font-medium">
            {name}
            <span className="text-soft mono ms-2 text-sm font-normal">{prefix}…</span>
          </p>
          <p className="text-soft name-breaks text-sm">
            {describeRights(apiKey, domainNames)}
            {origins && ` Only on ${origins.join(', ')}.`}
          </p>
          {replacement && <Relation words="Replaced by" other={replacement} />}
          {replaced && (
            <Relation words="Replaces" other={replaced}>
              {replaced.expiresAt !== null && (
                <>
                  , which {stateOf(replaced) === 'valid' ? 'ends' : 'ended'}{' '}
                  <RelativeTime iso={replaced.expiresAt} />
                </>
              )}
            </Relation>
          )}
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
          <StateMark tone={states[state].tone}>{states[state].title}</StateMark>
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
      {open === 'revoke' && (
        <RevokeKeyDialog
          apiKey={apiKey}
          onRevoked={() => {
            isRevokedHere.current = true
            setOpen(undefined)
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Row>
  )
}

interface RelationProps {
  readonly words: string
  readonly other: ApiKey
  readonly children?: ReactNode
}

/** `Replaces byname_0F2wC…`. */
function Relation({ words, other: { prefix }, children }: RelationProps) {
  return (
    <p className="text-soft flex flex-wrap items-baseline text-sm">
      <ArrowRightLeft aria-hidden className="me-1.5 size-3.5 self-center" />
      <span className="name-breaks">
        {words} <span className="mono">{prefix}…</span>
        {children}
      </span>
    </p>
  )
}

const path = `${keysPath}/{keyId}` as const

interface RevokeKeyDialogProps {
  readonly apiKey: ApiKey
  readonly onRevoked: () => void
  readonly onClose: () => void
}

function RevokeKeyDialog({ apiKey, onRevoked, onClose }: RevokeKeyDialogProps) {
  const { id, name, workspaceId } = apiKey
  const params = { path: { workspaceId, keyId: id } }
  const revoke = useSave({
    save: () => unwrap(api.DELETE(path, { params })),
    done: 'The key is revoked.',
    changes: [keysQuery(workspaceId).queryKey],
    onSaved: onRevoked,
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
      <LastKeyNotice apiKey={apiKey} />
      <p>Programs that use it are refused from now on. This cannot be undone.</p>
    </ConfirmDialog>
  )
}
