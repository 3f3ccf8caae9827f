import { Check, ShieldCheck } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { importPart } from '../../api/import-part.ts'
import { Form } from '../../form/Form.tsx'
import { useAction } from '../../form/use-action.ts'
import { t, tNodes } from '../../text/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { connect } from '../../wallet/connect.ts'
import { LazyWalletDialog, preloadWalletDialog } from '../../wallet/LazyWalletDialog.tsx'
import type { ConnectedWallet, Wallet } from '../../wallet/wallet.ts'
import type { DomainPage, VisitorPolicy } from '../page-data.ts'
import type { OpenInvitation } from './check-invitation.ts'
import type { Claimed } from './claim.ts'
import { pageUrlWith } from './invitation.ts'
import { useLabelAvailability } from './use-label-availability.ts'

interface ClaimFormProps {
  readonly domain: DomainPage
  readonly hint: string
  readonly isSandbox: boolean
  /** By which the name is claimed. */
  readonly invitation: OpenInvitation | undefined
  readonly onClaimed: (claimed: Claimed) => void
  /** Its link may have ended. */
  readonly onRefused: () => void
}

/** A label, a wallet, a signature. */
export function ClaimForm({ domain, hint, isSandbox, invitation, onClaimed, onRefused }: ClaimFormProps) {
  const [label, setLabel] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [wallet, setWallet] = useState<ConnectedWallet>()
  const [isChoosing, setIsChoosing] = useState(false)
  const sending = useAction()
  const field = useRef<HTMLInputElement>(null)
  const tokenField = useRef<HTMLInputElement>(null)
  const availabilityId = useId()
  const fixedLabel = invitation?.label ?? null
  const { availability, ask } = useLabelAvailability(label, domain, wallet?.address, invitation)
  useEffect(() => {
    const input = field.current
    if (!input) return
    // What was typed before the script arrived, or came with the link.
    if (input.value === '') input.value = new URLSearchParams(location.search).get('label') ?? ''
    if (fixedLabel !== null) input.value = fixedLabel
    setLabel(input.value.trim())
  }, [fixedLabel])
  const needsTokenId =
    !invitation && availability.kind !== 'kept' && domain.policy.tokenGate?.isOncePerToken === true
  const isPromising = canClaim(availability) || availability.kind === 'reserved'
  useEffect(() => {
    if (isPromising) preloadWalletDialog()
  }, [isPromising])
  const type = (text: string) => {
    setLabel(text.trim())
    setIsMissing(false)
    sending.forgetProblem()
  }
  const claimWith = async (connected: ConnectedWallet, name: string) => {
    const { assertClaimable, claim } = await importPart(() => import('./claim.ts'))
    const tokenId = tokenField.current?.value.trim()
    const input = { name, domain: domain.name, chainId: domain.chainId, tokenId, invitation }
    try {
      if (dependsOnWallet(domain.policy)) await assertClaimable(connected, input)
      onClaimed(await claim(connected, input))
    } catch (error) {
      onRefused()
      throw error
    }
  }
  const submit = async () => {
    const current =
      availability.kind === 'asking' || availability.kind === 'failed' ? await ask() : availability
    const isConnecting = !wallet && (canClaim(current) || current.kind === 'reserved')
    if (isConnecting) return setIsChoosing(true)
    if (wallet && canClaim(current)) return claimWith(wallet, current.name)
    // The reason stands beside the field.
    setIsMissing(current.kind === 'none')
    field.current?.focus()
  }
  const choose = (chosen: Wallet) => {
    setIsChoosing(false)
    void sending.run(async () => {
      const connected = await connect(chosen)
      setWallet(connected)
      if (canClaim(availability)) await claimWith(connected, availability.name)
    })
  }
  return (
    <Form
      name="claim"
      work="losable"
      className="mt-7 grid grid-cols-1 gap-3"
      submit={submit}
      sending={sending}
      failure={t('claim.failed')}
      action={
        <ButtonText
          kind={availability.kind}
          name={'name' in availability ? availability.name : label && `${label}.${domain.name}`}
          isConnected={wallet !== undefined}
        />
      }
      busyAction={t('sign-in-wallet')}
      button={{ className: 'name-breaks min-h-[58px] w-full rounded-[18px] text-[17px] tracking-tight' }}
      footer={
        <>
          <p className="text-soft mt-1 flex items-center justify-center gap-2 text-sm">
            <ShieldCheck aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
            {t('claim.sign-once')}
          </p>
          {isChoosing && (
            <LazyWalletDialog
              isSandbox={isSandbox}
              pageUrl={pageUrlWith(label, invitation)}
              onChoose={choose}
              onClose={() => setIsChoosing(false)}
            />
          )}
        </>
      }
    >
      <div>
        <LabelField
          ref={field}
          domain={domain.name}
          describedBy={availabilityId}
          isFree={canClaim(availability)}
          isFixed={fixedLabel !== null}
          isInvalid={isMissing || availability.kind === 'refused' || availability.kind === 'taken'}
          onChange={type}
        />
        <p id={availabilityId} aria-live="polite" className="name-breaks mt-2 min-h-6 text-sm">
          {isMissing ? (
            <span className="text-bad">{t('claim.type-first')}</span>
          ) : (
            <AvailabilityText availability={availability} hint={hint} />
          )}
        </p>
        <Suggestions
          names={'suggestions' in availability ? availability.suggestions : []}
          onChoose={(suggested) => {
            const chosen = suggested.slice(0, -domain.name.length - 1)
            if (field.current) field.current.value = chosen
            type(chosen)
            field.current?.focus()
          }}
        />
        {needsTokenId && <TokenField ref={tokenField} />}
      </div>
    </Form>
  )
}

