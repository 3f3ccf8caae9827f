import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import type { DomainRef } from '../queries.ts'
import { ErrorState } from '../ui/Query.tsx'
import { NotesDialog } from './NotesDialog.tsx'
import { notesQuery } from './queries.ts'

interface NotesSectionProps {
  readonly domain: DomainRef
  readonly name: string
  readonly mayEdit: boolean
}

/** What the workspace keeps about the open name. */
export function NotesSection({ domain, name, mayEdit }: NotesSectionProps) {
  const [isEditing, setIsEditing] = useState(false)
  const { data, error, refetch } = useQuery(notesQuery(name, domain.chainId))
  if (error)
    return (
      <ErrorState title="The tags and the note were not read." error={error} onRetry={() => void refetch()} />
    )
  if (!data) return null
  const { tags, note } = data.data
  return (
    <section aria-label="Tags and note" className="border-line mt-6 grid gap-3 border-t pt-4">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">Tags and note</h3>
        {mayEdit && (
          <Button size="dense" aria-label="Edit the tags and the note" onClick={() => setIsEditing(true)}>
            Edit
          </Button>
        )}
      </div>
      {tags.length > 0 && (
        <div className="flex flex-wrap gap-1">
          {tags.map((tag) => (
            <Badge key={tag} className="max-w-full">
              <bdi className="truncate">{tag}</bdi>
            </Badge>
          ))}
        </div>
      )}
      {note !== '' && <p className="name-breaks text-sm whitespace-pre-line">{note}</p>}
      {tags.length === 0 && note === '' && (
        <p className="text-soft text-sm">None. They are for the workspace alone, and help to find names.</p>
      )}
      {isEditing && (
        <NotesDialog
          domain={domain}
          name={name}
          notes={data.data}
          etag={data.etag}
          onClose={() => setIsEditing(false)}
        />
      )}
    </section>
  )
}
