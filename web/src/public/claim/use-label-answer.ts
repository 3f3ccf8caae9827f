import { useEffect, useRef, useState } from 'react'
import type { DomainPage } from '../page-data.ts'
import { checkLabel, type LabelAnswer } from './check-label.ts'

/** Between two keys, nothing is sent. */
const debounceMs = 200

type Answered = LabelAnswer | { readonly kind: 'none' | 'asking' }

/** The live answer to what is typed. A newer label aborts the request of an older one. */
export function useLabelAnswer(
  label: string,
  { name: domain, chainId }: Pick<DomainPage, 'name' | 'chainId'>,
  address: string | undefined,
): Answered {
  const [answer, setAnswer] = useState<{ readonly label: string; readonly answer: LabelAnswer }>()
  const isFirst = useRef(true)
  useEffect(() => {
    if (label === '') return
    // What was there before the script arrived is not being typed.
    const delayMs = isFirst.current ? 0 : debounceMs
    isFirst.current = false
    const aborting = new AbortController()
    const timer = setTimeout(() => {
      checkLabel({ label, domain, chainId, address, signal: aborting.signal }).then(
        (found) => setAnswer({ label, answer: found }),
        () => undefined,
      )
    }, delayMs)
    return () => {
      clearTimeout(timer)
      aborting.abort()
    }
  }, [label, domain, chainId, address])
  if (label === '') return { kind: 'none' }
  return answer?.label === label ? answer.answer : { kind: 'asking' }
}
