import { Coins, ListChecks, MailOpen, Users } from 'lucide-react'
import { useId } from 'react'
import { type Preset, presets } from './presets.ts'

const icons = { open: Users, token: Coins, list: ListChecks, invitation: MailOpen } as const

interface PresetChoiceProps {
  readonly value: Preset
  readonly onChange: (preset: Preset) => void
}

/** Radio buttons of the browser, so arrow keys move the choice. */
export function PresetChoice({ value, onChange }: PresetChoiceProps) {
  const name = useId()
  return (
    <fieldset className="grid gap-3 @lg:grid-cols-2">
      <legend className="sr-only">Who may take a name</legend>
      {presets.map(({ id, title, words }) => {
        const Icon = icons[id]
        return (
          <label
            key={id}
            className="border-line bg-raised hover:bg-hover has-checked:border-accent-text has-checked:bg-accent-soft has-focus-visible:outline-accent-text relative flex cursor-pointer gap-3 rounded-lg border p-4 transition has-focus-visible:outline-2 forced-colors:has-checked:outline-2"
          >
            <input
              type="radio"
              name={name}
              value={id}
              checked={id === value}
              onChange={() => onChange(id)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-lg opacity-0"
            />
            <Icon
              aria-hidden
              className={`mt-0.5 size-5 shrink-0 ${id === value ? 'text-accent-text' : 'text-faint'}`}
            />
            <span className="min-w-0">
              <span className="block font-medium">{title}</span>
              <span className="text-soft block text-sm">{words}</span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
