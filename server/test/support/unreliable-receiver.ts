import { messageIn, type ReceivedMessage, type Receiver, type ReceiverServer } from './webhook-receiver.ts'

export interface UnreliableReceiver extends Receiver {
  /** Those answered with status 200, in that order. */
  readonly accepted: readonly ReceivedMessage[]
  /** From now on it answers all with status 200 at once. */
  readonly becomeReliable: () => void
}

/** Share of events, as 1 / n, whose first request gets status 500, or an answer after `slowMs`. */
const failing = 16
const slow = 23
const slowMs = 300

/** A receiver that sometimes fails or is slow, never twice for an event: the second retry is five minutes later. */
export function openUnreliableReceiver(receivers: ReceiverServer): UnreliableReceiver {
  const accepted: ReceivedMessage[] = []
  const seen = new Set<string>()
  let isReliable = false
  const { url, requests } = receivers.open((response, _, request) => {
    const message = messageIn(request)
    const { cursor } = message.data
    const accept = () => {
      // Its process was killed meanwhile.
      if (response.destroyed) return
      accepted.push(message)
      response.end('ok')
    }
    const isFirst = !seen.has(cursor)
    seen.add(cursor)
    if (isReliable || !isFirst) accept()
    else if (seen.size % failing === 0) response.writeHead(500).end()
    else if (seen.size % slow === 0) setTimeout(accept, slowMs)
    else accept()
  })
  return {
    url,
    requests,
    accepted,
    becomeReliable: () => {
      isReliable = true
    },
  }
}
