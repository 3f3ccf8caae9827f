import { type Ref, useId } from 'react'

interface LabelFieldProps {
  readonly ref: Ref<HTMLInputElement>
  readonly domain: string
  readonly describedBy: string
  readonly isInvalid: boolean
  readonly onChange: (text: string) => void
}

/** The name as it will be, of which the label is typed. Uncontrolled: what is typed before the script arrives is kept. */
export function LabelField({ ref, domain, describedBy, isInvalid, onChange }: LabelFieldProps) {
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
