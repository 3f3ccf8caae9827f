import { useQuery } from '@tanstack/react-query'
import { ChoiceInput } from '../../form/choices.tsx'
import type { DomainRef } from '../queries.ts'
import { type Template, templatesQuery } from './queries.ts'
import { describeDraft, toDraft } from './record-draft.ts'

interface TemplateChoiceProps {
  readonly domain: DomainRef
  readonly value: Template | undefined
  readonly hint?: string
  readonly onChange: (template: Template | undefined) => void
}

const none = { value: '', title: 'No template' }

/** Hidden as long as the domain has no template. */
export function TemplateChoice({ domain, value, hint, onChange }: TemplateChoiceProps) {
  const { data: templates = [] } = useQuery(templatesQuery(domain))
  if (templates.length === 0) return null
  const options = templates.map((template) => ({
    value: template.id,
    title: template.name,
    words: describeDraft(toDraft(template)),
  }))
  return (
    <ChoiceInput
      title="Template"
      hint={hint}
      value={value?.id ?? none.value}
      options={[none, ...options]}
      onChange={(id) => onChange(templates.find((template) => template.id === id))}
    />
  )
}
