/** The button that was pressed last, before the page is taken over. */
let pressed: HTMLElement | undefined

function keep(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (!button) return
  // Without it, the browser would send the form itself.
  event.preventDefault()
  pressed?.removeAttribute('aria-busy')
  button.setAttribute('aria-busy', 'true')
  pressed = button
}

/** Until `repeatEarlyClick`. A form that is sent by the keyboard clicks on its button. */
export function keepEarlyClick(): void {
  document.addEventListener('click', keep, true)
}

/** Presses the button again, now that the page responds. */
export function repeatEarlyClick(): void {
  document.removeEventListener('click', keep, true)
  pressed?.removeAttribute('aria-busy')
  pressed?.click()
  pressed = undefined
}
