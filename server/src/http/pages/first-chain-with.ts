import { chainIds } from '../../ens/chains.ts'
import { AppError } from '../../errors.ts'

/** Reads on the chain, or else on the first chain that has what is read. Throws what the last chain throws. */
export async function firstChainWith<Result>(
  chainId: number | undefined,
  read: (chainId: number) => Promise<Result>,
): Promise<Result> {
  const [first, ...others] = chainId === undefined ? chainIds : [chainId]
  let result = read(first)
  for (const id of others)
    result = result.catch((error) => {
      if (error instanceof AppError && error.status === 404) return read(id)
      throw error
    })
  return result
}
