import { devnetMulticall3Bytecode } from '../artifacts/DevnetMulticall3.ts'
import type { Placement } from './deploy-in-place.ts'

/** Multicall3, where clients look for it on every chain. */
export const multicall: Placement = {
  address: '0xcA11bde05977b3631167028862bE2a173976CA11',
  creation: devnetMulticall3Bytecode,
}
