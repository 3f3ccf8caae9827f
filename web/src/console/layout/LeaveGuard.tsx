import { useBlocker } from '@tanstack/react-router'
import { hasUnsavedWork } from '../../form/unsaved-work.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/** Asks before a screen or an open name is left in which something is typed that is not saved. */
export function LeaveGuard() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => hasUnsavedWork() && placeOf(current) !== placeOf(next),
    // Each form asks for itself.
    enableBeforeUnload: false,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Dialog title="Leave without saving?" onClose={reset}>
      <p className="mb-4">What you typed here is not saved, and is lost when you leave.</p>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" onClick={reset}>
          Stay here
        </Button>
        <Button look="danger" onClick={proceed}>
          Leave
        </Button>
      </div>
    </Dialog>
  )
}

/** A screen, and the name that is open beside its list. */
function placeOf({ pathname, search }: { readonly pathname: string; readonly search: object }): string {
  return JSON.stringify([pathname, 'open' in search ? search.open : null])
}
