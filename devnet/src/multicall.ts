import { devnetMulticall3Bytecode } from '../artifacts/DevnetMulticall3.ts'
import type { ContractAtAddress } from './deploy-at-addresses.ts'

/** Multicall3, at the address that clients use on every chain. */
export const multicall: ContractAtAddress = {
  address: '0xcA11bde05977b3631167028862bE2a173976CA11',
  creation: devnetMulticall3Bytecode,
}
