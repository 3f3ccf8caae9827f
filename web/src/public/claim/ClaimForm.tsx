import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { Form } from '../../form/Form.tsx'
import { useAction } from '../../form/use-action.ts'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { connect } from '../../wallet/connect.ts'
import { LazyWalletDialog, preloadWalletDialog } from '../../wallet/LazyWalletDialog.tsx'
import type { ConnectedWallet, Wallet } from '../../wallet/wallet.ts'
import type { DomainPage, VisitorPolicy } from '../page-data.ts'
import { mayBeKept } from './check-label.ts'
import type { Claimed } from './claim.ts'
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

interface LabelFieldProps {
  readonly ref: Ref<HTMLInputElement>
  readonly domain: string
  readonly describedBy: string
  readonly isInvalid: boolean
  readonly onChange: (text: string) => void
}

/** The name as it will be, of which the label is typed. Uncontrolled: what is typed before the script arrives is kept. */
function LabelField({ ref, domain, describedBy, isInvalid, onChange }: LabelFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-2 block font-medium">
        Your name
      </label>
      <div className="border-edge focus-within:border-ink focus-within:ring-ink flex flex-wrap items-baseline rounded border px-4 py-3 text-3xl tracking-tight focus-within:ring-1">
        <input
          ref={ref}
          id={id}
          name="label"
          type="text"
          placeholder="alice"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={255}
          aria-describedby={describedBy}
          aria-invalid={isInvalid}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          className="placeholder:text-soft field-sizing-content max-w-full min-w-[2ch] font-semibold outline-none placeholder:opacity-60"
        />
        <label htmlFor={id} className="text-soft name-breaks grow cursor-text">
          .{domain}
        </label>
      </div>
    </div>
  )
}

interface LabelAnswerTextProps {
  readonly id: string
  readonly answer: ReturnType<typeof useLabelAnswer>
  /** Shown as long as nothing is typed. */
  readonly hint: string
}

/** One line that keeps its place, read out when it changes. */
function LabelAnswerText({ id, answer, hint }: LabelAnswerTextProps) {
  return (
    <p id={id} aria-live="polite" className="name-breaks mt-2 min-h-6 text-sm">
      <Answer answer={answer} hint={hint} />
    </p>
  )
}

function Answer({ answer, hint }: Omit<LabelAnswerTextProps, 'id'>) {
  switch (answer.kind) {
    case 'none':
      return <span className="text-soft">{hint}</span>
    case 'asking':
      return <span className="text-soft">Looking…</span>
    case 'free':
      return (
        <span className="text-good font-medium">
          <span aria-hidden>✓ </span>Free
        </span>
      )
    case 'kept':
      return <span className="text-good font-medium">Reserved for your wallet: you can accept it.</span>
    case 'taken':
      return (
        <span className="text-bad">
          Taken:{' '}
          <a href={`/n/${encodeURIComponent(answer.name)}`} className="underline underline-offset-4">
            <NameTitle name={answer.name} />
          </a>
        </span>
      )
    case 'refused':
      return <span className="text-bad">{answer.reason}</span>
    case 'failed':
      return <span className="text-warn">{answer.reason}</span>
  }
}

/** The id of a token of the visitor, where each is good for one name. Uncontrolled, as the label is. */
function TokenField({ ref }: { readonly ref: Ref<HTMLInputElement> }) {
  const id = useId()
  return (
    <div className="mt-4">
      <label htmlFor={id} className="mb-2 block font-medium">
        Number of your token
      </label>
      <input
        ref={ref}
        id={id}
        name="tokenId"
        type="text"
        inputMode="numeric"
        pattern="0|[1-9][0-9]*"
        title="The id of the token in its contract: digits."
        required
        maxLength={78}
        autoComplete="off"
        className="border-edge focus:border-ink focus:ring-ink w-full rounded border px-4 py-3 outline-none focus:ring-1"
      />
    </div>
  )
}
