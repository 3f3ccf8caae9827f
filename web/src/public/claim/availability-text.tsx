import type { ReactNode } from 'react'
import { serviceOrigin } from '../../api/service-origin.ts'
import { t, tNodes } from '../../text/messages.ts'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { isOfPasskey } from './use-claim-form.ts'
import type { ShownAvailability } from './use-label-availability.ts'

interface AvailabilityText {
  readonly text: ReactNode
  readonly tone: 'soft' | 'good' | 'warn' | 'bad'
}

/** `hint`: as long as nothing is typed. */
export function availabilityText(availability: ShownAvailability, hint: string): AvailabilityText {
  switch (availability.kind) {
    case 'none':
      return { text: hint, tone: 'soft' }
    case 'asking':
      return { text: t('claim.looking'), tone: 'soft' }
    case 'free':
      return { text: t('claim.free'), tone: 'good' }
    case 'kept':
      return isOfPasskey(availability)
        ? { text: t('sealed.of-passkey'), tone: 'warn' }
        : { text: t('claim.kept'), tone: 'good' }
    case 'reserved':
      return { text: t('claim.reserved'), tone: 'warn' }
    case 'taken':
      return { text: tNodes('claim.taken', { name: takenName(availability.name) }), tone: 'bad' }
    case 'refused':
      return { text: availability.reason, tone: 'bad' }
    case 'failed':
      return { text: availability.reason, tone: 'warn' }
  }
}

function takenName(name: string): ReactNode {
  return (
    <a
      key="name"
      href={`${serviceOrigin}/n/${encodeURIComponent(name)}`}
      className="underline underline-offset-4"
    >
      <NameTitle name={name} />
    </a>
  )
}

interface ClaimButtonTextProps {
  readonly availability: ShownAvailability
  /** As it is typed; empty without a label. */
  readonly name: string
  readonly isConnected: boolean
}

export function ClaimButtonText({ availability, name, isConnected }: ClaimButtonTextProps): ReactNode {
  const { kind } = availability
  if (isOfPasskey(availability)) return t('sealed.with-passkey')
  if (kind === 'reserved' && !isConnected) return t('claim.connect')
  if (kind === 'kept') return t('claim.accept')
  if (name === '' || kind === 'refused' || kind === 'taken' || kind === 'reserved') return t('claim.action')
  return (
    <span className="min-w-0">
      {tNodes('claim.action-name', { name: <NameTitle key="name" name={name} isPlain /> })}
    </span>
  )
}
