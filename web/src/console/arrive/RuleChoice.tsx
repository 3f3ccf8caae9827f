import { RadioInput } from '../../form/inputs.tsx'
import type { Rule } from './import-types.ts'

const rules: readonly { readonly value: Rule; readonly title: string; readonly words: string }[] = [
  { value: 'keep', title: 'Keep what is here', words: 'Only names that are not here are added.' },
  { value: 'replace', title: 'Replace it', words: 'As it is in the list, with another holder too.' },
  { value: 'newest', title: 'Keep the newer one', words: 'By when its records changed last.' },
]

interface RuleChoiceProps {
  readonly rule: Rule
  readonly onChange: (rule: Rule) => void
}

/** What happens to a name that exists. */
export function RuleChoice({ rule, onChange }: RuleChoiceProps) {
  return (
    <RadioInput
      title="A name that is here already, with other content"
      value={rule}
      options={rules}
      onChange={onChange}
    />
  )
}
