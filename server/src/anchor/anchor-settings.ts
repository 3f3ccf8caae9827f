import type { Address } from 'viem'
import type { Config, Secrets } from '../config/config.ts'
import type { ChainId } from '../ens/chains.ts'
import type { Domain } from '../model/domain.ts'
import { openAnchorKey } from './anchor-key.ts'
import { zoneFolder } from './targets/open-targets.ts'

/** Where and by which key the service publishes names; `undefined` where the settings name no targets. */
export function anchorSettings(config: Pick<Config, 'anchor' | 'dataDir' | 'signing'>, secrets: Secrets) {
  const { targets, intervalMs } = config.anchor
  if (targets.length === 0) return undefined
  const addresses = new Map<ChainId, Address>()
  return {
    urlsOf: (domain: Domain) => targets.map(({ url }) => `${url}/${zoneFolder(domain)}`),
    /** Opens the key once. @throws OperatorError without one; SignerError while KMS cannot be reached. */
    addressOf: async (chainId: ChainId): Promise<Address> => {
      const known = addresses.get(chainId)
      if (known) return known
      const { account, close } = await openAnchorKey(config, secrets, chainId)
      close()
      addresses.set(chainId, account.address)
      return account.address
    },
    intervalMs,
  }
}
