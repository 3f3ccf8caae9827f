import { useEffect, useEffectEvent } from 'react'

/** A key without modifiers, outside of fields, uses the control that names it in `aria-keyshortcuts`. */
export function useShortcuts(onHelp: () => void): void {
  const help = useEffectEvent(onHelp)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return
      if (document.querySelector('dialog[open]')) return
      if (key === '?') return help()
      if (key !== '/' && key !== 'n') return
      const control = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)
      if (!control) return
      event.preventDefault()
      if (control instanceof HTMLInputElement) control.focus()
      else control.click()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select') !== null
}
