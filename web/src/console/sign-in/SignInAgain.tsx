import { useSyncExternalStore } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { currentRenewal, subscribeToRenewal } from '../session-renewal.ts'
import { SignInActions } from './SignInActions.tsx'

/** Over the screen, which keeps what was typed, when the session has ended. */
export function SignInAgain() {
  const renewal = useSyncExternalStore(subscribeToRenewal, currentRenewal)
  if (!renewal) return null
  const leave = () => renewal.settle(false)
  return (
    <Dialog title="Your session has ended" onClose={leave}>
      <div className="grid gap-4">
        <p>Sign in again to go on where you are. What you typed is kept.</p>
        <SignInActions setupToken={null} onSignedIn={() => renewal.settle(true)} />
        <Button look="quiet" onClick={leave}>
          Leave this screen
        </Button>
      </div>
    </Dialog>
  )
}
