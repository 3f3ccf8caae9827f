import { expect, test } from 'vitest'
import { isExecutionError, parseJsonRpcResponse } from './transport.ts'

test.each([
  ['a revert with data', 3, 'execution reverted: custom error'],
  ['a revert under a generic code', -32000, 'execution reverted'],
  ['a revert in other words', -32015, 'VM execution error.'],
  ['too little gas', -32000, 'out of gas'],
  ['an estimate that no gas is enough for', -32000, 'gas required exceeds allowance (500000)'],
  ['too little gas, in the words of revm', -32603, 'EVM error OutOfGas'],
  ['an invalid opcode', -32000, 'invalid opcode: opcode 0xfe not defined'],
  ['a bad jump', -32000, 'invalid jump destination'],
  ['an empty stack', -32000, 'stack underflow (0 <=> 2)'],
])('rule: %s is the outcome of the call', (_, code, message) => {
  expect(isExecutionError({ code, message })).toBe(true)
})

test.each([
  [-32000, 'header not found'],
  [-32000, 'execution aborted (timeout = 5s)'],
  [-32005, 'daily request count exceeded'],
  [-32601, 'the method eth_call does not exist'],
  [-32603, 'Internal error'],
])('rule: error %d, %s, is a failure of the RPC', (code, message) => {
  expect(isExecutionError({ code, message })).toBe(false)
})

test('rule: a response has a result, or an error with code and message', () => {
  expect(parseJsonRpcResponse('{"jsonrpc":"2.0","id":1,"result":null}')).toEqual({ result: null })
  expect(parseJsonRpcResponse('{"result":"0x","error":null}')).toEqual({ result: '0x' })
  expect(parseJsonRpcResponse('{"error":{"code":3,"message":"no","data":"0x12"}}')).toEqual({
    error: { code: 3, message: 'no', data: '0x12' },
  })
})

test.each(['', 'null', '1', '[]', '{}', '<html>', '{"error":"no"}', '{"error":{"code":"3","message":"no"}}'])(
  'rule: %j is not a response',
  (text) => {
    expect(parseJsonRpcResponse(text)).toBeUndefined()
  },
)
