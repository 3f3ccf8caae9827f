import { useId } from 'react'
import { classNames } from '../../../ui/class-names.ts'

interface TextFieldProps {
  readonly title: string
  readonly value: string
  readonly hint?: string | undefined
  readonly isLong?: boolean | undefined
  readonly isMono?: boolean
  /** Below the field; what is typed cannot be sent. */
  readonly problem?: string | undefined
  /** Below the field; what is typed can be sent all the same. */
  readonly warning?: string | undefined
  readonly onChange: (value: string) => void
  /** After the field was left. */
  readonly onLeave?: () => void
}

const shape = 'control'

export function TextField({
  title,
  value,
  hint,
  isLong,
  isMono,
  problem,
  warning,
  onChange,
  onLeave,
}: TextFieldProps) {
  const id = useId()
  const className = isMono ? `${shape} mono text-sm` : shape
  const note = problem ?? warning
  const described = { 'aria-describedby': note && `${id}-note`, 'aria-invalid': problem !== undefined }
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {title}
      </label>
      {isLong ? (
        <textarea
          id={id}
          {...described}
          rows={3}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          className={className}
        />
      ) : (
        <input
          id={id}
          {...described}
          value={value}
          placeholder={hint}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onBlur={onLeave}
          className={`${className} placeholder:text-soft`}
        />
      )}
      {note && (
        <p id={`${id}-note`} className={classNames('mt-1 text-sm', problem ? 'text-bad' : 'text-warn')}>
          {note}
        </p>
      )}
    </div>
  )
}
