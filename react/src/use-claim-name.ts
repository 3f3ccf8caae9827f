import { BynameError, type ClaimOutcome, type RecordsInput } from '@byname/sdk'
import { useState } from 'react'
import { useByname } from './context.ts'
import { explainError } from './errors.ts'
import type { Messages } from './messages.ts'
import { useAvailability } from './use-availability.ts'
import { useClaim } from './use-claim.ts'

export interface ClaimNameOptions {
  /** Written with the name. */
  readonly records?: RecordsInput | undefined
  /** Secret of an invitation link. */
  readonly invitation?: string | undefined
  /** A token of the wallet, where the policy counts tokens. */
  readonly tokenId?: string | undefined
  readonly onClaimed?: ((outcome: ClaimOutcome) => unknown) | undefined
}

/** What is known of the label that is typed. */
export type LabelState =
  | { readonly kind: 'empty' | 'looking' | 'free' }
  /** Perhaps for this wallet: the claim accepts a reservation. */
  | { readonly kind: 'reserved'; readonly reason: string }
  | { readonly kind: 'taken' | 'refused'; readonly reason: string }
  /** No response. */
  | { readonly kind: 'failed'; readonly reason: string }

/** A form that claims a name of a domain, without its look. */
export interface ClaimNameState {
  readonly label: string
  readonly setLabel: (label: string) => void
  /** As it will be; undefined while nothing is typed. */
  readonly name: string | undefined
  readonly state: LabelState
  /** Labels in place of one that is not available. */
  readonly suggestions: readonly string[]
  readonly hasWallet: boolean
  /** While the wallet signs and the service issues. */
  readonly isClaiming: boolean
  /** Why the last attempt failed, in words; undefined after the label was changed. */
  readonly problem: string | undefined
  /** Undefined until the name is claimed. */
  readonly outcome: ClaimOutcome | undefined
  /** Resolves when the attempt has ended; never rejects. Does nothing for a label that cannot be claimed. */
  readonly claim: () => Promise<void>
  /** For another name. */
  readonly reset: () => void
}

export function useClaimName(domain: string, options: ClaimNameOptions = {}): ClaimNameState {
  const { onClaimed, ...input } = options
  const { messages, wallet } = useByname()
  const [label, setLabel] = useState('')
  const claiming = useClaim()
  const name = label === '' ? undefined : `${label.toLowerCase()}.${domain}`
  const hasDot = label.includes('.')
  const { data, error } = useAvailability(hasDot ? undefined : name, { suggestions: 3 })
  const state = stateOf({ name, hasDot, data, error, messages })
  const claim = async () => {
    if (name === undefined || claiming.isPending || state.kind === 'taken' || state.kind === 'refused') return
    // Its error is `problem`.
    const outcome = await claiming.mutateAsync({ name, ...input }).catch(() => undefined)
    if (outcome) onClaimed?.(outcome)
  }
  const change = (text: string) => {
    setLabel(withoutDomain(text.trim(), domain))
    claiming.reset()
  }
  return {
    label,
    setLabel: change,
    name,
    state,
    suggestions: (data?.suggestions ?? []).map((suggested) => suggested.slice(0, -domain.length - 1)),
    hasWallet: wallet !== undefined,
    isClaiming: claiming.isPending,
    problem: claiming.error ? explainError(claiming.error, messages) : undefined,
    outcome: claiming.data,
    claim,
    reset: () => change(''),
  }
}

/** What is pasted may be a whole name. */
function withoutDomain(text: string, domain: string): string {
  return text.toLowerCase().endsWith(`.${domain}`) ? text.slice(0, -domain.length - 1) : text
}

interface Found {
  readonly name: string | undefined
  readonly hasDot: boolean
  readonly data: ReturnType<typeof useAvailability>['data']
  readonly error: Error | null
  readonly messages: Messages
}

function stateOf({ name, hasDot, data, error, messages }: Found): LabelState {
  if (name === undefined) return { kind: 'empty' }
  if (hasDot) return { kind: 'refused', reason: messages.hasDot }
  if (error)
    return isOfLabel(error)
      ? { kind: 'refused', reason: messages.badCharacter }
      : { kind: 'failed', reason: explainError(error, messages) }
  if (!data) return { kind: 'looking' }
  if (data.isAvailable) return { kind: 'free' }
  const { rule = 'taken', reason, state } = data
  const taken = messages.taken(name)
  if (state === 'reserved') return { kind: 'reserved', reason: messages.reservedName(name) }
  if (rule === 'taken') return { kind: 'taken', reason: taken }
  return { kind: 'refused', reason: messages.rules[rule] ?? reason ?? taken }
}

/** Refused by the service, or by `normalize` of the app, such as a label with a character that names do not have. */
function isOfLabel(error: Error): boolean {
  return !(error instanceof BynameError) || error.status === 400
}
