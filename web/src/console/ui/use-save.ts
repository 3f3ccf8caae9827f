import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from './Toasts.tsx'

interface Save<Input, Output> {
  readonly save: (input: Input) => Promise<Output>
  /** Said when it is done; absent: the output decides. */
  readonly done?: string
  /** What is read again. */
  readonly changes: readonly QueryKey[]
  readonly onSaved?: (output: Output) => void
}

/** A write that can fail, beside the form that made it. */
export function useSave<Input, Output>({ save, done, changes, onSaved }: Save<Input, Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: async (output) => {
      if (done !== undefined) notify(done)
      onSaved?.(output)
      await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
}
