import { BynameError, type ClaimInput, type ClaimOutcome } from '@byname/sdk'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type BynameContext, useByname } from './context.ts'
import { NoWalletError } from './errors.ts'
import { queryKey } from './queries.ts'

/**
 * Claims a name with one signature of the wallet. A wallet that may not claim it is refused before it is asked to sign, as far as its
 * address is known. Afterwards the hooks read again what may have changed. Fails with a `NoWalletError`, a `BynameError` or the
 * error of the wallet.
 */
export function useClaim(): UseMutationResult<ClaimOutcome, Error, ClaimInput> {
  const context = useByname()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input) => {
      if (!context.wallet) throw new NoWalletError()
      await assertClaimable(context, input)
      return context.client.names.claim(input)
    },
    onSettled: async () => {
      context.readAddress()
      await Promise.all(
        ['availability', 'name', 'my-names'].map((kind) =>
          queries.invalidateQueries({ queryKey: queryKey(context, kind) }),
        ),
      )
    },
    retry: false,
  })
}

async function assertClaimable({ client, address }: BynameContext, { records: _, ...input }: ClaimInput) {
  if (address === undefined) return
  const { outcome, rule, reason } = await client.policies.check({ ...input, address })
  if (outcome !== 'refused') return
  const options = { status: 403, details: rule ? { rule } : {} }
  throw new BynameError('PolicyRefusedException', reason ?? 'A rule of the domain refuses it.', options)
}
