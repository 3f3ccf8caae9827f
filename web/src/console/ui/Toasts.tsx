import { Toast } from '@base-ui/react/toast'
import { Button } from '../../ui/Button.tsx'

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
      className="bg-ink text-ground shadow flex items-center justify-between gap-3 rounded py-2 ps-4 pe-2 text-sm"
    >
      <Toast.Title className="name-breaks" />
      <Toast.Close render={<Button look="quiet" size="dense" className="text-ground hover:bg-transparent" />}>
        Close
      </Toast.Close>
    </Toast.Root>
  ))
}

const toasts = Toast.createToastManager()

/** Says that something is done. Failures stand beside what failed. */
export function notify(title: string): void {
  toasts.add({ title })
}
