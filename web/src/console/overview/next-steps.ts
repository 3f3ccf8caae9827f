import type { components } from '@byname/sdk/openapi'
import type { KeptStep } from './kept-steps.ts'

/** What is known of a domain; undefined: not known, or not for this role. */
export interface StepFacts {
  readonly isConfigured: boolean | undefined
  readonly names: number | undefined
  readonly claims: components['schemas']['Policy']['claims'] | undefined
  readonly members: number | undefined
  readonly webhooks: number | undefined
  readonly kept: ReadonlySet<KeptStep>
}

export type StepId = 'point' | 'issue' | 'arrive' | 'claims' | 'share' | 'invite' | 'webhook' | 'export'

export interface NextStep {
  readonly id: StepId
  readonly title: string
  readonly words: string
  readonly isDone: boolean
}

/** What an owner does with a new domain, in this order. Steps of which nothing is known are left out. */
export function nextStepsOf(domain: string, facts: StepFacts): readonly NextStep[] {
  const { isConfigured, names, claims, members, webhooks, kept } = facts
  const step = (
    id: StepId,
    isDone: boolean | undefined,
    title: string,
    words: string,
  ): readonly NextStep[] => (isDone === undefined ? [] : [{ id, title, words, isDone }])
  const isOpen = claims === undefined ? undefined : claims !== 'closed'
  return [
    ...step(
      'point',
      isConfigured,
      `Point ${domain} at this service`,
      'Until then, no wallet finds its names.',
    ),
    ...step(
      'issue',
      names === undefined ? undefined : names > 0,
      'Give the first name',
      'It resolves at once.',
    ),
    ...(names === 0
      ? step(
          'arrive',
          false,
          'Bring names here',
          'If they are at another service now. They resolve all the while.',
        )
      : []),
    ...step('claims', isOpen, 'Open claims', 'Members take their names themselves.'),
    ...step(
      'share',
      isOpen ? kept.has('shared') : undefined,
      'Share the claim page',
      'A link and a QR code for your members.',
    ),
    ...step(
      'invite',
      members === undefined ? undefined : members > 1,
      'Invite a colleague',
      'Someone else who can give and revoke names.',
    ),
    ...step(
      'webhook',
      webhooks === undefined ? undefined : webhooks > 0,
      'Add a webhook',
      'Your programs learn of each new name.',
    ),
    ...step('export', kept.has('exported'), 'Keep an export', 'Your names as a file, so that you can leave.'),
  ]
}
