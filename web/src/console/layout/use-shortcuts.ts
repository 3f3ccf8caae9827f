import { useEffect, useEffectEvent } from 'react'
import { areShortcutsOn } from '../../ui/shortcut-setting.ts'

interface Shortcuts {
  /** ⌘K or Ctrl K, also while something is typed. */
  readonly onCommands: () => void
  /** `n` on a screen where nothing is made. */
  readonly onNew: () => void
  readonly onHelp: () => void
}

/** `/` and `n` use the control of the screen that names them in `aria-keyshortcuts`. Nothing happens below an open dialog. */
export function useShortcuts({ onCommands, onNew, onHelp }: Shortcuts): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, altKey, shiftKey } = event
    if (document.querySelector('dialog[open]')) return
    if (event.ctrlKey || event.metaKey) {
      if (key.toLowerCase() !== 'k' || altKey || shiftKey) return
      event.preventDefault()
      return onCommands()
    }
    if (altKey || !areShortcutsOn() || isTyping(target)) return
    if (key === '?') return onHelp()
    if (key !== '/' && key !== 'n') return
    event.preventDefault()
    const control = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)
    if (control instanceof HTMLInputElement) control.focus()
    else if (control) control.click()
    else if (key === '/') onCommands()
    else onNew()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select') !== null
}
