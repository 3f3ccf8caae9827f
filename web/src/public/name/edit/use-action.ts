import { useState } from 'react'
import { explainError } from '../../../wallet/wallet-error.ts'

/** An action that can fail, and be tried again. */
export function useAction() {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async (action: () => Promise<void>) => {
    setProblem(undefined)
    setIsBusy(true)
    await action().catch((error) => setProblem(explainError(error)))
    setIsBusy(false)
  }
  return { isBusy, problem, run: (action: () => Promise<void>) => void run(action) }
}
