import {
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionData,
  encodeFunctionResult,
  type Hex,
  parseAbi,
  zeroHash,
} from 'viem'

const abi = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function text(bytes32 node, string key) view returns (string)',
  'function contenthash(bytes32 node) view returns (bytes)',
  'function multicall(bytes[] calls) view returns (bytes[])',
])

/** The records of every name of the test gateway. A text is its key. */
export const sampleRecords = {
  addr: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  contenthash: '0xe30101701220aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
} as const

/** The result of a record call, ABI-encoded. */
export function encodeRecordResult(data: Hex): Hex {
  const call = decodeFunctionData({ abi, data })
  switch (call.functionName) {
    case 'addr':
      return encodeFunctionResult({ abi, functionName: 'addr', result: sampleRecords.addr })
    case 'text':
      return encodeFunctionResult({ abi, functionName: 'text', result: call.args[1] })
    case 'contenthash':
      return encodeFunctionResult({ abi, functionName: 'contenthash', result: sampleRecords.contenthash })
    case 'multicall':
      return encodeFunctionResult({
        abi,
        functionName: 'multicall',
        result: call.args[0].map(encodeRecordResult),
      })
  }
}

/** A multicall of `count` text records. */
export function manyTexts(count: number): Hex {
  const call = (_: unknown, index: number) =>
    encodeFunctionData({ abi, functionName: 'text', args: [zeroHash, `key${index}`] })
  return encodeFunctionData({ abi, functionName: 'multicall', args: [Array.from({ length: count }, call)] })
}

/** The number of results in the result of a multicall. */
export function countResults(data: Hex): number {
  return decodeFunctionResult({ abi, functionName: 'multicall', data }).length
}
