import { setTimeout as delay } from 'node:timers/promises'
import type { Address } from 'viem'
import { createWallet } from '../../credentials/signed-headers.ts'
import { claimHeaders, sendClaim } from '../../entities/claims.ts'
import { type ApiCall, ignoreConnectionError } from '../../http/api-client.ts'
import type { Tenant } from '../../service/service.ts'

export interface SentClaim {
  readonly label: string
  readonly wallet: Address
  readonly round: number
  /** `unknown`: the response to the first request was lost or 503, and a later one is no 201. */
  outcome: 'confirmed' | 'refused' | 'unknown'
}

/** Milliseconds that a wallet waits after a 503, and before it claims the next name. */
const pauseMs = 250

/** New wallets claim names of demo.eth on mainnet, and send each signed message until it has a response, at either service. */
export function startClaims(
  calls: readonly ApiCall[],
  { demo }: Tenant,
  currentRound: () => number,
  clients = 2,
) {
  const claims: SentClaim[] = []
  let isStopped = false
  const claim = async (label: string, firstCall: number) => {
    const wallet = createWallet()
    const entry: SentClaim = { label, wallet: wallet.address, round: currentRound(), outcome: 'unknown' }
    claims.push(entry)
    const headers = await claimHeaders(wallet, demo[1], label)
    for (let attempt = 0; ; attempt++) {
      const call = calls[(firstCall + attempt) % calls.length]
      if (!call) return
      const response = await sendClaim({ call }, demo[1], label, headers).catch(ignoreConnectionError)
      if (response && response.status !== 503) {
        if (response.status === 201) entry.outcome = 'confirmed'
        else if (attempt === 0) entry.outcome = 'refused'
        return
      }
      await delay(pauseMs)
    }
  }
  const work = async (client: number) => {
    for (let count = 0; !isStopped; count++) {
      await claim(`claimed-${client}-${count}`, client + count)
      await delay(pauseMs)
    }
  }
  const working = Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
  return {
    claims,
    /** Resolves when each wallet has its last response. */
    stop: async () => {
      isStopped = true
      await working
    },
  }
}
