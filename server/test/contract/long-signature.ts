import type { JustaName } from '@justaname.id/sdk'
import { concatHex, encodeFunctionData, pad, parseAbi, serializeErc6492Signature, zeroHash } from 'viem'
import { deploy, localWallet } from '../support/chain/deployer.ts'
import { createWallet } from '../support/credentials/signed-headers.ts'
import type { TestSandbox } from '../support/service/sandbox.ts'

const abi = parseAbi([
  'function create(address owner, bytes32 salt) returns (address)',
  'function addressOf(address owner, bytes32 salt) view returns (address)',
])

/** A valid signature of more than 15,000 characters: by an undeployed wallet (ERC-6492), with padding. */
export async function createLongSignature(sandbox: TestSandbox, client: JustaName) {
  const owner = createWallet()
  const rpcUrl = sandbox.devnet.rpcUrl(1)
  const address = await deploy(rpcUrl, 'SmartAccountFactory')
  const args = [owner.address, zeroHash] as const
  const xAddress = await localWallet(rpcUrl).readContract({ address, abi, functionName: 'addressOf', args })
  const { challenge } = client.siwe.requestChallenge({ address: xAddress })
  const xSignature = serializeErc6492Signature({
    address,
    data: concatHex([encodeFunctionData({ abi, functionName: 'create', args }), pad('0x', { size: 8192 })]),
    signature: await owner.signMessage({ message: challenge }),
  })
  return { xAddress, xMessage: challenge, xSignature }
}
