import { useSyncExternalStore } from 'react'
import { explainError } from '../../wallet/wallet-error.ts'
import { type DomainRef, sendBatch } from '../queries.ts'
import { queryClient } from '../query-client.ts'
import { currentRenewal, subscribeToRenewal } from '../session-renewal.ts'
import { notify, notifyFailure, offerUndo } from '../ui/Toasts.tsx'
import { readNamesAgain } from './queries.ts'

/** Seconds in which a revocation can be undone: it is sent afterwards. */
export const undoSeconds = 10

const maxUndoableNames = 100

/** Of the labels as JSON: a browser sends at most 64 KiB of a page that is being left. */
const maxUndoableBytes = 48 * 1024

/** Whether the labels can wait in the page: those of a larger revocation are confirmed by their number instead. */
export function canBeUndone(labels: readonly string[]): boolean {
  return labels.length <= maxUndoableNames && sizeOf(labels) <= maxUndoableBytes
}

function sizeOf(labels: readonly string[]): number {
  return new TextEncoder().encode(JSON.stringify(labels.map(toItem))).length
}

interface Revocation {
  readonly ref: DomainRef
  readonly labels: readonly string[]
  readonly title: string
}

/** Waiting or on their way. A new array with each change. */
let revocations: readonly Revocation[] = []
/** The one that can be undone, and what ends that. */
let waiting: { readonly revocation: Revocation; readonly end: () => void } | undefined
const listeners = new Set<() => void>()

function setRevocations(next: readonly Revocation[]): void {
  revocations = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The labels of the domain that will be revoked, and that still exist. */
export function useRevokedLabels({ domain, chainId }: DomainRef): ReadonlySet<string> {
  const all = useSyncExternalStore(subscribe, () => revocations)
  const own = all.filter(({ ref }) => ref.domain === domain && ref.chainId === chainId)
  return new Set(own.flatMap(({ labels }) => labels))
}

/**
 * Revokes the names after `undoSeconds`, or as soon as the page is hidden or left, or more names are revoked. Until
 * then a message on every screen offers to undo it, unless a sign-in covers it. `labels`: as `canBeUndone` allows.
 */
export function revokeLater(ref: DomainRef, labels: readonly string[], title: string): void {
  sendWaiting()
  const revocation = { ref, labels, title }
  setRevocations([...revocations, revocation])
  wait(revocation)
}

function wait(revocation: Revocation): void {
  const timer = setTimeout(sendWaiting, undoSeconds * 1000)
  const withdrawOffer = offerUndo({
    title: `${revocation.title} will be revoked`,
    endsAt: Date.now() + undoSeconds * 1000,
    onUndo: () => undo(revocation),
    onDismiss: sendWaiting,
  })
  const end = () => {
    waiting = undefined
    clearTimeout(timer)
    withdrawOffer()
  }
  waiting = { revocation, end }
}

// A sign-in covers the offer to undo: its ten seconds begin again afterwards, or the names are kept.
subscribeToRenewal(() => {
  const renewal = currentRenewal()
  if (!renewal || !waiting) return
  const { revocation, end } = waiting
  end()
  void renewal.isRenewed.then((isRenewed) => (isRenewed ? wait(revocation) : keep(revocation)))
})

function undo(revocation: Revocation): void {
  if (waiting?.revocation !== revocation) return
  waiting.end()
  keep(revocation)
}

function keep(revocation: Revocation): void {
  forget(revocation)
  notify(`Not revoked: ${revocation.title}`)
}

function forget(revocation: Revocation): void {
  setRevocations(revocations.filter((other) => other !== revocation))
}

function sendWaiting(): void {
  if (!waiting) return
  const { revocation, end } = waiting
  end()
  void send(revocation)
}

addEventListener('pagehide', sendWaiting)
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') sendWaiting()
})

async function send(revocation: Revocation): Promise<void> {
  const { ref, labels, title } = revocation
  try {
    const { results } = await sendBatch(ref, labels.map(toItem), { outlivesPage: true })
    const refused = results.flatMap(({ label, error }) => (error ? [`${label}: ${error.message}`] : []))
    if (refused.length === 0) notify(`Revoked: ${title}`)
    else notifyFailure(`Not revoked: ${refused.length} of ${labels.length}`, refused.slice(0, 3).join(' '))
  } catch (error) {
    notifyFailure(`Not revoked: ${title}`, explainError(error))
  }
  await readNamesAgain(queryClient, ref)
  forget(revocation)
}

function toItem(label: string) {
  return { action: 'revoke' as const, label }
}
