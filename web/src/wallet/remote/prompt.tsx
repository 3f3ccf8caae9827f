import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { t } from '../../text/messages.ts'
import { Dialog } from '../../ui/Dialog.tsx'

/** A dialog of a wallet outside of the browser, over the page and its dialogs. */
export interface Prompt {
  readonly show: (content: ReactNode) => void
  readonly close: () => void
  /** Rejects when the visitor closes it. */
  readonly cancelled: Promise<never>
}

/** Empty until `show`. */
export function openPrompt(title: string): Prompt {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  let isOpen = true
  const close = () => {
    if (!isOpen) return
    isOpen = false
    root.unmount()
    place.remove()
  }
  let cancel: () => void = close
  const cancelled = new Promise<never>((_resolve, reject) => {
    cancel = () => {
      close()
      reject(new Error(t('wallet.cancelled')))
    }
  })
  cancelled.catch(() => undefined)
  const show = (content: ReactNode) => {
    if (!isOpen) return
    root.render(
      <Dialog title={title} onClose={cancel}>
        {content}
      </Dialog>,
    )
  }
  return { show, close, cancelled }
}

/** Shows what `content` returns until it calls back with a choice. */
export async function promptFor<Choice>(
  { show, cancelled }: Prompt,
  content: (choose: (choice: Choice) => void) => ReactNode,
): Promise<Choice> {
  return Promise.race([new Promise<Choice>((choose) => show(content(choose))), cancelled])
}
