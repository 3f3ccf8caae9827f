import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import solc from 'solc'
import { expect, it } from 'vitest'
import { bynameResolverBytecode, bynameResolverDeployedBytecode } from '../artifacts/BynameResolver.ts'

it('rule: the input for explorers compiles to the deployed contract, with nothing else', () => {
  const script = fileURLToPath(new URL('../scripts/verification-input.ts', import.meta.url))
  const input = execFileSync(process.execPath, [script], { encoding: 'utf8' })
  const { contracts } = JSON.parse(solc.compile(input))
  const { bytecode, deployedBytecode } = contracts['BynameResolver.sol'].BynameResolver.evm
  expect(`0x${bytecode.object}`).toBe(bynameResolverBytecode)
  expect(`0x${deployedBytecode.object}`).toBe(bynameResolverDeployedBytecode)
})
