import { Check, ShieldCheck } from 'lucide-react'
import { lazy, type Ref, useEffect, useId } from 'react'
import { importPart } from '../../api/import-part.ts'
import { Form } from '../../form/Form.tsx'
import { t } from '../../text/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { LatePart } from '../../ui/LatePart.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { LazyWalletDialog, preloadWalletDialog } from '../../wallet/LazyWalletDialog.tsx'
import type { DomainPage } from '../page-data.ts'
import { availabilityText, ClaimButtonText } from './availability-text.tsx'
import type { OpenInvitation } from './check-invitation.ts'
import type { Claimed } from './claim.ts'
import { pageUrlWith } from './invitation.ts'
import { canClaim, isOfPasskey, useClaimForm } from './use-claim-form.ts'

const loadSealed = () => importPart(() => import('./seal/ClaimSealedDialog.tsx'))

/** For the holders of sealed names. */
const ClaimSealedDialog = lazy(() =>
  loadSealed().then(({ ClaimSealedDialog }) => ({ default: ClaimSealedDialog })),
)

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
  const availabilityId = useId()
  const firstLabel = () => new URLSearchParams(location.search).get('label') ?? ''
  const form = useClaimForm({ domain, invitation, firstLabel, onClaimed, onRefused })
  const { availability, isPromising, sealedClaim } = form
  const shown = availabilityText(availability, hint)
  useEffect(() => {
    if (isPromising) preloadWalletDialog()
  }, [isPromising])
  return (
    <>
      <Form
        name="claim"
        work="losable"
        className="mt-7 grid grid-cols-1 gap-3"
        submit={form.submit}
        sending={form.sending}
        failure={t('claim.failed')}
        action={
          <ClaimButtonText
            availability={availability}
            name={form.name}
            isConnected={form.wallet !== undefined}
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
            {form.isChoosing && (
              <LazyWalletDialog
                isSandbox={isSandbox}
                pageUrl={pageUrlWith(form.label, invitation)}
                onChoose={form.choose}
                onClose={form.closeWallets}
              />
            )}
          </>
        }
      >
        <div>
          <LabelField
            ref={form.field}
            domain={domain.name}
            describedBy={availabilityId}
            isFree={canClaim(availability) && !isOfPasskey(availability)}
            isFixed={form.isFixed}
            isInvalid={form.isInvalid}
            onChange={form.type}
          />
          <p id={availabilityId} aria-live="polite" className="name-breaks mt-2 min-h-6 text-sm">
            {form.isMissing ? (
              <span className="text-bad">{t('claim.type-first')}</span>
            ) : (
              <span className={tones[shown.tone]}>{shown.text}</span>
            )}
          </p>
          <Suggestions
            names={'suggestions' in availability ? availability.suggestions : []}
            onChoose={form.take}
          />
          {form.needsTokenId && <TokenField ref={form.tokenField} />}
        </div>
      </Form>
      {sealedClaim && (
        <LatePart>
          <ClaimSealedDialog
            claim={sealedClaim}
            wallet={sealedClaim.seal.passkey === null ? form.wallet : undefined}
            needsApproval={domain.policy.needsApproval && !invitation}
            onClaimed={onClaimed}
            onRefused={form.recheck}
            onClose={form.closeSealedClaim}
          />
        </LatePart>
      )}
    </>
  )
}

interface LabelFieldProps {
  readonly ref: Ref<HTMLInputElement>
  readonly domain: string
  readonly describedBy: string
  readonly isFree: boolean
  /** By an invitation. */
  readonly isFixed: boolean
  readonly isInvalid: boolean
  readonly onChange: () => void
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
            onChange={onChange}
            className="placeholder:text-soft field-sizing-content max-w-full min-w-[2ch] font-[620] outline-none placeholder:opacity-60"
          />
          <label htmlFor={id} className="text-soft name-breaks grow cursor-text">
            .<NameTitle name={domain} isPlain />
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

const tones = {
  soft: 'text-soft',
  good: 'text-good font-medium',
  warn: 'text-warn',
  bad: 'text-bad',
} as const

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
