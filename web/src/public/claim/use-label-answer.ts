import { useEffect, useState } from 'react'
import { checkLabel, type LabelAnswer } from './check-label.ts'

/** Between two keys, nothing is sent. */
const debounceMs = 200

type Answered = LabelAnswer | { readonly kind: 'none' | 'asking' }

/** The live answer to what is typed. A newer label aborts the request of an older one. */
export function useLabelAnswer(label: string, domain: string, chainId: number): Answered {
  const [answer, setAnswer] = useState<{ readonly label: string; readonly answer: LabelAnswer }>()
  useEffect(() => {
    if (label === '') return
    const aborting = new AbortController()
    const timer = setTimeout(() => {
      checkLabel({ label, domain, chainId, signal: aborting.signal }).then(
        (found) => setAnswer({ label, answer: found }),
        () => undefined,
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      aborting.abort()
    }
  }, [label, domain, chainId])
  if (label === '') return { kind: 'none' }
  return answer?.label === label ? answer.answer : { kind: 'asking' }
}
