import { Check, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ShareDialog } from '../claim-page/ShareDialog.tsx'
import { ExportDialog } from '../names/ExportDialog.tsx'
import type { DomainRef } from '../queries.ts'
import { Skeleton } from '../ui/Query.tsx'
import { ScreenButton } from '../ui/ScreenButton.tsx'
import { type KeptStep, keepStep } from './kept-steps.ts'
import type { NextStep, StepId } from './next-steps.ts'

interface NextStepsProps {
  readonly domain: DomainRef
  /** Both undefined while they are read. */
  readonly workspaceId: string | undefined
  readonly steps: readonly NextStep[] | undefined
  /** This browser knows more. */
  readonly onKept: () => void
}

/** A checklist that turns green by itself, and ends. */
export function NextSteps({ domain, workspaceId, steps, onKept }: NextStepsProps) {
  const [dialog, setDialog] = useState<'share' | 'export'>()
  const keep = (step: KeptStep) => {
    keepStep(domain, step)
    onKept()
  }
  const actions = workspaceId === undefined ? undefined : actionsOf(domain, workspaceId, setDialog)
  return (
    <Card
      title="What to do next"
      actions={
        <span className="text-soft flex items-center gap-1 text-sm">
          {steps && `${steps.filter(({ isDone }) => isDone).length} of ${steps.length}`}
          <IconButton size="dense" label="Hide this list" onClick={() => keep('hidden')}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </span>
      }
    >
      {!steps && <Skeleton label="Loading what to do next" lines={6} />}
      <ul className="divide-line divide-y">
        {steps?.map(({ id, title, words, isDone }) => (
          <li key={id} className="flex min-h-14 flex-wrap items-center gap-3 py-2">
            <StepMark isDone={isDone} />
            <div className="min-w-[min(100%,8rem)] flex-1">
              <p className={classNames('name-breaks', isDone ? 'text-soft' : 'font-medium')}>{title}</p>
              {!isDone && <p className="text-soft text-sm">{words}</p>}
            </div>
            {!isDone && actions?.[id]}
          </li>
        ))}
      </ul>
      {dialog === 'share' && (
        <ShareDialog
          domain={domain}
          onClose={() => {
            setDialog(undefined)
            keep('shared')
          }}
        />
      )}
      {dialog === 'export' && (
        <ExportDialog domain={domain} onExported={onKept} onClose={() => setDialog(undefined)} />
      )}
    </Card>
  )
}

function StepMark({ isDone }: { readonly isDone: boolean }) {
  return (
    <span
      className={classNames(
        'grid size-6 shrink-0 place-items-center rounded-full border',
        isDone ? 'bg-good text-raised border-transparent' : 'border-edge',
      )}
    >
      {isDone && <Check aria-hidden className="size-4" />}
      <span className="sr-only">{isDone ? 'Done' : 'To do'}</span>
    </span>
  )
}

function actionsOf(
  { domain, chainId }: DomainRef,
  workspaceId: string,
  open: (dialog: 'share' | 'export') => void,
): Readonly<Record<StepId, ReactNode>> {
  const params = { domain, chainId: `${chainId}` }
  return {
    point: (
      <ScreenButton
        size="dense"
        to="/console/workspaces/$workspaceId/add-domain"
        params={{ workspaceId }}
        search={params}
      >
        Continue
      </ScreenButton>
    ),
    issue: (
      <ScreenButton
        size="dense"
        to="/console/domains/$chainId/$domain/names"
        params={params}
        search={{ dialog: 'new' }}
      >
        New name
      </ScreenButton>
    ),
    arrive: (
      <ScreenButton size="dense" to="/console/domains/$chainId/$domain/arrive" params={params}>
        Bring them
      </ScreenButton>
    ),
    claims: (
      <ScreenButton size="dense" to="/console/domains/$chainId/$domain/claim-page" params={params}>
        Open
      </ScreenButton>
    ),
    share: (
      <Button size="dense" onClick={() => open('share')}>
        Share
      </Button>
    ),
    invite: (
      <ScreenButton size="dense" to="/console/workspaces/$workspaceId/members" params={{ workspaceId }}>
        Invite
      </ScreenButton>
    ),
    webhook: (
      <ScreenButton size="dense" to="/console/workspaces/$workspaceId/webhooks" params={{ workspaceId }}>
        Add
      </ScreenButton>
    ),
    export: (
      <Button size="dense" onClick={() => open('export')}>
        Export
      </Button>
    ),
  }
}
