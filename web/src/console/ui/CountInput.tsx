import { TextInput } from './TextInput.tsx'

interface CountInputProps {
  readonly title: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A whole number, or nothing: no limit. */
export function CountInput({ title, value, onChange }: CountInputProps) {
  return (
    <TextInput
      title={title}
      hint={isCount(value) ? 'Empty: no limit.' : 'A whole number, please.'}
      inputMode="numeric"
      value={value}
      onChange={(text) => onChange(text.trim())}
    />
  )
}

/** Also of an empty text. */
export function isCount(text: string): boolean {
  return /^\d{0,15}$/.test(text)
}
