import { useEffect, useState } from 'react'

interface Draft<Value> {
  /** What is in the fields. */
  readonly draft: Value
  readonly change: (update: (draft: Value) => Value) => void
  readonly isChanged: boolean
  /** Whether it was typed before the form was opened. */
  readonly isRestored: boolean
  /** Back to what is stored. */
  readonly discard: () => void
  /** What is in the fields was saved. */
  readonly accept: () => void
}

/** `draft`, which was begun from `base`, on top of `stored`. */
type Rebase<Value> = (draft: Value, base: Value, stored: Value) => Value

interface State<Value> {
  readonly stored: Value
  /** What was stored when the draft was begun. */
  readonly base: Value
  readonly draft: Value
  readonly isRestored: boolean
}

/**
 * Fields over what is stored, kept by the tab until they are saved or discarded. What others store in the meantime is
 * shown in the fields that are not changed here.
 *
 * @param key Of the entity, such as `rules 1 demo.eth`.
 * @param stored A JSON value.
 */
export function useDraft<Value extends object>(
  key: string,
  stored: Value,
  rebase: Rebase<Value> = rebaseFields,
): Draft<Value> {
  const [state, setState] = useState<State<Value>>(() => openDraft(key, stored, rebase))
  const current = isEqual(state.stored, stored) ? state : rebaseState(state, stored, rebase)
  if (current !== state) setState(current)
  const { base, draft, isRestored } = current
  const isChanged = !isEqual(draft, base)
  useEffect(() => {
    if (isChanged) keep(key, { base, draft })
    else forget(key)
  }, [key, base, draft, isChanged])
  return {
    draft,
    isChanged,
    isRestored: isRestored && isChanged,
    change: (update) => setState((latest) => ({ ...latest, draft: update(latest.draft) })),
    discard: () => {
      // Also where the form is gone before its effect runs.
      forget(key)
      setState({ stored, base: stored, draft: stored, isRestored: false })
    },
    accept: () => setState((latest) => ({ ...latest, base: latest.draft, isRestored: false })),
  }
}

const prefix = 'draft '

/** Those of the tab, when another person may use it. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}

/** Fields of `stored`, with those of `draft` that differ from `base`. */
export function rebaseFields<Value extends object>(draft: Value, base: Value, stored: Value): Value {
  const before = new Map(Object.entries(base))
  const changed = Object.entries(draft).filter(([name, value]) => !isEqual(value, before.get(name)))
  return { ...stored, ...Object.fromEntries(changed) }
}

function rebaseState<Value>(state: State<Value>, stored: Value, rebase: Rebase<Value>): State<Value> {
  return { ...state, stored, base: stored, draft: rebase(state.draft, state.base, stored) }
}

function openDraft<Value>(key: string, stored: Value, rebase: Rebase<Value>): State<Value> {
  const kept = readKept<Value>(key)
  return kept
    ? { stored, base: stored, draft: rebase(kept.draft, kept.base, stored), isRestored: true }
    : { stored, base: stored, draft: stored, isRestored: false }
}

type Kept<Value> = Pick<State<Value>, 'base' | 'draft'>

/** Written by `keep` under the same key, so of the same type; undefined: none. */
function readKept<Value>(key: string): Kept<Value> | undefined {
  const text = sessionStorage.getItem(prefix + key)
  return text === null ? undefined : JSON.parse(text)
}

function keep<Value>(key: string, kept: Kept<Value>): void {
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(kept))
  } catch {
    // The tab has no room: the fields have it still.
  }
}

function forget(key: string): void {
  sessionStorage.removeItem(prefix + key)
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
