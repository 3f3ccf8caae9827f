import { type FocusEvent, useRef } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement

interface TypedText {
  /** For the focus of an element, before anything is typed in it. */
  readonly noteField: (event: FocusEvent) => void
  /** Whether a field has another text than when it was first focused. */
  readonly hasTypedText: () => boolean
}

/** Whether a visitor has typed something that is in the fields still. */
export function useTypedText(): TypedText {
  const fields = useRef(new Map<Field, string>())
  return {
    noteField: ({ target }) => {
      if (isTextField(target) && !fields.current.has(target)) fields.current.set(target, target.value)
    },
    hasTypedText: () =>
      [...fields.current].some(([field, value]) => field.isConnected && field.value !== value),
  }
}

/** What is chosen or searched is quickly done again. */
const typedTypes = new Set(['text', 'url', 'email', 'tel', 'number', 'password'])

function isTextField(element: EventTarget): element is Field {
  return (
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && typedTypes.has(element.type))
  )
}
