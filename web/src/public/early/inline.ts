// Runs before the document's first button is shown, and imports nothing: what is pressed before the page is taken over is not
// lost.
let pressed: HTMLElement | undefined

function keep(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (!(button instanceof HTMLElement)) return
  // Without it, the browser would send the form itself.
  event.preventDefault()
  // Nor does a page that is being taken over respond to it: it would be done twice.
  event.stopPropagation()
  pressed?.removeAttribute('aria-busy')
  button.setAttribute('aria-busy', 'true')
  pressed = button
}

// A form that is sent by the keyboard clicks on its button.
document.addEventListener('click', keep, true)

globalThis.earlyClick = {
  end: () => {
    document.removeEventListener('click', keep, true)
    pressed?.removeAttribute('aria-busy')
    return pressed
  },
}
