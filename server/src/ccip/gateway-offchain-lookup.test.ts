import {
  decodeAbiParameters,
  decodeFunctionResult,
  encodeErrorResult,
  encodeFunctionData,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { expect, test } from 'vitest'
import { MalformedAbiError } from './bounded-abi.ts'
import { decodeBatchQueries, decodeOffchainLookup, encodeBatchResponse } from './gateway.ts'

const abi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  'error SomethingElse(address sender)',
  'struct Request { address sender; string[] urls; bytes data; }',
  'function query(Request[] requests) view returns (bool[] failures, bytes[] responses)',
])
const sender = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const urls = ['https://a.example/{sender}/{data}', 'https://b.example/ü']

test('a lookup is read, and its callback gets the response and the extra data', () => {
  const reverted = encodeErrorResult({
    abi,
    errorName: 'OffchainLookup',
    args: [sender, urls, '0x1234', '0xaabbccdd', '0x56'],
  })
  const lookup = decodeOffchainLookup(reverted)
  expect(lookup).toMatchObject({ sender, urls, data: '0x1234' })
  const callback = lookup?.encodeCallback('0x99') ?? '0x'
  expect(callback.slice(0, 10)).toBe('0xaabbccdd')
  expect(decodeAbiParameters(parseAbiParameters('bytes, bytes'), `0x${callback.slice(10)}`)).toEqual([
    '0x99',
    '0x56',
  ])
})

test.each([
  ['nothing', '0x'],
  ['a bare selector of another error', '0x12345678'],
  ['another error', encodeErrorResult({ abi, errorName: 'SomethingElse', args: [sender] })],
] as const)('a revert with %s is no lookup', (_, reverted) => {
  expect(decodeOffchainLookup(reverted)).toBeUndefined()
})

test.each(['0x556f1830', `0x556f1830${'ff'.repeat(160)}`, `0x556f1830${'00'.repeat(100)}`] as const)(
  'a truncated lookup or one with wrong offsets is malformed: %s',
  (reverted) => {
    expect(() => decodeOffchainLookup(reverted)).toThrow(MalformedAbiError)
  },
)

test('a batch is decoded into its requests', () => {
  const requests = [
    { sender, urls, data: '0x01' },
    { sender, urls: [], data: '0x' },
  ] as const
  expect(decodeBatchQueries(encodeFunctionData({ abi, functionName: 'query', args: [requests] }))).toEqual(
    requests,
  )
  expect(() => decodeBatchQueries('0x12345678')).toThrow(MalformedAbiError)
})

test('responses of a batch are encoded: data, or an HTTP error with its status', () => {
  const data = encodeBatchResponse([{ data: '0x01' }, { status: 502 }])
  const [failures, responses] = decodeFunctionResult({ abi, functionName: 'query', data })
  expect(failures).toEqual([false, true])
  expect(responses[0]).toBe('0x01')
  expect(responses[1]).toBe(
    encodeErrorResult({
      abi: parseAbi(['error HttpError(uint16 status, string message)']),
      errorName: 'HttpError',
      args: [502, 'The gateway failed.'],
    }),
  )
})
