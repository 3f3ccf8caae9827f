import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ApiCall } from './ApiCall.tsx'
import type { ApiRequest } from './api-call.ts'
import { ErrorState } from './ErrorState.tsx'
import { TextInput } from './TextInput.tsx'

interface ConfirmDialogProps {
  readonly title: string
  /** What will happen. */
  readonly children: ReactNode
  readonly action: string
  /** What must be typed first. */
  readonly typed?: string
  /** What a program sends for the same. */
  readonly call: ApiRequest
  readonly isBusy: boolean
  readonly error: unknown
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Before what cannot be undone. */
export function ConfirmDialog({
  title,
  children,
  action,
  typed,
  call,
  isBusy,
  error,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [text, setText] = useState('')
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm()
        }}
      >
        <div className="text-soft name-breaks grid gap-2 text-sm">{children}</div>
        {typed !== undefined && (
          <TextInput title={`Type ${typed} to confirm`} value={text} onChange={setText} />
        )}
        {error !== null && <ErrorState title="Nothing was changed." error={error} />}
        <Button
          type="submit"
          look="danger"
          disabled={isBusy || (typed !== undefined && text.trim() !== typed)}
        >
          {isBusy ? 'A moment…' : action}
        </Button>
        <ApiCall {...call} />
      </form>
    </Dialog>
  )
}
