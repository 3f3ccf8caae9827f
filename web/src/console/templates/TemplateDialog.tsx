import { useState } from 'react'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { Form } from '../../form/Form.tsx'
import { CheckInput, TextInput } from '../../form/inputs.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NewRecords } from '../names/NewRecords.tsx'
import type { DomainRef } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { useSave } from '../ui/use-save.ts'
import { type Template, templatePath, templatesKey, templatesPath } from './queries.ts'
import {
  describeDraft,
  emptyDraft,
  fillDraft,
  isSameDraft,
  type RecordDraft,
  type Subject,
  toDraft,
  toWritten,
  withPlaceholders,
} from './record-draft.ts'

interface TemplateDialogProps {
  readonly domain: DomainRef
  /** Absent: a new one. */
  readonly template?: Template
  /** Of a new one; absent: none yet. */
  readonly records?: RecordDraft
  /** The name that the records are from. */
  readonly from?: Subject
  readonly onClose: () => void
  readonly onSaved?: (template: Template) => void
}

/** The name and the records of a template. */
export function TemplateDialog({
  domain,
  template,
  records: given = emptyDraft,
  from,
  onClose,
  onSaved,
}: TemplateDialogProps) {
  const [name, setName] = useState(template?.name ?? '')
  const [records, setRecords] = useState(() => {
    if (template) return toDraft(template)
    return from ? withPlaceholders(given, from) : given
  })
  const general = from && withPlaceholders(given, from)
  const hasName = general !== undefined && !isSameDraft(general, given)
  const [isGeneral, setIsGeneral] = useState(hasName)
  const body = { name: name.trim(), ...toWritten(records) }
  const path = { domain: domain.domain }
  const query = { chainId: chainIdOf(domain.chainId) }
  const { mutateAsync } = useSave({
    save: () =>
      template
        ? unwrap(
            api.PATCH(templatePath, { params: { path: { ...path, templateId: template.id }, query }, body }),
          )
        : unwrap(api.POST(templatesPath, { params: { path, query }, body })),
    done: `The template ${body.name} is saved.`,
    changes: [templatesKey(domain)],
    onSaved: (saved) => {
      onSaved?.(saved)
      onClose()
    },
  })
  return (
    <Dialog title={template ? 'Edit the template' : 'New template'} onClose={onClose}>
      <Form
        name="template"
        submit={() => mutateAsync(undefined)}
        failure="The template was not saved."
        action="Save the template"
        busyAction="Saving…"
        missing={missing(body.name, records)}
        button={{ className: 'w-full' }}
        footer={
          template ? (
            <ApiCall
              method="PATCH"
              path={templatePath}
              params={{ ...path, templateId: template.id }}
              query={query}
              body={body}
            />
          ) : (
            <ApiCall method="POST" path={templatesPath} params={path} query={query} body={body} />
          )
        }
      >
        <p className="text-soft text-sm">
          Every member of the workspace can give these records to new names. In a text,{' '}
          <code className="mono">{'{label}'}</code> and <code className="mono">{'{name}'}</code> stand for the
          new name.
        </p>
        <TextInput
          title="Name of the template"
          name="name"
          value={name}
          maxLength={60}
          placeholder="Team"
          onChange={setName}
        />
        {from && hasName && (
          <CheckInput
            title={`Write {label} in place of “${from.label}”`}
            hint="In texts: a new name then has its own in the same place."
            isChecked={isGeneral}
            onChange={(next) => {
              setIsGeneral(next)
              setRecords(next ? withPlaceholders(records, from) : fillDraft(records, from))
            }}
          />
        )}
        <NewRecords records={records} isUnfolded onChange={setRecords} />
      </Form>
    </Dialog>
  )
}

function missing(name: string, records: RecordDraft): string | undefined {
  if (name === '') return 'Enter a name for the template first.'
  return describeDraft(records) === '' ? 'Fill in at least one record.' : undefined
}
