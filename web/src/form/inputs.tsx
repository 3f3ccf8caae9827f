import { Search } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { classNames } from '../ui/class-names.ts'
import { FileInput } from '../ui/FileInput.tsx'
import { useField } from './FieldProblems.tsx'

export interface FieldProps {
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
export function Labelled({ id, title, notes, children }: LabelledProps) {
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
  /** Why it cannot be sent as it is. */
  readonly problem?: string | undefined
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
  problem,
  isDisabled,
  onChange,
}: LongTextInputProps) {
  const { id, notes, attributes } = useField({ name, hint, problem })
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

interface RadioInputProps<Value extends string> extends Pick<FieldProps, 'title' | 'name'> {
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly title: string; readonly words?: string }[]
  readonly onChange: (value: Value) => void
}

/** One of a few that need words. */
export function RadioInput<Value extends string>({
  title,
  name,
  value,
  options,
  onChange,
}: RadioInputProps<Value>) {
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{title}</legend>
      <div className="grid gap-2">
        {options.map((option) => (
          <label key={option.value} className="flex items-start gap-2.5 text-sm">
            <input
              type="radio"
              name={name ?? id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="check mt-0.5"
            />
            <span>
              {option.title}
              {option.words && <span className="text-soft block">{option.words}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
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
    <span className="relative w-full sm:w-64">
      <Search
        aria-hidden
        className="text-soft pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2"
      />
      <input
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder="Search"
        value={text}
        autoComplete="off"
        spellCheck={false}
        className="control ps-9"
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </span>
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
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {title}
      </label>
      <FileInput id={id} kind={kind} aria-describedby={`${id}-hint`} onFile={onFile} />
      <p id={`${id}-hint`} className="text-soft mt-1 text-sm">
        {isUploading ? 'Uploading…' : hint}
      </p>
    </div>
  )
}
