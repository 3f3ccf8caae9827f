import { Toast } from '@base-ui/react/toast'
import { CircleCheck, X } from 'lucide-react'
import { IconButton } from '../../ui/Button.tsx'

/** Messages that need no answer; read out, and gone after five seconds. F6 leads to them. On phones at the upper edge, away from buttons. */
export function Toasts() {
  return (
    <Toast.Provider toastManager={toasts}>
      <Toast.Portal>
        <Toast.Viewport className="fixed end-4 top-16 z-20 md:top-auto md:bottom-4 grid w-[min(22rem,calc(100vw-2rem))] gap-2 empty:hidden">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="bg-raised text-ink border-line shadow-lg flex items-center gap-3 rounded border py-2 ps-4 pe-2 text-sm transition-[opacity,transform] duration-(--calm) data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0"
    >
      <CircleCheck aria-hidden className="text-good size-4 shrink-0" />
      <Toast.Title className="name-breaks grow" />
      <Toast.Close render={<IconButton label="Close" size="dense" />}>
        <X aria-hidden className="text-soft size-4" />
      </Toast.Close>
    </Toast.Root>
  ))
}

const toasts = Toast.createToastManager()

/** Says that something is done. Failures stand beside what failed. */
export function notify(title: string): void {
  toasts.add({ title })
}
