import type { Devnet } from '@byname/devnet'
import type { Hex } from 'viem'
import { type ChainId, chainIds, mapChains } from '../ens/chains.ts'

type Account = Devnet['accounts'][number]

type Chains = Pick<Devnet, 'accounts'>

/** The last account deploys. Those before it sign gateway responses, one for each chain with names. */
const firstSignerIndex = 9 - chainIds.length

/** The payment chain has no signer; there, two of these accounts are relayer and payee. */
const relayerIndex = 7
const payeeIndex = 8

function accountAt({ accounts }: Chains, index: number): Account {
  const account = accounts[index]
  if (account) return account
  throw new Error(`The local chains have no account ${index}.`)
}

/** The first one owns the sandbox's domains. */
export function userAccounts(chains: Chains): readonly Account[] {
  return chains.accounts.slice(0, firstSignerIndex)
}

export function domainOwner(chains: Chains): Account {
  return accountAt(chains, 0)
}

export function signerKeys(chains: Chains): Record<ChainId, Hex> {
  return mapChains(({ id }) => accountAt(chains, firstSignerIndex + chainIds.indexOf(id)).privateKey)
}

export function payerAccount(chains: Chains): Account {
  return accountAt(chains, 1)
}

export function relayerKey(chains: Chains): Hex {
  return accountAt(chains, relayerIndex).privateKey
}

export function payeeAddress(chains: Chains): Hex {
  return accountAt(chains, payeeIndex).address
}
