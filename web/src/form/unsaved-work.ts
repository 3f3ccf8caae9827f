import { useEffect, useId } from 'react'

/** Forms in which something is typed that is neither sent nor kept. */
const forms = new Set<string>()

export function hasUnsavedWork(): boolean {
  return forms.size > 0
}

/** While there is unsaved work, the browser asks before the document is left. */
export function useUnsavedWork(isUnsaved: boolean): void {
  const id = useId()
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    forms.add(id)
    addEventListener('beforeunload', ask)
    return () => {
      forms.delete(id)
      removeEventListener('beforeunload', ask)
    }
  }, [id, isUnsaved])
}
