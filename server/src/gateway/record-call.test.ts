import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { fromHex } from '../crypto/hex.ts'
import { viewOf } from './abi.ts'
import { decodeRecordCall } from './record-call.ts'

test.each([
  ['addr(bytes32)', 'ethAddress'],
  ['addr(bytes32,uint256)', 'address'],
  ['hasAddr(bytes32,uint256)', 'hasAddress'],
  ['text(bytes32,string)', 'text'],
  ['contenthash(bytes32)', 'contenthash'],
  ['supportedTextKeys(bytes32)', 'textKeys'],
  ['records()', 'recordList'],
  ['name(bytes32)', 'unset'],
  ['pubkey(bytes32)', 'unset'],
  ['ABI(bytes32,uint256)', 'unset'],
  ['interfaceImplementer(bytes32,bytes4)', 'unset'],
  ['data(bytes32,string)', 'unset'],
  ['supportedDataKeys(bytes32)', 'unset'],
  ['dnsRecord(bytes32,bytes32,uint16)', 'unset'],
  ['zonehash(bytes32)', 'unset'],
  ['recordVersions(bytes32)', 'unset'],
  ['setText(bytes32,string,string)', 'unsupported'],
])('rule: %s is decoded by its selector', (signature, type) => {
  const args = '00'.repeat(32) + '40'.padStart(64, '0') + '00'.repeat(32)
  const call = viewOf(fromHex(`${toFunctionSelector(signature)}${args}`))
  expect(decodeRecordCall(call)).toMatchObject({ type })
})
