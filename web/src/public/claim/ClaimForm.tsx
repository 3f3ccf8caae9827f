import { useEffect, useId, useRef, useState } from 'react'
import { Form } from '../../form/Form.tsx'
import { useAction } from '../../form/use-action.ts'
import { connect } from '../../wallet/connect.ts'
import { LazyWalletDialog, preloadWalletDialog } from '../../wallet/LazyWalletDialog.tsx'
import type { ConnectedWallet, Wallet } from '../../wallet/wallet.ts'
import type { DomainPage, VisitorPolicy } from '../page-data.ts'
import { mayBeKept } from './check-label.ts'
import type { Claimed } from './claim.ts'
import { LabelAnswerText } from './LabelAnswerText.tsx'
import { LabelField } from './LabelField.tsx'
import { TokenField } from './TokenField.tsx'
import { useLabelAnswer } from './use-label-answer.ts'

interface ClaimFormProps {
  readonly domain: DomainPage
  readonly hint: string
  readonly isSandbox: boolean
  readonly onClaimed: (claimed: Claimed) => void
}

/** A label, a wallet, a signature. */
export function ClaimForm({ domain, hint, isSandbox, onClaimed }: ClaimFormProps) {
  const [label, setLabel] = useState('')
  const [wallet, setWallet] = useState<ConnectedWallet>()
  const [isChoosing, setIsChoosing] = useState(false)
  const sending = useAction()
  const field = useRef<HTMLInputElement>(null)
  const tokenField = useRef<HTMLInputElement>(null)
  const answerId = useId()
  const answer = useLabelAnswer(label, domain, wallet?.address)
  useEffect(() => {
    const input = field.current
    if (!input) return
    // What was typed before the script arrived, or came with the link.
    if (input.value === '') input.value = new URLSearchParams(location.search).get('label') ?? ''
    setLabel(input.value.trim())
  }, [])
  const name = 'name' in answer ? answer.name : undefined
  const needsTokenId = answer.kind !== 'kept' && domain.policy.tokenGate?.isOncePerToken === true
  const canClaim = answer.kind === 'free' || answer.kind === 'kept'
  useEffect(() => {
    if (canClaim) preloadWalletDialog()
  }, [canClaim])
  const mustConnect = !wallet && mayBeKept(answer)
  const claimWith = async (connected: ConnectedWallet) => {
    if (name === undefined) return
    const { assertClaimable, claim } = await import('./claim.ts')
    const tokenId = tokenField.current?.value.trim()
    const input = { name, domain: domain.name, chainId: domain.chainId, tokenId }
    if (dependsOnWallet(domain.policy)) await assertClaimable(connected, input)
    onClaimed(await claim(connected, input))
  }
  const submit = async () => {
    if (!canClaim && !mustConnect) field.current?.focus()
    else if (wallet) await claimWith(wallet)
    else setIsChoosing(true)
  }
  const choose = (chosen: Wallet) => {
    setIsChoosing(false)
    void sending.run(async () => {
      const connected = await connect(chosen)
      setWallet(connected)
      if (canClaim) await claimWith(connected)
    })
  }
  return (
    <Form
      className="mt-8 grid gap-4"
      submit={submit}
      sending={sending}
      failure="You don’t have the name yet."
      action={buttonText(answer.kind, mustConnect, wallet !== undefined)}
      busyAction="Sign in your wallet…"
      button={{ className: 'min-h-14 w-full text-lg' }}
      footer={
        <>
          <p className="text-soft text-center text-sm">One signature. No gas, no transaction.</p>
          {isChoosing && (
            <LazyWalletDialog isSandbox={isSandbox} onChoose={choose} onClose={() => setIsChoosing(false)} />
          )}
        </>
      }
    >
      <div>
        <LabelField
          ref={field}
          domain={domain.name}
          describedBy={answerId}
          isInvalid={answer.kind === 'refused' || answer.kind === 'taken'}
          onChange={(text) => {
            setLabel(text.trim())
            sending.forgetProblem()
          }}
        />
        <LabelAnswerText id={answerId} answer={answer} hint={hint} />
        {needsTokenId && <TokenField ref={tokenField} />}
      </div>
    </Form>
  )
}

function buttonText(kind: string, mustConnect: boolean, isConnected: boolean): string {
  if (mustConnect) return 'Is it for you? Connect your wallet'
  if (kind === 'kept') return 'Accept it'
  return isConnected ? 'Claim it' : 'Claim with your wallet'
}

/** Whether the answer to a label alone is not the whole answer. */
function dependsOnWallet({ namesPerWallet, isAllowListed, tokenGate }: VisitorPolicy): boolean {
  return namesPerWallet !== null || isAllowListed || tokenGate !== null
}
