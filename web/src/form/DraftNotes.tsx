import { t } from '../text/messages.ts'
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
        {t('draft.discard')}
      </Button>
      <p role="status" className="text-soft text-sm">
        {t(isRestored ? 'draft.restored' : 'draft.unsaved')}
      </p>
    </>
  )
}
