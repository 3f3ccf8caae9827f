import { setTimeout as delay } from 'node:timers/promises'
import { decodeFunctionResult } from 'viem'
import type { Resolver } from '../../../../src/model/resolver.ts'
import { encodeTextCall, resolverAbi } from '../../gateway/calls.ts'
import { decodeResponse, encodeLookup } from '../../gateway/client.ts'
import { lookupPath } from '../../gateway/shared-caches.ts'
import { sendRequest } from '../../http/send-request.ts'
import type { Ledger } from '../write-load.ts'

/** The text `state` of a name of demo.eth at a target, empty without one; `undefined` without a response. */
export async function readStateAt(
  url: string,
  resolver: Resolver,
  label: string,
): Promise<string | undefined> {
  const name = `${label}.demo.eth`
  const callData = encodeLookup(name, encodeTextCall(name, 'state'))
  const response = await sendRequest('GET', url + lookupPath(resolver, callData), {})
  const body = await response.readJson()
  if (response.status !== 200) return undefined
  const { result } = await decodeResponse(resolver, callData, { status: 200, body })
  return decodeFunctionResult({ abi: resolverAbi, functionName: 'text', data: result })
}

/** Of those written last, so that caches have what may be lost. */
const newestCount = 30

const pauseMs = 10

/** Looks the newest names of a ledger up at each target, as long as it runs. */
export function startNewestNames(targets: ReadonlyMap<string, string>, resolver: Resolver, ledger: Ledger) {
  let isStopped = false
  const look = async (url: string) => {
    while (!isStopped) {
      for (const label of [...ledger.names.keys()].slice(-newestCount)) {
        if (isStopped) return
        await readStateAt(url, resolver, label).catch(() => undefined)
        await delay(pauseMs)
      }
      await delay(pauseMs)
    }
  }
  const running = Promise.all([...targets.values()].map(look))
  return {
    stop: async () => {
      isStopped = true
      await running
    },
  }
}
