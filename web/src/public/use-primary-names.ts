import { useEffect, useState } from 'react'
import { importPart } from '../api/import-part.ts'
import type { PrimaryNames, readPrimaryNames } from './primary-names.ts'

interface PrimaryNamesState {
  /** Undefined until they are read. */
  readonly primary: PrimaryNames | undefined
  readonly readAgain: () => void
}

/** Read in the background: the page does without them. Another `names` reads them again, so that it has to be the same while nothing changes. */
export function usePrimaryNames(
  address: string | null,
  names: Parameters<typeof readPrimaryNames>[1] | undefined,
): PrimaryNamesState {
  const [primary, setPrimary] = useState<PrimaryNames>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again.
  useEffect(() => {
    if (!address || !names || names.length === 0) return
    let isCurrent = true
    importPart(() => import('./primary-names.ts'))
      .then(({ readPrimaryNames }) => readPrimaryNames(address, names))
      .then(
        (read) => isCurrent && setPrimary(read),
        () => undefined,
      )
    return () => {
      isCurrent = false
    }
  }, [address, names, attempt])
  return { primary, readAgain: () => setAttempt((count) => count + 1) }
}
