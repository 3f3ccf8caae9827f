import { type Hex, namehash, zeroAddress } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import type { Chain } from './chain.ts'
import { type Resolver, waitUntilMined } from './resolver.ts'
import { account, type Change, changeData, later } from './sealed.ts'

/** Signs a typed message; a key of secp256k1 or a passkey. */
export type SignTyped = (data: ReturnType<typeof changeData>) => Promise<Hex>

export function byKey(signer: LocalAccount): SignTyped {
  return (data) => signer.signTypedData(data)
}

/** A change that gives a name to a key, unless something else is said. */
export function changeOf(name: string, holder: Hex, changes: Partial<Change> = {}): Change {
  return {
    node: namehash(name),
    holder,
    kind: account,
    recovery: zeroAddress,
    sequence: 1n,
    until: later,
    ...changes,
  }
}

/** Presents a change with these signatures, without waiting for the block. */
export async function present(
  chain: Chain,
  resolver: Resolver,
  change: Change,
  authorize: SignTyped,
  consent: SignTyped | undefined = undefined,
  proof: Hex = '0x',
): Promise<Hex> {
  const data = changeData(resolver, chain.client.chain.id, change)
  return resolver.write.change([change, await authorize(data), consent ? await consent(data) : '0x', proof])
}

/** As `present`, until it is mined. */
export function seal(...args: Parameters<typeof present>): Promise<void> {
  return waitUntilMined(args[0], present(...args))
}
