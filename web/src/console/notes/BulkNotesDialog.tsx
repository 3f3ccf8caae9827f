import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Form } from '../../form/Form.tsx'
import { LongTextInput } from '../../form/inputs.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatCount } from '../../ui/format-number.ts'
import type { DomainRef } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { notify } from '../ui/Toasts.tsx'
import {
  type BulkNotesResult,
  bulkNotesPath,
  changeNotesOf,
  type NotesChange,
  readNotesAgain,
  tagsQuery,
} from './queries.ts'
import { TagsInput, withTag } from './TagsInput.tsx'

export type BulkNotesKind = 'add-tags' | 'remove-tags' | 'note'

interface BulkNotesDialogProps {
  readonly domain: DomainRef
  readonly kind: BulkNotesKind
  readonly labels: readonly string[]
  readonly onClose: () => void
}

const kinds = {
  'add-tags': { title: 'Add tags to', action: 'Add' },
  'remove-tags': { title: 'Remove tags from', action: 'Remove' },
  note: { title: 'Set the note of', action: 'Set' },
} as const

const shownLabels = 8
const shownProblems = 20

/** The same change to all selected names, with progress. What was refused is shown. */
export function BulkNotesDialog({ domain, kind, labels, onClose }: BulkNotesDialogProps) {
  const client = useQueryClient()
  const { data: known = [] } = useQuery(tagsQuery(domain))
  const [tags, setTags] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState('')
  const [sent, setSent] = useState<number>()
  const [result, setResult] = useState<BulkNotesResult>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const count = `${formatCount(labels.length)} ${labels.length === 1 ? 'name' : 'names'}`
  const chosen = [...withTag(tags, typed)]
  const change: NotesChange =
    kind === 'note' ? { note } : kind === 'add-tags' ? { addTags: chosen } : { removeTags: chosen }
  const send = async () => {
    const controller = new AbortController()
    running.current = controller
    setSent(0)
    try {
      const { signal } = controller
      const done = await changeNotesOf(domain, { labels, change, signal, onProgress: setSent })
      if (signal.aborted) return
      if (done.failed.length > 0) setResult(done)
      else {
        notify(`Changed: ${formatCount(done.changed)}; so already: ${formatCount(done.unchanged)}`)
        onClose()
      }
    } finally {
      setSent(undefined)
      await readNotesAgain(client, domain)
    }
  }
  const { title, action } = kinds[kind]
  if (result) return <Refused title={`${title} ${count}`} result={result} onClose={onClose} />
  return (
    <Dialog title={`${title} ${count}`} onClose={onClose}>
      <Form
        name="bulk-notes"
        submit={send}
        action={action}
        busyAction={
          sent !== undefined && labels.length > 1000
            ? `${formatCount(sent)} of ${formatCount(labels.length)}…`
            : 'Saving…'
        }
        failure="Not all names were changed."
        missing={kind !== 'note' && chosen.length === 0 && 'Type a tag, or press one.'}
        footer={
          <ApiCall
            method="POST"
            path={bulkNotesPath}
            params={{ domain: domain.domain }}
            query={{ chainId: domain.chainId }}
            body={{ labels: labels.slice(0, shownLabels), ...change }}
          />
        }
      >
        {kind === 'note' ? (
          <LongTextInput
            title="Note for the workspace"
            name="note"
            rows={5}
            value={note}
            hint="Replaces the notes that they have. Empty: removes them."
            onChange={setNote}
          />
        ) : (
          <TagsInput
            title={kind === 'add-tags' ? 'Tag to add' : 'Tag to remove'}
            tags={tags}
            typed={typed}
            known={known.map(({ tag }) => tag)}
            onChange={setTags}
            onType={setTyped}
          />
        )}
      </Form>
    </Dialog>
  )
}

interface RefusedProps {
  readonly title: string
  readonly result: BulkNotesResult
  readonly onClose: () => void
}

function Refused({ title, result: { changed, unchanged, failed }, onClose }: RefusedProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="grid gap-4">
        <p role="status">
          Changed: {formatCount(changed)}; so already: {formatCount(unchanged)}; left as they are:{' '}
          {formatCount(failed.length)}.
        </p>
        <ul className="grid gap-1 text-sm">
          {failed.slice(0, shownProblems).map(({ label, message }) => (
            <li key={label} className="name-breaks">
              {message}
            </li>
          ))}
          {failed.length > shownProblems && <li>and {formatCount(failed.length - shownProblems)} more</li>}
        </ul>
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
