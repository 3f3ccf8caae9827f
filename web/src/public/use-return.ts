import { useEffect, useRef } from 'react'

/** Calls back when the browser restores the document from its history, as it was left. */
export function useRestore(onRestore: () => void): void {
  const latest = useRef(onRestore)
  latest.current = onRestore
  useEffect(() => {
    const show = ({ persisted }: PageTransitionEvent) => {
      if (persisted) latest.current()
    }
    addEventListener('pageshow', show)
    return () => removeEventListener('pageshow', show)
  }, [])
}

/** As `useRestore`, and when the document was loaded from the history: from a cache, with what the server had written then. */
export function useReturn(onReturn: () => void): void {
  const first = useRef(onReturn)
  useRestore(onReturn)
  useEffect(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    if (navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward')
      first.current()
  }, [])
}
