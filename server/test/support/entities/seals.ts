import { type Address, namehash } from 'viem'
import { lowerCaseHex } from '../../../src/crypto/hex.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { type SealRow, writeSeals } from '../../../src/store/entities/seals.ts'
import type { TestService } from '../service/service.ts'

/** A label below a domain that is sealed, as if that had been read from the chain; `open`: not any more. */
export async function writeSeal(
  { context: { store } }: Pick<TestService, 'context'>,
  { name, resolverId }: Domain,
  { label, holder, kind = 'account' }: { label: string; holder: Address; kind?: SealRow['kind'] },
): Promise<void> {
  const seal = { node: namehash(`${label}.${name}`), holder: lowerCaseHex(holder), kind, sealSequence: 1n }
  await store.transaction((tx) => writeSeals(tx, resolverId, [seal]))
}
