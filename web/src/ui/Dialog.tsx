import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './Button.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Open as long as it is rendered. The browser keeps the focus inside, and Escape closes it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="bg-ground text-ink border-line shadow m-auto max-h-[90dvh] w-[min(28rem,calc(100vw-2rem))] overflow-y-auto rounded border p-6"
    >
      <div className="mb-4 flex items-start justify-between gap-4">
        <h2 id={titleId} className="name-breaks text-xl font-semibold">
          {title}
        </h2>
        <Button look="quiet" className="-mt-2 -mr-3" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
      {children}
    </dialog>
  )
}
