import { useRef, useState } from 'react'
import { explainError, nameOfError } from '../wallet/wallet-error.ts'

/** Why an action failed; another failure is another object. */
export interface Problem {
  /** As the service gives it, with the names of its fields. */
  readonly text: string
  /** Of the error. */
  readonly name: string
  readonly error: unknown
  /** What had the focus when the action began. */
  readonly origin: Element | null
}

export interface Action {
  readonly isBusy: boolean
  readonly problem: Problem | undefined
  /** Never rejects. While an action runs, no other one begins. */
  readonly run: (action: () => unknown) => Promise<void>
  /** For what is corrected without another attempt. */
  readonly forgetProblem: () => void
}

/** An action that can fail and be tried again, one at a time. */
export function useAction(): Action {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  // The state is rendered later, perhaps after a second event.
  const isRunning = useRef(false)
  const run = async (action: () => unknown) => {
    if (isRunning.current) return
    isRunning.current = true
    const origin = document.activeElement
    setProblem(undefined)
    setIsBusy(true)
    try {
      await action()
    } catch (error) {
      setProblem({ text: explainError(error), name: nameOfError(error), error, origin })
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }
  return { isBusy, problem, run, forgetProblem: () => setProblem(undefined) }
}
