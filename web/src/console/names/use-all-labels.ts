import { useEffect, useRef, useState } from 'react'
import { explainError } from '../../wallet/wallet-error.ts'
import type { DomainRef } from '../queries.ts'
import { labelOf } from './label-of.ts'
import type { NameSearch } from './name-search.ts'
import { namePages } from './queries.ts'

/** The most names that are selected together. */
export const maxSelected = 100_000

interface AllLabels {
  /** Names that were read so far; absent: nothing is being read. */
  readonly count?: number
  readonly error?: string
}

/** Reads the labels of all names that a search finds, page by page, at most `maxSelected`. */
export function useAllLabels(
  ref: DomainRef,
  search: NameSearch,
  onRead: (labels: ReadonlySet<string>) => void,
) {
  const [state, setState] = useState<AllLabels>({})
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const stop = () => {
    running.current?.abort()
    setState({})
  }
  const read = async () => {
    stop()
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    try {
      const labels = new Set<string>()
      setState({ count: 0 })
      for await (const names of namePages(ref, search, signal)) {
        if (signal.aborted) return
        for (const name of names) if (labels.size < maxSelected) labels.add(labelOf(name))
        setState({ count: labels.size })
        if (labels.size === maxSelected) break
      }
      if (signal.aborted) return
      setState({})
      onRead(labels)
    } catch (error) {
      if (!signal.aborted) setState({ error: explainError(error) })
    }
  }
  return { ...state, read: () => void read(), stop }
}
