import type { Hex } from 'viem'
import { addSealTree } from '../../../src/core/seals/add-tree.ts'
import { scanSeals } from '../../../src/core/seals/scan-seals.ts'
import { lowerCaseHex } from '../../../src/crypto/hex.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import type { HolderKind } from '../../../src/model/seal.ts'
import type { TestSandbox } from '../service/sandbox.ts'
import { type SealingContract, sendAsOwner } from './sealed-names.ts'

interface HeldName {
  readonly name: string
  readonly holder: Hex
  /** Absent: an account. */
  readonly kind?: HolderKind
}

/** Adds a tree with these names to the contract, whether they are issued or not. */
export async function sealByTree(
  sandbox: TestSandbox,
  contract: SealingContract,
  names: readonly HeldName[],
): Promise<void> {
  const leaves = names.map(({ name, holder, kind = 'account' }) => ({
    ...{ name: normalizeName(name), holder: lowerCaseHex(holder) },
    kind,
  }))
  const { root, depth } = await addSealTree(sandbox.context, leaves)
  await sendAsOwner(sandbox, contract, { functionName: 'addSealTree', args: [root, depth] })
  await scanSeals(sandbox.context)
}

/** The contract of the sandbox's domain on mainnet. */
export function mainnetContract({ file }: TestSandbox): SealingContract {
  return { chainId: 1, resolver: file.chains['1'].resolver }
}
