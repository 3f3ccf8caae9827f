import { useEffect, useLayoutEffect, useRef, useState } from 'react'

export type Loaded<Value> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly value: Value }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }

/** Loads again for another key, on demand, and after a failure once the browser is online. */
export function useLoaded<Value>(key: string, load: () => Promise<Value>): Loaded<Value> {
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly state: Loaded<Value> }>()
  const latest = useRef(load)
  latest.current = load
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again.
  useEffect(() => {
    let isCurrent = true
    const retry = () => setAttempt((count) => count + 1)
    const show = (state: Loaded<Value>) => {
      if (isCurrent) setLoaded({ key, state })
    }
    latest.current().then(
      (value) => show({ kind: 'loaded', value }),
      (error) => show({ kind: 'failed', error, retry }),
    )
    return () => {
      isCurrent = false
    }
  }, [key, attempt])
  const state: Loaded<Value> = loaded?.key === key ? loaded.state : { kind: 'loading' }
  const retry = state.kind === 'failed' ? state.retry : undefined
  useLayoutEffect(() => {
    if (!retry) return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [retry])
  return state
}
