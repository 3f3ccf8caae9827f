import { type InputHTMLAttributes, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { classNames } from '../ui/class-names.ts'
import { FileInput } from '../ui/FileInput.tsx'
import { useField } from './FieldProblems.tsx'

interface FieldProps {
  readonly title: string
  readonly hint?: ReactNode
  /** Of the field in the request, as far as the service may refuse it: `tokenGate.contract`. */
  readonly name?: string
}

interface LabelledProps {
  readonly id: string
  readonly title: string
  readonly notes: ReactNode
  /** The input. */
  readonly children: ReactNode
}

/** An input below its title, with notes below it. */
function Labelled({ id, title, notes, children }: LabelledProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {title}
      </label>
      {children}
      {notes}
    </div>
  )
}

interface TextInputProps
  extends FieldProps,
    Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | 'value' | 'onChange' | 'className'> {
  readonly value: string
  readonly isMono?: boolean
  readonly onChange: (value: string) => void
}

export function TextInput({ title, hint, name, value, isMono = false, onChange, ...props }: TextInputProps) {
  const { id, notes, attributes } = useField({ name, hint })
  return (
    <Labelled id={id} title={title} notes={notes}>
      <input
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className={classNames('control', isMono && 'mono')}
        {...attributes}
        {...props}
      />
    </Labelled>
  )
}

interface LongTextInputProps extends FieldProps {
  readonly value: string
  readonly rows?: number
  readonly isDisabled?: boolean
  readonly onChange: (value: string) => void
}

export function LongTextInput({
  title,
  hint,
  name,
  value,
  rows = 3,
  isDisabled,
  onChange,
}: LongTextInputProps) {
  const { id, notes, attributes } = useField({ name, hint })
  return (
    <Labelled id={id} title={title} notes={notes}>
      <textarea
        rows={rows}
        value={value}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className="control"
        {...attributes}
      />
    </Labelled>
  )
}

interface SelectInputProps<Value extends string> extends FieldProps {
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly title: string }[]
  readonly isDisabled?: boolean
  readonly onChange: (value: Value) => void
}

export function SelectInput<Value extends string>({
  title,
  hint,
  name,
  value,
  options,
  isDisabled,
  onChange,
}: SelectInputProps<Value>) {
  const { id, notes, attributes } = useField({ name, hint })
  return (
    <Labelled id={id} title={title} notes={notes}>
      <select
        value={value}
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          const chosen = options.find((option) => option.value === currentTarget.value)
          if (chosen) onChange(chosen.value)
        }}
        className="control control-select"
        {...attributes}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

interface CheckInputProps extends FieldProps {
  readonly isChecked: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isChecked: boolean) => void
}

export function CheckInput({ title, hint, name, isChecked, isDisabled, onChange }: CheckInputProps) {
  const { id, notes, attributes } = useField({ name, hint })
  return (
    <div className="flex items-start gap-2 text-sm">
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        className="check mt-0.5"
        {...attributes}
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {title}
        </label>
        {notes}
      </div>
    </div>
  )
}

interface CountInputProps extends Pick<FieldProps, 'title' | 'name'> {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A whole number, or nothing: no limit. */
export function CountInput({ value, onChange, ...props }: CountInputProps) {
  return (
    <TextInput
      hint={isCount(value) ? 'Empty: no limit.' : 'A whole number, please.'}
      inputMode="numeric"
      value={value}
      onChange={(text) => onChange(text.trim())}
      {...props}
    />
  )
}

/** Also of an empty text. */
export function isCount(text: string): boolean {
  return /^\d{0,15}$/.test(text)
}

interface SearchInputProps {
  /** Such as `Search names`. */
  readonly label: string
  /** What is searched for now. */
  readonly value: string | undefined
  readonly onSearch: (text: string | undefined) => void
}

const typingPauseMs = 200

/** Searches when one has stopped typing. */
export function SearchInput({ label, value, onSearch }: SearchInputProps) {
  const [text, setText] = useState(value ?? '')
  const apply = useEffectEvent((typed: string) => {
    if (typed !== (value ?? '')) onSearch(typed || undefined)
  })
  useEffect(() => {
    const timer = setTimeout(() => apply(text.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <input
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder="Search"
      value={text}
      autoComplete="off"
      spellCheck={false}
      className="control sm:w-64"
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  )
}

interface UploadInputProps {
  readonly title: string
  readonly hint: string
  readonly kind: 'csv' | 'image'
  readonly isUploading: boolean
  readonly onFile: (file: File) => void
}

/** A file that is uploaded as soon as it is chosen. */
export function UploadInput({ title, hint, kind, isUploading, onFile }: UploadInputProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {title}
      </label>
      <FileInput id={id} kind={kind} aria-describedby={`${id}-hint`} onFile={onFile} />
      <p id={`${id}-hint`} className="text-soft mt-1 text-sm">
        {isUploading ? 'Uploading…' : hint}
      </p>
    </>
  )
}
