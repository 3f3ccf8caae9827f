import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { connect } from '../../wallet/connect.ts'
import { LazyWalletDialog, preloadWalletDialog } from '../../wallet/LazyWalletDialog.tsx'
import type { ConnectedWallet, Wallet } from '../../wallet/wallet.ts'
import { explainError } from '../../wallet/wallet-error.ts'
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
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
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
  const run = async (connecting: Promise<ConnectedWallet>) => {
    if (name === undefined) return
    setProblem(undefined)
    setIsBusy(true)
    try {
      const connected = await connecting
      setWallet(connected)
      const { assertClaimable, claim } = await import('./claim.ts')
      const tokenId = tokenField.current?.value.trim()
      const input = { name, domain: domain.name, chainId: domain.chainId, tokenId }
      if (dependsOnWallet(domain.policy)) await assertClaimable(connected, input)
      onClaimed(await claim(connected, input))
    } catch (error) {
      setProblem(explainError(error))
    } finally {
      setIsBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canClaim && !mustConnect) return field.current?.focus()
    if (wallet) return void run(Promise.resolve(wallet))
    setIsChoosing(true)
  }
  const choose = (chosen: Wallet) => {
    setIsChoosing(false)
    if (!canClaim) return void connect(chosen).then(setWallet, (error) => setProblem(explainError(error)))
    void run(connect(chosen))
  }
  return (
    <form onSubmit={submit} className="mt-8">
      <LabelField
        ref={field}
        domain={domain.name}
        describedBy={answerId}
        isInvalid={answer.kind === 'refused' || answer.kind === 'taken'}
        onChange={(text) => {
          setLabel(text.trim())
          setProblem(undefined)
        }}
      />
      <LabelAnswerText id={answerId} answer={answer} hint={hint} />
      {needsTokenId && <TokenField ref={tokenField} />}
      <Button type="submit" look="primary" className="mt-4 min-h-14 w-full text-lg" disabled={isBusy}>
        {isBusy ? 'Sign in your wallet…' : buttonText(answer.kind, mustConnect, wallet !== undefined)}
      </Button>
      <p className="text-soft mt-3 text-center text-sm">One signature. No gas, no transaction.</p>
      {problem !== undefined && (
        <div className="mt-4">
          <Notice tone="bad" title="You don’t have the name yet." isLive>
            {problem}
          </Notice>
        </div>
      )}
      {isChoosing && (
        <LazyWalletDialog isSandbox={isSandbox} onChoose={choose} onClose={() => setIsChoosing(false)} />
      )}
    </form>
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
