import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { PopupContainer } from '../../ui/Dialog.tsx'

interface NavigationDrawerProps {
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The navigation over the screen, where there is no room beside it. Open as long as it is rendered. */
export function NavigationDrawer({ onClose, children }: NavigationDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [container, setContainer] = useState<HTMLElement>()
  useEffect(() => {
    dialog.current?.showModal()
    setContainer(dialog.current ?? undefined)
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it.
    <dialog
      ref={dialog}
      aria-label="Navigation"
      onClose={onClose}
      onClick={({ target }) => {
        // Beside the drawer.
        if (target === dialog.current) dialog.current?.close()
      }}
      className="bg-sunk text-ink border-line shadow-lg ms-0 me-auto my-0 h-dvh max-h-dvh w-[min(19rem,calc(100vw-3.5rem))] overflow-visible border-e p-0 transition-[opacity,translate] duration-(--calm) backdrop:transition-opacity backdrop:duration-(--calm) starting:open:-translate-x-6 starting:open:opacity-0 starting:open:backdrop:opacity-0 rtl:starting:open:translate-x-6"
    >
      <PopupContainer value={container}>
        <div className="h-full overflow-y-auto overscroll-contain px-3 pt-[max(0.875rem,env(safe-area-inset-top))] pb-[max(1rem,env(safe-area-inset-bottom))]">
          {children}
        </div>
        <IconButton
          label="Close"
          look="plain"
          className="absolute start-full top-3 ms-1.5 rounded-full"
          onClick={() => dialog.current?.close()}
        >
          <X aria-hidden className="size-5" />
        </IconButton>
      </PopupContainer>
    </dialog>
  )
}
