import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { DomainPage } from '../page-data.ts'
import { useRestore } from '../use-return.ts'
import type { OpenInvitation } from './check-invitation.ts'
import { checkLabel } from './check-label.ts'
import type { LabelAvailability } from './label-availability.ts'

/** Between two keys, nothing is sent. */
const debounceMs = 200

export type ShownAvailability = LabelAvailability | { readonly kind: 'none' | 'asking' }

interface LabelState {
  readonly availability: ShownAvailability
  /** Asks now, and resolves to what is then shown. */
  readonly ask: () => Promise<ShownAvailability>
}

/**
 * The availability of the label that is typed. A newer label aborts the request of an older one. What got no response is asked again once
 * the browser is online, and everything when the page comes back from the history.
 */
export function useLabelAvailability(
  label: string,
  { name: domain, chainId, policy }: Pick<DomainPage, 'name' | 'chainId' | 'policy'>,
  address: string | undefined,
  invitation: OpenInvitation | undefined,
): LabelState {
  const [checked, setChecked] = useState<{
    readonly label: string
    readonly availability: LabelAvailability
  }>()
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
      checkLabel({ label, domain, chainId, policy, address, invitation, signal: aborting.signal }).then(
        (availability) => setChecked({ label, availability }),
        () => undefined,
      )
    }, delayMs)
    return () => {
      clearTimeout(timer)
      aborting.abort()
    }
  }, [label, domain, chainId, policy, address, invitation, attempt])
  const hasFailed = checked?.availability.kind === 'failed'
  // Before the visitor sees it: the browser may be online in a moment.
  useLayoutEffect(() => {
    if (!hasFailed) return
    const retry = () => setAttempt((count) => count + 1)
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [hasFailed])
  useRestore(() => setAttempt((count) => count + 1))
  const ask = async (): Promise<ShownAvailability> => {
    if (label === '') return { kind: 'none' }
    const { signal } = new AbortController()
    const availability = await checkLabel({ label, domain, chainId, policy, address, invitation, signal })
    setChecked({ label, availability })
    return availability
  }
  if (label === '') return { availability: { kind: 'none' }, ask }
  return { availability: checked?.label === label ? checked.availability : { kind: 'asking' }, ask }
}
