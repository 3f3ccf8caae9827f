import type { Address } from 'viem'
import { AppError } from '../../errors.ts'
import type { CoreContext } from '../context.ts'
import { type AdmitRpcRead, resolveAddress } from './resolve-address.ts'

export async function assertResolvesTo(
  context: CoreContext,
  { chainId, name, address }: { chainId: number; name: string; address: Address },
  admit?: AdmitRpcRead,
): Promise<void> {
  const resolved = await resolveAddress(context, { chainId, name }, admit)
  if (resolved === address.toLowerCase()) return
  throw new AppError(
    'NotHolderException',
    `${name} resolves to ${resolved ?? 'no address'} on chain ${chainId}, not to ${address}.`,
  )
}
