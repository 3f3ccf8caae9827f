import { useCallback, useEffect, useState } from 'react'
import { importPart } from '../../api/import-part.ts'
import { t } from '../../text/messages.ts'
import type { DomainPage } from '../page-data.ts'
import { useRestore } from '../use-return.ts'
import type { CheckedInvitation, OpenInvitation } from './check-invitation.ts'

export type InvitationState =
  | { readonly kind: 'none' }
  | { readonly kind: 'checking' }
  | Exclude<CheckedInvitation, { kind: 'failed' }>
  | (Extract<CheckedInvitation, { kind: 'failed' }> & { readonly retry: () => void })

interface Invitation {
  readonly state: InvitationState
  /** Asks for its state again, such as after a claim that failed. */
  readonly recheck: () => void
  /** After a claim. */
  readonly forget: () => void
}

const fragment = '#invite='

/**
 * The invitation link by which the page was opened (docs/invitation-links.md). The secret is taken out of the page's address, so that
 * it stays out of the history and of what is shared, and is kept in this tab for a reload. The check is loaded with the first secret.
 */
export function useInvitation({ name: domain, chainId }: DomainPage): Invitation {
  const [state, setState] = useState<InvitationState>({ kind: 'none' })
  const storageKey = `invitation:${chainId}:${domain}`
  const check = useCallback(async () => {
    const secret = withStorage((storage) => storage.getItem(storageKey))
    if (!secret) return
    setState((last) => (last.kind === 'open' ? last : { kind: 'checking' }))
    const retry = () => void check()
    try {
      const { checkInvitation } = await importPart(() => import('./check-invitation.ts'))
      const checked = await checkInvitation(secret, { domain, chainId })
      // Another link was opened meanwhile, or this one has been used.
      if (withStorage((storage) => storage.getItem(storageKey)) !== secret) return
      setState(checked.kind === 'failed' ? { ...checked, retry } : checked)
    } catch {
      setState({ kind: 'failed', reason: t('claim.incomplete'), retry })
    }
  }, [storageKey, domain, chainId])
  useEffect(() => {
    const take = () => {
      if (!location.hash.startsWith(fragment)) return
      withStorage((storage) => storage.setItem(storageKey, location.hash.slice(fragment.length)))
      history.replaceState(history.state, '', location.pathname + location.search)
      void check()
    }
    if (location.hash.startsWith(fragment)) take()
    else void check()
    // A second link, opened in the same tab, changes the fragment only.
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [check, storageKey])
  const recheck = () => void check()
  useRestore(recheck)
  return {
    state,
    recheck,
    forget: () => withStorage((storage) => storage.removeItem(storageKey)),
  }
}

/** The URL of this page, with the label and the invitation. */
export function pageUrlWith(label: string, invitation: OpenInvitation | undefined): string {
  const url = new URL(location.href)
  url.searchParams.set('label', label)
  url.hash = invitation ? fragment + invitation.secret : ''
  return url.href
}

const memory = new Map<string, string>()

/** This tab's; where the browser allows none, until the page is left. */
function withStorage<Result>(use: (storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) => Result) {
  try {
    return use(sessionStorage)
  } catch {
    return use({
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    })
  }
}
