import { join } from 'node:path'
import { keccak256 } from '@byname/keccak'
import { type LocalAccount, type Signature, serializeTransaction } from 'viem'
import { toAccount } from 'viem/accounts'
import { deferImport } from '../async/defer-import.ts'
import type { Config, Secrets } from '../config/config.ts'
import { toHex } from '../crypto/hex.ts'
import type { ChainId } from '../ens/chains.ts'
import { OperatorError } from '../errors.ts'
import { createLocalSigner } from '../signing/local-signer.ts'
import type { DigestSigner } from '../signing/signer.ts'
import { readSignerKeys } from '../signing/signer-keys.ts'

type KeyConfig = Pick<Config, 'dataDir' | 'anchor' | 'signing'>

const loadKms = deferImport(() => import('../signing/kms-signer.ts'), 'kms')

interface AnchorKey {
  readonly account: LocalAccount
  readonly close: () => void
}

export function anchorKeyFile(dataDir: string, chainId: ChainId): string {
  return join(dataDir, `anchor-key-${chainId}`)
}

/**
 * The key that beats on a chain: that in AWS KMS, that in the data folder, or that of the environment.
 *
 * @throws OperatorError without a key, or for a malformed one; SignerError while KMS cannot be reached.
 */
export async function openAnchorKey(
  { dataDir, anchor, signing }: KeyConfig,
  { anchorKeys }: Pick<Secrets, 'anchorKeys'>,
  chainId: ChainId,
): Promise<AnchorKey> {
  const kmsKey = anchor.kms?.keys[chainId]
  if (anchor.kms && kmsKey !== undefined) {
    const { openKms } = await loadKms()
    const limits = { maxPerSecond: 1, maxConcurrent: 1 }
    const kms = openKms({ ...anchor.kms, limits, timeoutMs: signing.timeoutMs })
    return { account: accountOf(await kms.openSigner(kmsKey)), close: kms.close }
  }
  const [inFile] = await readSignerKeys(anchorKeyFile(dataDir, chainId))
  const key = inFile ?? anchorKeys[chainId]
  if (key === undefined)
    throw new OperatorError(
      `There is no key of the anchor for chain ${chainId}: make one with "byname anchor new-key --chain ${chainId}", ` +
        `or set ANCHOR_KEY_${chainId} or ANCHOR_KMS_KEY_${chainId}.`,
    )
  return { account: accountOf(createLocalSigner(key)), close: () => {} }
}

/** Sends transactions and signs nothing else. */
function accountOf({ address, sign }: DigestSigner): LocalAccount {
  const refuse = async (): Promise<never> => {
    throw new OperatorError('The key of the anchor signs transactions only.')
  }
  return toAccount({
    address,
    signMessage: refuse,
    signTypedData: refuse,
    signTransaction: async (transaction, { serializer = serializeTransaction } = {}) => {
      const unsigned = await serializer(transaction)
      const digest = keccak256(Buffer.from(unsigned.slice(2), 'hex'))
      return serializer(transaction, toSignature(await sign(digest)))
    },
  }) as LocalAccount
}

/** Of r, s, v. */
function toSignature(bytes: Uint8Array): Signature {
  return {
    r: toHex(bytes.subarray(0, 32)),
    s: toHex(bytes.subarray(32, 64)),
    yParity: (bytes[64] ?? 27) - 27,
  }
}
