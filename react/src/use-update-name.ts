import type { NameWithEtag, RecordsInput } from '@byname/sdk'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useByname } from './context.ts'
import { NoWalletError } from './errors.ts'
import { queryKey } from './queries.ts'

/** What is not given stays; null deletes. */
export interface NameUpdate extends RecordsInput {
  /** Texts and addresses that are given replace all that there are. */
  readonly replace?: boolean | undefined
  /** Entity tag of the state that the app has read (`useName().data.etag`): another state is `PreconditionFailedException`. */
  readonly ifMatch?: string | undefined
}

/** Changes the records of a name with one signature of its holder. `useName` shows them at once. */
export function useUpdateName(name: string): UseMutationResult<NameWithEtag, Error, NameUpdate> {
  const context = useByname()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ replace, ifMatch, ...records }) => {
      if (!context.wallet) throw new NoWalletError()
      return context.client.names.update(name, records, { replace, ifMatch })
    },
    onSuccess: async (updated) => {
      context.readAddress()
      queries.setQueryData(queryKey(context, 'name', name.toLowerCase()), updated)
      await queries.invalidateQueries({ queryKey: queryKey(context, 'my-names') })
    },
    retry: false,
  })
}
