import { useEffect, useRef, useState } from 'react'
import type { DomainPage } from '../page-data.ts'
import { useRestore } from '../use-return.ts'
import { checkLabel, type LabelAnswer } from './check-label.ts'

/** Between two keys, nothing is sent. */
const debounceMs = 200

type Answered = LabelAnswer | { readonly kind: 'none' | 'asking' }

interface LabelAnswerState {
  readonly answer: Answered
  /** Asks now, and resolves to what is then shown. */
  readonly ask: () => Promise<Answered>
}

/**
 * The live answer to what is typed. A newer label aborts the request of an older one. What got no answer is asked again once
 * the browser is online, and everything when the page comes back from the history.
 */
export function useLabelAnswer(
  label: string,
  { name: domain, chainId }: Pick<DomainPage, 'name' | 'chainId'>,
  address: string | undefined,
): LabelAnswerState {
  const [answered, setAnswered] = useState<{ readonly label: string; readonly answer: LabelAnswer }>()
  const [attempt, setAttempt] = useState(0)
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    if (label === '') return
    // What was there before the script arrived is not being typed.
    const delayMs = isFirst.current ? 0 : debounceMs
    isFirst.current = false
    const aborting = new AbortController()
    const timer = setTimeout(() => {
      checkLabel({ label, domain, chainId, address, signal: aborting.signal }).then(
        (answer) => setAnswered({ label, answer }),
        () => undefined,
      )
    }, delayMs)
    return () => {
      clearTimeout(timer)
      aborting.abort()
    }
  }, [label, domain, chainId, address, attempt])
  const hasFailed = answered?.answer.kind === 'failed'
  useEffect(() => {
    if (!hasFailed) return
    const retry = () => setAttempt((count) => count + 1)
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [hasFailed])
  useRestore(() => setAttempt((count) => count + 1))
  const ask = async (): Promise<Answered> => {
    if (label === '') return { kind: 'none' }
    const { signal } = new AbortController()
    const answer = await checkLabel({ label, domain, chainId, address, signal })
    setAnswered({ label, answer })
    return answer
  }
  if (label === '') return { answer: { kind: 'none' }, ask }
  return { answer: answered?.label === label ? answered.answer : { kind: 'asking' }, ask }
}
