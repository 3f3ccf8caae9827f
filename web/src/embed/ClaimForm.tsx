import { type ComponentType, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { importPart } from '../api/import-part.ts'
import type { Problem } from '../form/use-action.ts'
import { availabilityText, ClaimButtonText } from '../public/claim/availability-text.tsx'
import type { OpenInvitation } from '../public/claim/check-invitation.ts'
import type { Claimed } from '../public/claim/claim.ts'
import { claimConditions, labelHint } from '../public/claim/label-rules.ts'
import { canClaim, isOfPasskey, useClaimForm } from '../public/claim/use-claim-form.ts'
import type { DomainPage } from '../public/page-data.ts'
import { t } from '../text/messages.ts'
import { NameTitle } from '../ui/NameTitle.tsx'
import { CheckIcon } from './icons.tsx'
import { claimPageUrl, serviceHost } from './read-service.ts'
import type { WalletsProps } from './Wallets.tsx'

interface ClaimFormProps {
  readonly page: DomainPage
  readonly firstLabel: string
  readonly invitation: OpenInvitation | undefined
  readonly onClaimed: (claimed: Claimed) => void
  readonly onRefused: () => void
  readonly onProblem: (problem: Problem) => void
}

const loadWallets = () => importPart(() => import('./Wallets.tsx'))

export function ClaimForm({ page, firstLabel, invitation, onClaimed, onRefused, onProblem }: ClaimFormProps) {
  const id = useId()
  const form = useClaimForm({
    domain: page,
    invitation,
    firstLabel: () => firstLabel,
    onClaimed,
    onRefused,
  })
  const { availability, sending, isPromising } = form
  const { problem, isBusy } = sending
  const [Wallets, setWallets] = useState<ComponentType<WalletsProps>>()
  useEffect(() => {
    // Opening them tries again.
    if (isPromising) loadWallets().catch(() => undefined)
  }, [isPromising])
  const report = useRef(onProblem)
  report.current = onProblem
  useEffect(() => {
    if (problem) report.current(problem)
  }, [problem])
  const shown = availabilityText(availability, labelHint(page.policy))
  const conditions = claimConditions(page.policy, invitation !== undefined)
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    void sending.run(async () => {
      // Before they are shown, so that a failure stands here.
      if (isPromising && !Wallets) {
        const loaded = await loadWallets()
        setWallets(() => loaded.Wallets)
      }
      await form.submit()
    })
  }
  return (
    <form className="form" onSubmit={send} noValidate>
      <div>
        <label htmlFor={id} className="label" part="label">
          {t('claim.label')}
        </label>
        <div className={`field ${form.isInvalid ? 'is-invalid' : ''}`} part="field" dir="ltr">
          <input
            ref={form.field}
            id={id}
            part="input"
            name="label"
            type="text"
            placeholder="alice"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck="false"
            enterKeyHint="go"
            maxLength={255}
            readOnly={form.isFixed}
            aria-describedby={`${id}-answer`}
            aria-invalid={form.isInvalid}
            onInput={form.type}
          />
          <label htmlFor={id} className="suffix">
            .<NameTitle name={page.name} isPlain />
          </label>
          {canClaim(availability) && !isOfPasskey(availability) && <CheckIcon />}
        </div>
        <p
          id={`${id}-answer`}
          aria-live="polite"
          part="answer"
          className={`answer ${form.isMissing ? 'bad' : shown.tone}`}
        >
          {form.isMissing ? t('claim.type-first') : shown.text}
        </p>
        <Suggestions
          names={'suggestions' in availability ? availability.suggestions : []}
          onChoose={form.take}
        />
      </div>
      {form.needsTokenId && (
        <div>
          <label htmlFor={`${id}-token`} className="label">
            {t('claim.token-number')}
          </label>
          <div className="field">
            <input
              ref={form.tokenField}
              id={`${id}-token`}
              name="tokenId"
              type="text"
              inputMode="numeric"
              maxLength={78}
              autoComplete="off"
              aria-describedby={`${id}-token-hint`}
            />
          </div>
          <p id={`${id}-token-hint`} className="small">
            {t('claim.token-number-hint')}
          </p>
        </div>
      )}
      <button
        type="submit"
        className="button primary"
        part="button"
        aria-disabled={isBusy || undefined}
        aria-busy={isBusy || undefined}
      >
        {isBusy && form.wallet ? (
          t('sign-in-wallet')
        ) : (
          <ClaimButtonText
            availability={availability}
            name={form.name}
            isConnected={form.wallet !== undefined}
          />
        )}
      </button>
      <div role="alert">
        {problem && (
          <div className="notice bad" part="notice">
            <p className="strong">{t('claim.failed')}</p>
            <p>{problem.text}</p>
          </div>
        )}
      </div>
      {form.sealedClaim && (
        <div className="notice" part="notice" role="status">
          <p className="strong">{t('embed.sealed')}</p>
          <a className="button primary" href={claimPageUrl(page, form.label, invitation)}>
            {t('embed.claim-at', { service: serviceHost })}
          </a>
        </div>
      )}
      <p className="small centred">{t('claim.sign-once')}</p>
      {conditions.length > 0 && (
        <ul className="conditions" aria-label={t('claim.conditions')} part="conditions">
          {conditions.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {form.isChoosing && Wallets && (
        <Wallets
          claimPage={claimPageUrl(page, form.label, invitation)}
          hasPasskey={page.branding.offersPasskey}
          onChoose={form.choose}
          onClose={form.closeWallets}
        />
      )}
    </form>
  )
}

interface SuggestionsProps {
  readonly names: readonly string[]
  readonly onChoose: (name: string) => void
}

function Suggestions({ names, onChoose }: SuggestionsProps) {
  if (names.length === 0) return null
  return (
    <ul className="chips" aria-label={t('claim.suggestions')}>
      {names.map((name) => (
        <li key={name}>
          <button type="button" className="chip" part="suggestion" onClick={() => onChoose(name)}>
            <NameTitle name={name} />
          </button>
        </li>
      ))}
    </ul>
  )
}
