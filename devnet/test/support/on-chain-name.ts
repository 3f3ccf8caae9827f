import { namehash } from 'viem'
import { publicResolverAbi } from '../../artifacts/ens/PublicResolver.ts'
import type { ChainId } from '../../src/addresses.ts'
import type { Devnet } from '../../src/devnet.ts'
import { minedReceipt } from '../../src/mined-receipt.ts'
import { walletClient } from './clients.ts'

const contenthash = '0xe30101701220aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'

/** Registers `<label>.eth` for account 0, on the public resolver, with an address, a text and a content hash. */
export async function registerOnChain(devnet: Devnet, chainId: ChainId, label: string): Promise<void> {
  const { publicResolver: address } = devnet.addresses(chainId)
  const wallet = walletClient(devnet, chainId, 0)
  await devnet.registerName(chainId, label, { owner: wallet.account.address, resolver: address })
  const node = namehash(`${label}.eth`)
  const contract = { address, abi: publicResolverAbi } as const
  for (const hash of [
    await wallet.writeContract({
      ...contract,
      functionName: 'setAddr',
      args: [node, wallet.account.address],
    }),
    await wallet.writeContract({
      ...contract,
      functionName: 'setText',
      args: [node, 'url', 'https://a.example'],
    }),
    await wallet.writeContract({ ...contract, functionName: 'setContenthash', args: [node, contenthash] }),
  ])
    await minedReceipt(wallet, hash)
}
