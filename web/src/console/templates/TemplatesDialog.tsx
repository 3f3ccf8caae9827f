import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { DomainRef } from '../queries.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Query } from '../ui/Query.tsx'
import { Empty } from '../ui/Screen.tsx'
import { useSave } from '../ui/use-save.ts'
import { maxTemplates, type Template, templatePath, templatesKey, templatesQuery } from './queries.ts'
import { describeDraft, toDraft } from './record-draft.ts'
import { TemplateDialog } from './TemplateDialog.tsx'

interface TemplatesDialogProps {
  readonly domain: DomainRef
  readonly onClose: () => void
}

/** The templates of the domain, to edit and to delete them. */
export function TemplatesDialog({ domain, onClose }: TemplatesDialogProps) {
  const query = useQuery(templatesQuery(domain))
  /** Null: a new one; absent: none is open. */
  const [edited, setEdited] = useState<Template | null>()
  const [deleted, setDeleted] = useState<Template>()
  const isFull = query.data !== undefined && query.data.length >= maxTemplates
  return (
    <Dialog title="Templates" onClose={onClose}>
      <Query query={query} subject="the templates">
        {(templates) =>
          templates.length === 0 ? (
            <Empty title="No template yet.">
              A template has records that many names share, such as a website or an email address, and is
              chosen when a name is added.
            </Empty>
          ) : (
            <ul>
              {templates.map((template) => (
                <li
                  key={template.id}
                  className="border-line flex flex-wrap items-center gap-x-4 gap-y-1 border-b py-2.5"
                >
                  <p className="min-w-36 flex-1">
                    <bdi className="name-breaks font-medium">{template.name}</bdi>
                    <span className="text-soft block text-sm">{describeDraft(toDraft(template))}</span>
                  </p>
                  <Button
                    size="dense"
                    aria-label={`Edit ${template.name}`}
                    onClick={() => setEdited(template)}
                  >
                    Edit
                  </Button>
                  <Button
                    size="dense"
                    look="quiet"
                    aria-label={`Delete ${template.name}`}
                    onClick={() => setDeleted(template)}
                  >
                    Delete
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Query>
      <Button className="mt-4 w-full" disabled={isFull} onClick={() => setEdited(null)}>
        <Plus aria-hidden className="size-4" />
        New template
      </Button>
      {isFull && (
        <p className="text-soft mt-2 text-sm">A domain has at most {maxTemplates}: delete one first.</p>
      )}
      {edited !== undefined && (
        <TemplateDialog
          domain={domain}
          {...(edited && { template: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <DeleteTemplateDialog domain={domain} template={deleted} onClose={() => setDeleted(undefined)} />
      )}
    </Dialog>
  )
}

interface DeleteTemplateDialogProps extends TemplatesDialogProps {
  readonly template: Template
}

function DeleteTemplateDialog({ domain, template: { id, name }, onClose }: DeleteTemplateDialogProps) {
  const params = { domain: domain.domain, templateId: id }
  const query = { chainId: chainIdOf(domain.chainId) }
  const { mutateAsync } = useSave({
    save: () => unwrap(api.DELETE(templatePath, { params: { path: params, query } })),
    done: `The template ${name} is deleted.`,
    changes: [templatesKey(domain)],
    onSaved: onClose,
  })
  return (
    <ConfirmDialog
      name="delete-template"
      title={`Delete the template ${name}`}
      action="Delete the template"
      call={{ method: 'DELETE', path: templatePath, params, query }}
      onConfirm={() => mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>No member can choose it any more. Names that were added with it keep their records.</p>
    </ConfirmDialog>
  )
}
