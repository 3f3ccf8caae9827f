import { t } from '../../text/messages.ts'

/** What is used of the client's relayer. */
interface Relayer {
  readonly connected: boolean
  readonly transportOpen: () => Promise<void>
}

const tickMs = 1000
const reopenTicks = 3
const maxTicks = 15

interface RelayWatch {
  /** Rejects when the relay cannot be reached. */
  readonly failed: Promise<never>
  readonly stop: () => void
}

/**
 * Reopens the connection where the library has given it up. Seconds are counted while the page is visible: phones cut the
 * connections of a page that is behind the wallet app.
 */
export function watchRelay(relayer: Relayer): RelayWatch {
  let ticks = 0
  let isOpening = false
  const reopen = async () => {
    // Two that are pending at once would end each other.
    if (isOpening) return
    isOpening = true
    await relayer.transportOpen().catch(() => undefined)
    isOpening = false
  }
  let timer: ReturnType<typeof setInterval> | undefined
  const failed = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return
      ticks = relayer.connected ? 0 : ticks + 1
      if (ticks >= maxTicks) reject(new Error(t('wallet.relay-unreachable')))
      else if (ticks > 0 && ticks % reopenTicks === 0) void reopen()
    }, tickMs)
  })
  failed.catch(() => undefined)
  return { failed, stop: () => clearInterval(timer) }
}
