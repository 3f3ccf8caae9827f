import { useId } from 'react'

interface TextFieldProps {
  readonly title: string
  /** The technical name of the record, beside the title. */
  readonly recordKey?: string
  readonly value: string
  readonly hint?: string | undefined
  readonly isLong?: boolean | undefined
  readonly isMono?: boolean
  /** Beside the field; what is typed can be sent all the same. */
  readonly warning?: string | undefined
  readonly onChange: (value: string) => void
}

const shape = 'control'

export function TextField({
  title,
  recordKey,
  value,
  hint,
  isLong,
  isMono,
  warning,
  onChange,
}: TextFieldProps) {
  const id = useId()
  const className = isMono ? `${shape} mono text-sm` : shape
  return (
    <div>
      <label htmlFor={id} className="mb-1 flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="font-medium">{title}</span>
        {recordKey && <span className="mono text-soft">{recordKey}</span>}
      </label>
      {isLong ? (
        <textarea
          id={id}
          aria-describedby={warning && `${id}-warning`}
          rows={3}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          className={className}
        />
      ) : (
        <input
          id={id}
          aria-describedby={warning && `${id}-warning`}
          value={value}
          placeholder={hint}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          className={`${className} placeholder:text-soft`}
        />
      )}
      {warning && (
        <p id={`${id}-warning`} className="text-warn mt-1 text-sm">
          {warning}
        </p>
      )}
    </div>
  )
}
