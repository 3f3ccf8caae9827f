import { Button } from '../ui/Button.tsx'

interface DraftNotesProps {
  readonly isChanged: boolean
  readonly isRestored: boolean
  readonly onDiscard: () => void
}

/** Beside the button that saves a draft. */
export function DraftNotes({ isChanged, isRestored, onDiscard }: DraftNotesProps) {
  if (!isChanged) return null
  return (
    <>
      <Button size="dense" look="quiet" onClick={onDiscard}>
        Discard the changes
      </Button>
      <p role="status" className="text-soft text-sm">
        {isRestored ? 'Restored: what you typed here earlier is not saved yet.' : 'Not saved yet.'}
      </p>
    </>
  )
}
