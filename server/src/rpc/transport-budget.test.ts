import { expect, test } from 'vitest'
import { budgetedRpc, withAbort } from './caller.ts'
import type { RpcTransport } from './transport.ts'

const echoRpc: RpcTransport = { name: 'The node', send: async (body) => ({ status: 200, body }) }
const hangingRpc: RpcTransport = { name: 'The node', send: () => new Promise(() => {}) }

const timeoutError = { name: 'UpstreamTimeoutException', message: 'The node did not answer in time.' }

test('rule: a call above the budget is not made', async () => {
  const bodies: string[] = []
  const counting: RpcTransport = {
    name: 'The node',
    send: async (body) => {
      bodies.push(body)
      return { status: 200, body }
    },
  }
  const node = budgetedRpc(counting, 2, 'That is too much.')
  await node.send('1')
  await node.send('2')
  const excess = { name: 'UpstreamException', message: 'That is too much.' }
  await expect(node.send('3')).rejects.toMatchObject(excess)
  expect(bodies).toEqual(['1', '2'])
})

test('rule: after the deadline no caller waits for the RPC, and no call is sent', async () => {
  const time = new AbortController()
  const call = withAbort(hangingRpc, time.signal).send('1')
  time.abort()
  await expect(call).rejects.toMatchObject(timeoutError)
  await expect(withAbort(echoRpc, time.signal).send('2')).rejects.toMatchObject(timeoutError)
})

test('rule: until its signal aborts, a wrapped RPC responds as the RPC does', async () => {
  const node = withAbort(echoRpc, new AbortController().signal)
  expect(await node.send('1')).toEqual({ status: 200, body: '1' })
  expect(node.name).toBe('The node')
})
