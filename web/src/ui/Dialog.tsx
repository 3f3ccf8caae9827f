import { X } from 'lucide-react'
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { t } from '../text/messages.ts'
import { Button, IconButton } from './Button.tsx'
import { classNames } from './class-names.ts'
import { useTypedText } from './use-typed-text.ts'

/** Where popups inside of an open dialog are drawn: what lies outside of it is below it, and inert. */
export const PopupContainer = createContext<HTMLElement | undefined>(undefined)

const widths = {
  narrow: 'md:w-[28rem]',
  wide: 'md:w-[44rem]',
} as const

const places = {
  /** Phones have it at the lower edge, where a thumb is. */
  middle:
    'mx-auto mb-0 mt-auto max-md:w-full max-md:max-w-full max-md:rounded-b-none md:my-auto md:rounded-lg rounded-xl starting:open:translate-y-6 md:starting:open:translate-y-2 md:starting:open:scale-[0.98]',
  side: 'me-0 ms-auto my-0 h-dvh max-h-dvh w-[min(26rem,100vw)] rounded-none starting:open:translate-x-6 rtl:starting:open:-translate-x-6',
} as const

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly width?: keyof typeof widths
  /** `side`: a drawer over the whole height. */
  readonly place?: keyof typeof places
  /** Neither Escape nor a button of its own closes it: what it shows is not shown again. */
  readonly isHeld?: boolean
  readonly children: ReactNode
}

/**
 * Open as long as it is rendered. The browser keeps the focus inside, and returns it to what opened the dialog. Escape closes
 * it; where text was typed, a question comes first.
 */
export function Dialog({
  title,
  onClose,
  width = 'narrow',
  place = 'middle',
  isHeld = false,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [container, setContainer] = useState<HTMLElement>()
  const titleId = useId()
  const { hasTypedText, noteField } = useTypedText()
  const [isAsking, setIsAsking] = useState(false)
  const isDiscarded = useRef(false)
  useEffect(() => {
    dialog.current?.showModal()
    setContainer(dialog.current ?? undefined)
  }, [])
  useLayoutEffect(() => {
    const element = dialog.current
    return () => {
      // What is removed while it is open returns no focus. Its event arrives when it is gone.
      isDiscarded.current = true
      element?.close()
    }
  }, [])
  const mayClose = () => !isHeld && (isDiscarded.current || !hasTypedText())
  const close = () => {
    if (mayClose()) dialog.current?.close()
    else setIsAsking(!isHeld)
  }
  const discard = () => {
    isDiscarded.current = true
    setIsAsking(false)
    dialog.current?.close()
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onFocus={noteField}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isElsewhere(event)) return
        // Browsers let a second Escape close several dialogs at once, without asking them.
        event.preventDefault()
        close()
      }}
      onCancel={(event) => {
        if (!isOwn(event)) return
        event.preventDefault()
        close()
      }}
      onClose={(event) => {
        if (!isOwn(event) || !event.currentTarget.isConnected) return
        if (mayClose()) return onClose()
        // Browsers close it on a second Escape, whatever the first one got.
        event.currentTarget.showModal()
        setIsAsking(!isHeld)
      }}
      className={classNames(
        'bg-raised text-ink border-line shadow-lg max-h-[min(92dvh,56rem)] flex-col border p-0 open:flex',
        'transition-[opacity,translate,scale] duration-(--calm) starting:open:opacity-0',
        'backdrop:transition-opacity backdrop:duration-(--calm) starting:open:backdrop:opacity-0',
        place === 'middle' && widths[width],
        places[place],
      )}
    >
      <PopupContainer value={container}>
        <div className="flex items-start justify-between gap-4 ps-6 pe-3 pt-4 pb-2">
          <h2 id={titleId} className="name-breaks pt-1.5 text-lg font-semibold tracking-tight">
            {title}
          </h2>
          {!isHeld && (
            <IconButton label={t('close')} size="dense" onClick={close}>
              <X aria-hidden className="size-4" />
            </IconButton>
          )}
        </div>
        <div className="min-h-0 overflow-y-auto px-6 pt-1 pb-[max(1.5rem,env(safe-area-inset-bottom))]">
          {children}
        </div>
        {isAsking && <DiscardQuestion onKeep={() => setIsAsking(false)} onDiscard={discard} />}
      </PopupContainer>
    </dialog>
  )
}

/** React passes events of a dialog on to the one that it is in. */
function isOwn({ target, currentTarget }: SyntheticEvent): boolean {
  return target === currentTarget
}

/** In a dialog above this one, or for a list that is open in it. */
function isElsewhere({ target, currentTarget }: KeyboardEvent<HTMLDialogElement>): boolean {
  const dialog = target instanceof Element ? target.closest('dialog') : null
  return dialog !== currentTarget || currentTarget.querySelector('[aria-expanded="true"]') !== null
}

interface DiscardQuestionProps {
  readonly onKeep: () => void
  readonly onDiscard: () => void
}

/** Before text that was typed is lost. Escape keeps it. */
export function DiscardQuestion({ onKeep, onDiscard }: DiscardQuestionProps) {
  return (
    <Dialog title={t('discard.title')} onClose={onKeep}>
      <p className="mb-4">{t('discard.text')}</p>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" onClick={onKeep}>
          {t('discard.keep')}
        </Button>
        <Button look="danger" onClick={onDiscard}>
          {t('discard.action')}
        </Button>
      </div>
    </Dialog>
  )
}
