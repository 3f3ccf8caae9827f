import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import solc from 'solc'
import { expect, test } from 'vitest'
import { bynameResolverBytecode, bynameResolverDeployedBytecode } from '../artifacts/BynameResolver.ts'

const deployed = {
  BynameResolver: [bynameResolverBytecode, bynameResolverDeployedBytecode],
}

test('rule: the input for explorers compiles to the deployed contracts', () => {
  const script = fileURLToPath(new URL('../scripts/verification-input.ts', import.meta.url))
  const input = execFileSync(process.execPath, [script], { encoding: 'utf8' })
  const { contracts } = JSON.parse(solc.compile(input))
  for (const [name, bytecodes] of Object.entries(deployed)) {
    const { bytecode, deployedBytecode } = contracts[`${name}.sol`][name].evm
    expect([bytecode, deployedBytecode].map(({ object }) => `0x${object}`)).toEqual(bytecodes)
  }
})
