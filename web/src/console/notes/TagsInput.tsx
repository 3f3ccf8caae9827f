import { X } from 'lucide-react'
import { useId } from 'react'
import { maxTagLength, maxTagsOfName } from '../../../../server/src/model/note-limits.ts'
import { TextInput } from '../../form/inputs.tsx'

interface TagsInputProps {
  readonly title: string
  readonly tags: readonly string[]
  /** Typed, and not a tag yet. */
  readonly typed: string
  /** Of the domain, to choose from. */
  readonly known: readonly string[]
  readonly onChange: (tags: readonly string[]) => void
  readonly onType: (text: string) => void
}

const maxSuggestions = 12

const chip =
  'bg-accent-soft text-accent-text hover:bg-hover inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full px-3 text-sm font-medium pointer-coarse:min-h-11'
const suggestion =
  'border-line text-soft hover:bg-hover inline-flex min-h-8 max-w-full items-center rounded-full border px-3 text-sm pointer-coarse:min-h-11'

/** Without what is one of them already. */
export function withTag(tags: readonly string[], text: string): readonly string[] {
  const tag = text.normalize('NFC').trim()
  const isThere = tags.some((other) => other.toLowerCase() === tag.toLowerCase())
  return tag === '' || isThere ? tags : [...tags, tag]
}

/** Chips that are removed by a press, an input whose text becomes one by Enter or a comma, and the domain's tags to press. */
export function TagsInput({ title, tags, typed, known, onChange, onType }: TagsInputProps) {
  const listId = useId()
  const isFull = tags.length >= maxTagsOfName
  const left = known
    .filter((tag) => withTag(tags, tag) !== tags && tag.toLowerCase().includes(typed.trim().toLowerCase()))
    .slice(0, maxSuggestions)
  const add = (text: string) => {
    onChange(withTag(tags, text))
    onType('')
  }
  return (
    <div className="grid gap-3">
      {tags.length > 0 && (
        <ul aria-label="Tags of the name" className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full">
              <button
                type="button"
                aria-label={`Remove the tag ${tag}`}
                className={chip}
                onClick={() => onChange(tags.filter((other) => other !== tag))}
              >
                <bdi className="truncate">{tag}</bdi>
                <X aria-hidden className="size-3.5 shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextInput
        title={title}
        name="tags"
        value={typed}
        maxLength={maxTagLength}
        disabled={isFull}
        hint={isFull ? `A name has at most ${maxTagsOfName} tags.` : 'Enter or a comma adds it.'}
        onChange={(text) => (text.includes(',') ? add(text.replaceAll(',', ' ')) : onType(text))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed.trim() === '') return
          event.preventDefault()
          add(typed)
        }}
      />
      {left.length > 0 && !isFull && (
        <div>
          <p id={listId} className="text-soft mb-1.5 text-xs">
            Tags of the domain
          </p>
          <ul aria-labelledby={listId} className="flex flex-wrap gap-2">
            {left.map((tag) => (
              <li key={tag} className="max-w-full">
                <button
                  type="button"
                  className={suggestion}
                  aria-label={`Choose the tag ${tag}`}
                  onClick={() => add(tag)}
                >
                  <bdi className="truncate">{tag}</bdi>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
