import { expect, test } from 'vitest'
import type { RpcNode } from './json-rpc-transport.ts'
import { endingNode, limitedNode } from './limited-node.ts'

const answering: RpcNode = { name: 'The node', post: async (body) => ({ status: 200, body }) }
const silent: RpcNode = { name: 'The node', post: () => new Promise(() => {}) }

const timeout = { name: 'UpstreamTimeoutException', message: 'The node did not answer in time.' }

test('rule: a call too many is not made', async () => {
  const bodies: string[] = []
  const counting: RpcNode = {
    name: 'The node',
    post: async (body) => {
      bodies.push(body)
      return { status: 200, body }
    },
  }
  const node = limitedNode(counting, 2, 'That is too much.')
  await node.post('1')
  await node.post('2')
  const excess = { name: 'UpstreamException', message: 'That is too much.' }
  await expect(node.post('3')).rejects.toMatchObject(excess)
  expect(bodies).toEqual(['1', '2'])
})

test('rule: when the time is over, nobody waits for the node, and nobody asks it', async () => {
  const time = new AbortController()
  const call = endingNode(silent, time.signal).post('1')
  time.abort()
  await expect(call).rejects.toMatchObject(timeout)
  await expect(endingNode(answering, time.signal).post('2')).rejects.toMatchObject(timeout)
})

test('rule: until then it is the same node', async () => {
  const node = endingNode(answering, new AbortController().signal)
  expect(await node.post('1')).toEqual({ status: 200, body: '1' })
  expect(node.name).toBe('The node')
})
