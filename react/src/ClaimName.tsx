import { type ReactElement, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { useByname } from './context.ts'
import type { Messages } from './messages.ts'
import { NameCard } from './NameCard.tsx'
import { NameText } from './NameText.tsx'
import { type ClaimNameOptions, type ClaimNameState, useClaimName } from './use-claim-name.ts'

export interface ClaimNameProps extends ClaimNameOptions {
  /** Whose names are claimed: `acme.eth`. */
  readonly domain: string
  readonly className?: string | undefined
  /** Draws the form in place of this component. */
  readonly children?: ((state: ClaimNameState) => ReactNode) | undefined
}

/**
 * A form that claims a name with the wallet of the provider, and then shows it. It has class names and no styles: those are in
 * `@byname/react/styles.css`.
 */
export function ClaimName({ domain, className, children, ...options }: ClaimNameProps): ReactElement {
  const state = useClaimName(domain, options)
  if (children) return <>{children(state)}</>
  return (
    <div className={['byname byname-claim', className].filter(Boolean).join(' ')}>
      {state.outcome ? <Claimed state={state} /> : <Form domain={domain} state={state} />}
    </div>
  )
}

interface FormProps {
  readonly domain: string
  readonly state: ClaimNameState
}

function Form({ domain, state }: FormProps) {
  const { messages, connect } = useByname()
  const [isMissing, setIsMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { kind } = state.state
  const isRefused = isMissing || kind === 'taken' || kind === 'refused'
  const change = (text: string) => {
    setIsMissing(false)
    state.setLabel(text)
  }
  const submit = () => {
    if (!state.hasWallet) return void connect?.()
    setIsMissing(kind === 'empty')
    if (kind === 'empty' || isRefused) field.current?.focus()
    else void state.claim()
  }
  return (
    <form
      className="byname-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field {...{ domain, change, isRefused, isMissing, state }} inputRef={field} />
      {state.suggestions.length > 0 && (
        <ul className="byname-suggestions" aria-label={messages.suggestions}>
          {state.suggestions.map((label) => (
            <li key={label}>
              <button
                type="button"
                className="byname-suggestion"
                onClick={() => {
                  change(label)
                  field.current?.focus()
                }}
              >
                <NameText name={`${label}.${domain}`} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {state.hasWallet || connect ? (
        // Not `disabled`, which would take the focus away.
        <button className="byname-button" type="submit" aria-disabled={state.isClaiming}>
          {buttonText(state, messages)}
        </button>
      ) : (
        <p className="byname-note">{messages.noWallet}</p>
      )}
      <p className="byname-problem" role="alert">
        {state.problem}
      </p>
    </form>
  )
}

function buttonText({ isClaiming, hasWallet, name, state }: ClaimNameState, messages: Messages): string {
  if (isClaiming) return messages.signing
  if (!hasWallet) return messages.connect
  return messages.claim(state.kind === 'free' ? name : undefined)
}

interface FieldProps extends FormProps {
  readonly inputRef: Ref<HTMLInputElement>
  readonly isMissing: boolean
  readonly isRefused: boolean
  readonly change: (text: string) => void
}

function Field({ domain, state, inputRef, isMissing, isRefused, change }: FieldProps) {
  const { messages } = useByname()
  const id = useId()
  const { state: known } = state
  return (
    <>
      <label className="byname-label" htmlFor={id}>
        {messages.label}
      </label>
      <div className="byname-field" dir="ltr" data-state={isMissing ? 'refused' : known.kind}>
        <input
          ref={inputRef}
          className="byname-input"
          id={id}
          name="label"
          type="text"
          value={state.label}
          placeholder={messages.placeholder}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={255}
          readOnly={state.isClaiming}
          aria-describedby={`${id}-state`}
          aria-invalid={isRefused}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
        <label className="byname-domain" htmlFor={id}>
          .<NameText name={domain} />
        </label>
      </div>
      <p
        className="byname-state"
        id={`${id}-state`}
        role="status"
        data-state={isMissing ? 'refused' : known.kind}
      >
        {isMissing ? messages.typeFirst : stateText(known, messages)}
      </p>
    </>
  )
}

function stateText(state: ClaimNameState['state'], messages: Messages): string {
  if ('reason' in state) return state.reason
  if (state.kind === 'empty') return messages.hint
  return state.kind === 'looking' ? messages.looking : messages.free
}

function Claimed({ state: { outcome, reset } }: Pick<FormProps, 'state'>) {
  const { messages } = useByname()
  const heading = useRef<HTMLParagraphElement>(null)
  // The form, which had the focus, is gone.
  useEffect(() => heading.current?.focus(), [])
  if (!outcome) return null
  return (
    <>
      <p ref={heading} tabIndex={-1} className="byname-outcome" data-state={outcome.state}>
        {messages[outcome.state]}: <NameText name={outcome.name} />
      </p>
      {outcome.state === 'issued' ? (
        <NameCard name={outcome.name} />
      ) : (
        <p className="byname-note">{messages.pendingText}</p>
      )}
      <button type="button" className="byname-link" onClick={reset}>
        {messages.claimAnother}
      </button>
    </>
  )
}
