import {
  bynameResolverAbi as abi,
  bynameResolverDeployedBytecode as bytecode,
} from '@byname/contracts/BynameResolver'
import { hexToBytes } from 'viem'
import { expect, test } from 'vitest'

const invalid = 0xfe

/** The instructions of the code; behind the first invalid one are constants, which nothing jumps into. */
function instructionsOf(code: Uint8Array): ReadonlySet<number> {
  const instructions = new Set<number>()
  for (let position = 0; position < code.length; position += 1) {
    const instruction = code[position] ?? 0
    if (instruction === invalid) break
    instructions.add(instruction)
    if (instruction >= 0x60 && instruction <= 0x7f) position += instruction - 0x5f
  }
  return instructions
}

test.each([
  ['CREATE', 0xf0],
  ['CALL', 0xf1],
  ['CALLCODE', 0xf2],
  ['DELEGATECALL', 0xf4],
  ['CREATE2', 0xf5],
  ['SELFDESTRUCT', 0xff],
])(
  'rule: the contract has no %s: it runs no other code as its own, and asks others by STATICCALL',
  (_name, instruction) => {
    const instructions = instructionsOf(hexToBytes(bytecode))
    expect(instructions.has(instruction)).toBe(false)
    expect(instructions.has(0xfa)).toBe(true)
  },
)

test('rule: the contract has no function that receives ether', () => {
  expect(abi.some((item) => 'stateMutability' in item && String(item.stateMutability) === 'payable')).toBe(
    false,
  )
})
