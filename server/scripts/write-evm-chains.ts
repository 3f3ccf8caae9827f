import { writeFileSync } from 'node:fs'
import { evmChainsFile, evmChainsSource } from '../test/support/evm-chains.ts'

// Writes the names of EVM chains from those of viem, after an update of viem.
writeFileSync(evmChainsFile, evmChainsSource())
