import type { Devnet } from '@byname/devnet'
import type { Hex } from 'viem'

type Account = Devnet['accounts'][number]

/** Local chains; the accounts on all of them are the same. */
type Chains = Pick<Devnet, 'accounts'>

/**
 * Which of the accounts work for the service; the last of all deploys. On the chains with names two sign gateway answers,
 * a chain each; on the chain of payments the same two send payments and receive them.
 */
const serviceAccountIndexes = { 1: 7, 11155111: 8, relayer: 7, payee: 8 } as const

function accountAt({ accounts }: Chains, index: number): Account {
  const account = accounts[index]
  if (account) return account
  throw new Error(`The local chains have no account ${index}.`)
}

/** The accounts that a user of the sandbox may take for people; the first one owns the sandbox's domains. */
export function userAccounts(chains: Chains): readonly Account[] {
  return chains.accounts.slice(0, serviceAccountIndexes[1])
}

export function domainOwner(chains: Chains): Account {
  return accountAt(chains, 0)
}

export function signerKeys(chains: Chains): Record<1 | 11155111, Hex> {
  return {
    1: accountAt(chains, serviceAccountIndexes[1]).privateKey,
    11155111: accountAt(chains, serviceAccountIndexes[11155111]).privateKey,
  }
}

/** One of the users, named to those who want to try paying. */
export function payerAccount(chains: Chains): Account {
  return accountAt(chains, 1)
}

/** Sends payments, and pays for their gas. */
export function relayerKey(chains: Chains): Hex {
  return accountAt(chains, serviceAccountIndexes.relayer).privateKey
}

export function payeeAddress(chains: Chains): Hex {
  return accountAt(chains, serviceAccountIndexes.payee).address
}
