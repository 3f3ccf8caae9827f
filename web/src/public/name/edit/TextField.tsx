import { useId } from 'react'

interface TextFieldProps {
  readonly title: string
  /** The technical name of the record, beside the title. */
  readonly recordKey?: string
  readonly value: string
  readonly hint?: string | undefined
  readonly isLong?: boolean | undefined
  readonly isMono?: boolean
  readonly onChange: (value: string) => void
}

const shape = 'control'

export function TextField({ title, recordKey, value, hint, isLong, isMono, onChange }: TextFieldProps) {
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
          rows={3}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          className={className}
        />
      ) : (
        <input
          id={id}
          value={value}
          placeholder={hint}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          className={`${className} placeholder:text-soft`}
        />
      )}
    </div>
  )
}
