import type { Devnet } from '@byname/devnet'
import type { Hex } from 'viem'

type DevnetAccount = Devnet['accounts'][number]

/** Which of the devnet's accounts sign gateway answers, a chain each. The last account of all is the deployer. */
const signerIndex = { 1: 7, 11155111: 8 } as const

const accountOf = (devnet: Devnet, index: number): DevnetAccount => {
  const account = devnet.accounts[index]
  if (account) return account
  throw new Error(`The local chains have no account ${index}.`)
}

/** The accounts that a user of the sandbox may take for people; the first one owns the sandbox's domains. */
export const userAccounts = (devnet: Devnet): readonly DevnetAccount[] =>
  devnet.accounts.slice(0, signerIndex[1])

export const domainOwner = (devnet: Devnet): Hex => accountOf(devnet, 0).address

export const signerKeys = (devnet: Devnet): Record<1 | 11155111, Hex> => ({
  1: accountOf(devnet, signerIndex[1]).privateKey,
  11155111: accountOf(devnet, signerIndex[11155111]).privateKey,
})