type Availability = ReturnType<typeof useLabelAvailability>['availability']

function canClaim(
  availability: Availability,
): availability is Extract<Availability, { kind: 'free' | 'kept' }> {
  return availability.kind === 'free' || availability.kind === 'kept'
}

interface ButtonTextProps {
  readonly kind: Availability['kind']
  /** As it is typed; empty without a label. */
  readonly name: string
  readonly isConnected: boolean
}

function ButtonText({ kind, name, isConnected }: ButtonTextProps): ReactNode {
  if (kind === 'reserved' && !isConnected) return t('claim.connect')
  if (kind === 'kept') return t('claim.accept')
  if (name === '' || kind === 'refused' || kind === 'taken' || kind === 'reserved') return t('claim.action')
  return (
    <span className="min-w-0">
      {tNodes('claim.action-name', { name: <NameTitle key="name" name={name} isPlain /> })}
    </span>
  )
}

/** Whether the availability of a label depends on the wallet, too. */
function dependsOnWallet({ namesPerWallet, isAllowListed, tokenGate }: VisitorPolicy): boolean {
  return namesPerWallet !== null || isAllowListed || tokenGate !== null
}

interface LabelFieldProps {
  readonly ref: Ref<HTMLInputElement>
  readonly domain: string
  readonly describedBy: string
  readonly isFree: boolean
  /** By an invitation. */
  readonly isFixed: boolean
  readonly isInvalid: boolean
  readonly onChange: (text: string) => void
}

/** The name as it will be, of which the label is typed. Uncontrolled: what is typed before the script arrives is kept. */
function LabelField({ ref, domain, describedBy, isFree, isFixed, isInvalid, onChange }: LabelFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-sm font-medium">
        {t('claim.label')}
      </label>
      <div
        // A name is written from left to right in every language.
        dir="ltr"
        className={classNames(
          'bg-raised flex min-h-[66px] items-center gap-3 rounded-[18px] border-2 py-3 ps-[18px] pe-4 text-2xl tracking-tighter transition focus-within:outline-hidden focus-within:ring-[5px]',
          isInvalid
            ? 'border-bad focus-within:ring-bad-soft'
            : 'border-edge focus-within:border-accent-text focus-within:ring-accent-soft',
        )}
      >
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline">
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
            readOnly={isFixed}
            aria-describedby={describedBy}
            aria-invalid={isInvalid}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
            className="placeholder:text-soft field-sizing-content max-w-full min-w-[2ch] font-[620] outline-none placeholder:opacity-60"
          />
          <label htmlFor={id} className="text-soft name-breaks grow cursor-text">
            .{domain}
          </label>
        </div>
        <span
          aria-hidden
          className={classNames(
            'bg-accent-text text-raised grid size-7 shrink-0 place-items-center rounded-full transition duration-(--calm)',
            !isFree && 'scale-50 opacity-0',
          )}
        >
          <Check className="size-4" strokeWidth={2.5} />
        </span>
      </div>
    </div>
  )
}

interface AvailabilityTextProps {
  readonly availability: Availability
  /** Shown as long as nothing is typed. */
  readonly hint: string
}

function AvailabilityText({ availability, hint }: AvailabilityTextProps): ReactNode {
  switch (availability.kind) {
    case 'none':
      return <span className="text-soft">{hint}</span>
    case 'asking':
      return <span className="text-soft">{t('claim.looking')}</span>
    case 'free':
      return <span className="text-good font-medium">{t('claim.free')}</span>
    case 'kept':
      return <span className="text-good font-medium">{t('claim.kept')}</span>
    case 'reserved':
      return <span className="text-warn">{t('claim.reserved')}</span>
    case 'taken':
      return (
        <span className="text-bad">
          {tNodes('claim.taken', {
            name: (
              <a
                key="name"
                href={`/n/${encodeURIComponent(availability.name)}`}
                className="underline underline-offset-4"
              >
                <NameTitle name={availability.name} />
              </a>
            ),
          })}
        </span>
      )
    case 'refused':
      return <span className="text-bad">{availability.reason}</span>
    case 'failed':
      return <span className="text-warn">{availability.reason}</span>
  }
}

interface SuggestionsProps {
  readonly names: readonly string[]
  readonly onChoose: (name: string) => void
}

/** Names that can be claimed in place of the one that cannot. */
function Suggestions({ names, onChoose }: SuggestionsProps) {
  if (names.length === 0) return null
  return (
    <ul aria-label={t('claim.suggestions')} className="mt-2 flex flex-wrap gap-2">
      {names.map((name) => (
        <li key={name} className="max-w-full">
          <Button className="max-w-full rounded-full text-sm" onClick={() => onChoose(name)}>
            <NameTitle name={name} />
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The id of a token of the visitor, where each is good for one name. Uncontrolled, as the label is. */
function TokenField({ ref }: { readonly ref: Ref<HTMLInputElement> }) {
  const id = useId()
  return (
    <div className="mt-4">
      <label htmlFor={id} className="mb-2 block font-medium">
        {t('claim.token-number')}
      </label>
      <input
        ref={ref}
        id={id}
        name="tokenId"
        type="text"
        inputMode="numeric"
        pattern="0|[1-9][0-9]*"
        title={t('claim.token-number-hint')}
        required
        maxLength={78}
        autoComplete="off"
        className="control"
      />
    </div>
  )
}
