import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { importPart } from '../../api/import-part.ts'
import { type Action, useAction } from '../../form/use-action.ts'
import { connect } from '../../wallet/connect.ts'
import type { ConnectedWallet, Wallet } from '../../wallet/wallet.ts'
import type { DomainPage, VisitorPolicy } from '../page-data.ts'
import type { OpenInvitation } from './check-invitation.ts'
import type { Claimed } from './claim.ts'
import type { SealOfLabel } from './label-availability.ts'
import type { SealedClaim } from './seal/first-set.ts'
import { type ShownAvailability, useLabelAvailability } from './use-label-availability.ts'

interface ClaimFormOptions {
  readonly domain: DomainPage
  /** By which the name is claimed. */
  readonly invitation: OpenInvitation | undefined
  /** The label to begin with; empty: none. Read once the form is shown. */
  readonly firstLabel: () => string
  readonly onClaimed: (claimed: Claimed) => void
  /** Its link may have ended. */
  readonly onRefused: () => void
}

interface ClaimFormState {
  /** Uncontrolled: what is typed before the script arrives is kept. */
  readonly field: RefObject<HTMLInputElement | null>
  readonly tokenField: RefObject<HTMLInputElement | null>
  readonly label: string
  /** As it is typed; empty without a label. */
  readonly name: string
  readonly availability: ShownAvailability
  /** By an invitation. */
  readonly isFixed: boolean
  /** It was sent without a label. */
  readonly isMissing: boolean
  readonly isInvalid: boolean
  /** A wallet will be needed next. */
  readonly isPromising: boolean
  readonly needsTokenId: boolean
  readonly wallet: ConnectedWallet | undefined
  /** The wallets are shown. */
  readonly isChoosing: boolean
  readonly sending: Action
  /** A sealed name, whose holder reads and signs what claims it; undefined: none. */
  readonly sealedClaim: SealedClaim | undefined
  readonly closeSealedClaim: () => void
  /** After a refusal: it may be taken meanwhile, by others or by this wallet. */
  readonly recheck: () => void
  /** The text of the field has changed. */
  readonly type: () => void
  /** Takes one of the free names in place of what is typed. */
  readonly take: (name: string) => void
  readonly submit: () => Promise<void>
  readonly choose: (wallet: Wallet) => void
  readonly closeWallets: () => void
}

/** A label, a wallet, a signature: what the claim page and the element for other sites have in common. */
export function useClaimForm({
  domain,
  invitation,
  firstLabel,
  onClaimed,
  onRefused,
}: ClaimFormOptions): ClaimFormState {
  const [label, setLabel] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [wallet, setWallet] = useState<ConnectedWallet>()
  const [isChoosing, setIsChoosing] = useState(false)
  const [sealedClaim, setSealedClaim] = useState<SealedClaim>()
  const sending = useAction()
  const field = useRef<HTMLInputElement>(null)
  const tokenField = useRef<HTMLInputElement>(null)
  const shown = useRef<AbortController>(undefined)
  const first = useRef(firstLabel)
  const fixedLabel = invitation?.label ?? null
  const { availability, ask } = useLabelAvailability(label, domain, wallet?.address, invitation)
  useEffect(() => {
    const input = field.current
    if (!input) return
    // What was typed before the script arrived, or came with the link.
    if (input.value === '') input.value = first.current()
    if (fixedLabel !== null) input.value = fixedLabel
    setLabel(tidied(input, domain.name))
  }, [fixedLabel, domain.name])
  // At once: other effects end after the next picture.
  useLayoutEffect(() => {
    shown.current = new AbortController()
    return () => shown.current?.abort()
  }, [])
  const type = () => {
    if (field.current) setLabel(tidied(field.current, domain.name))
    setIsMissing(false)
    sending.forgetProblem()
  }
  const recheck = () => {
    onRefused()
    void ask()
  }
  const claimWith = async (connected: ConnectedWallet | undefined, { name, seal }: Claimable) => {
    const { assertClaimable, claim } = await importPart(() => import('./claim.ts'))
    const tokenId = tokenField.current?.value.trim()
    const signal = shown.current?.signal
    const { name: parent, chainId, policy } = domain
    const input = { name, domain: parent, chainId, policy, tokenId, invitation, signal }
    try {
      if (connected && dependsOnWallet(policy)) await assertClaimable(connected, input)
      if (seal) setSealedClaim({ ...input, seal })
      else if (connected) onClaimed(await claim(connected, input))
    } catch (error) {
      recheck()
      throw error
    }
  }
  const submit = async () => {
    const current =
      availability.kind === 'asking' || availability.kind === 'failed' ? await ask() : availability
    if (isOfPasskey(current)) return claimWith(undefined, current)
    const isConnecting = !wallet && (canClaim(current) || current.kind === 'reserved')
    if (isConnecting) return setIsChoosing(true)
    if (wallet && canClaim(current)) return claimWith(wallet, current)
    // The reason stands beside the field.
    setIsMissing(current.kind === 'none')
    field.current?.focus()
  }
  const choose = (chosen: Wallet) => {
    setIsChoosing(false)
    void sending.run(async () => {
      const connected = await connect(chosen)
      setWallet(connected)
      if (canClaim(availability)) await claimWith(connected, availability)
    })
  }
  const take = (name: string) => {
    const chosen = name.slice(0, -domain.name.length - 1)
    if (field.current) field.current.value = chosen
    type()
    field.current?.focus()
  }
  return {
    ...{ field, tokenField, label, availability, isMissing, wallet, isChoosing, sending, sealedClaim },
    ...{ type, take, submit, choose, recheck },
    name: 'name' in availability ? availability.name : label && `${label}.${domain.name}`,
    isFixed: fixedLabel !== null,
    isInvalid: isMissing || availability.kind === 'refused' || availability.kind === 'taken',
    isPromising: canClaim(availability) || availability.kind === 'reserved',
    needsTokenId:
      !invitation &&
      (availability.kind !== 'kept' || availability.seal !== undefined) &&
      domain.policy.tokenGate?.isOncePerToken === true,
    closeWallets: () => setIsChoosing(false),
    closeSealedClaim: () => setSealedClaim(undefined),
  }
}

/** What is typed, and what the field then has: no space around it, and of a whole name its first part. */
function tidied(input: HTMLInputElement, domain: string): string {
  const text = input.value.trim()
  const label = text.toLowerCase().endsWith(`.${domain}`) ? text.slice(0, -domain.length - 1) : text
  if (label !== input.value) input.value = label
  return label
}

interface Claimable {
  readonly name: string
  readonly seal?: SealOfLabel
}

export function canClaim(
  availability: ShownAvailability,
): availability is Extract<ShownAvailability, { kind: 'free' | 'kept' }> {
  return availability.kind === 'free' || availability.kind === 'kept'
}

/** Which no wallet signs for. */
export function isOfPasskey(
  availability: ShownAvailability,
): availability is Extract<ShownAvailability, { kind: 'kept' }> {
  return availability.kind === 'kept' && typeof availability.seal?.passkey === 'string'
}

/** Whether the availability of a label depends on the wallet, too. */
function dependsOnWallet({ namesPerWallet, isAllowListed, tokenGate }: VisitorPolicy): boolean {
  return namesPerWallet !== null || isAllowListed || tokenGate !== null
}
