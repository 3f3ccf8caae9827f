import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '../../form/Form.tsx'
import { LongTextInput } from '../../form/inputs.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { nameText } from '../../ui/name-text.ts'
import type { DomainRef } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { type NameNotes, notesPath, notesQuery, readNotesAgain, saveNotes, tagsQuery } from './queries.ts'
import { TagsInput, withTag } from './TagsInput.tsx'

interface NotesDialogProps {
  readonly domain: DomainRef
  readonly name: string
  /** As they were read. */
  readonly notes: NameNotes
  readonly etag: string | null
  readonly onClose: () => void
}

/** Edits what the workspace keeps about one name. */
export function NotesDialog({ domain, name, notes, etag, onClose }: NotesDialogProps) {
  const client = useQueryClient()
  const [tags, setTags] = useState<readonly string[]>(notes.tags)
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState(notes.note)
  const { data: known = [] } = useQuery(tagsQuery(domain))
  const body = { tags: [...withTag(tags, typed)], note }
  const save = async () => {
    const saved = await saveNotes({ name, chainId: domain.chainId, etag, ...body })
    client.setQueryData(notesQuery(name, domain.chainId).queryKey, saved)
    await readNotesAgain(client, domain)
    onClose()
  }
  return (
    <Dialog title={`Tags and note of ${nameText(name)}`} onClose={onClose}>
      <Form
        name="name-notes"
        submit={save}
        action="Save"
        busyAction="Saving…"
        failure="The tags and the note were not saved."
        footer={
          <ApiCall
            method="PATCH"
            path={notesPath}
            params={{ name }}
            query={{ chainId: domain.chainId }}
            body={body}
          />
        }
      >
        <p className="text-soft text-sm">
          Only the members of the workspace see them. They are not part of the records, and stay when the name
          is transferred.
        </p>
        <TagsInput
          title="Add a tag"
          tags={tags}
          typed={typed}
          known={known.map(({ tag }) => tag)}
          onChange={setTags}
          onType={setTyped}
        />
        <LongTextInput
          title="Note for the workspace"
          name="note"
          rows={5}
          value={note}
          hint="Up to 2,000 characters."
          onChange={setNote}
        />
      </Form>
    </Dialog>
  )
}
