import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Hourglass, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button, IconButton } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'

/** Where toasts are on phones: below the screen, which makes room for them, so that they cover nothing. */
export function ToastSlot() {
  return <div ref={setSlot} className="shrink-0 md:contents" />
}

let slot: HTMLElement | null = null
const listeners = new Set<() => void>()

function setSlot(element: HTMLElement | null): void {
  slot = element
  for (const listener of listeners) listener()
}

function subscribeToSlot(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Messages; read out, and gone after five seconds unless they offer something or report a failure. F6 leads to them. */
export function Toasts() {
  const container = useSyncExternalStore(subscribeToSlot, () => slot)
  return (
    <Toast.Provider toastManager={toasts}>
      <Toast.Portal container={container ?? undefined}>
        <Toast.Viewport
          className={classNames(
            'grid gap-2 empty:hidden max-md:px-3 max-md:pt-2 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))] md:fixed md:end-4 md:bottom-4 md:z-20 md:w-88',
            !container && 'max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20',
          )}
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager<ToastData>()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="bg-raised text-ink border-line shadow-lg flex items-center gap-3 rounded border py-2 ps-4 pe-2 text-sm transition-[opacity,transform] duration-(--calm) data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0"
    >
      <ToastIcon type={toast.type} />
      <div className="min-w-0 grow">
        <Toast.Title className="name-breaks" />
        <Toast.Description className="text-soft name-breaks" />
        {toast.data && <TimeLeft endsAt={toast.data.endsAt} />}
      </div>
      {toast.data ? (
        <Toast.Action render={<Button size="dense" />} />
      ) : (
        <Toast.Close aria-hidden={false} render={<IconButton label="Close" size="dense" />}>
          <X aria-hidden className="text-soft size-4" />
        </Toast.Close>
      )}
    </Toast.Root>
  ))
}

function ToastIcon({ type }: { readonly type: string | undefined }) {
  if (type === 'offer') return <Hourglass aria-hidden className="text-soft size-4 shrink-0" />
  if (type === 'failure') return <CircleAlert aria-hidden className="text-bad size-4 shrink-0" />
  return <CircleCheck aria-hidden className="text-good size-4 shrink-0" />
}

/** Seen only: read out each second, it would hide everything else. */
function TimeLeft({ endsAt }: { readonly endsAt: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return (
    <p aria-hidden className="text-soft tabular-nums">
      in {Math.max(0, Math.ceil((endsAt - now) / 1000))} s
    </p>
  )
}

interface ToastData {
  /** Milliseconds since 1970: until then the offer stands. */
  readonly endsAt: number
}

const toasts = Toast.createToastManager<ToastData>()

/** Says that something is done. Failures stand beside what failed, if that is still on the screen. */
export function notify(title: string): void {
  toasts.add({ title })
}

/** Stays until it is closed. */
export function notifyFailure(title: string, description: string): void {
  toasts.add({ title, description, type: 'failure', priority: 'high', timeout: 0 })
}

interface UndoOffer extends ToastData {
  readonly title: string
  readonly onUndo: () => void
  /** It was closed without a response. */
  readonly onDismiss: () => void
}

/** Returns what withdraws the offer; its maker does so at the end. */
export function offerUndo({ title, endsAt, onUndo, onDismiss }: UndoOffer): () => void {
  const id = toasts.add({
    title,
    type: 'offer',
    timeout: 0,
    data: { endsAt },
    actionProps: { children: 'Undo', onClick: onUndo },
    onClose: onDismiss,
  })
  return () => toasts.close(id)
}
