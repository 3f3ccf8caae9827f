/** Whether the browser, or this page, has opened no window. */
class NoWindowError extends Error {
  override readonly name = 'NoWindowError'
}

interface Opening<Result> {
  readonly response: Promise<Result>
  /** Undefined: the request has opened none. Null: it needed one, and has none. */
  readonly opened: Window | null | undefined
}

/**
 * Calls a request of a library that opens a window before its first pause. Without a window, the request rejects, in place of the
 * library's own notice, whose styles the content security policy refuses. `mayOpen`: absent, it may.
 */
export function catchWindow<Result>(request: () => Promise<Result>, mayOpen = true): Opening<Result> {
  const { open } = window
  let opened: Window | null | undefined
  window.open = (...args) => {
    opened = mayOpen ? open.apply(window, args) : null
    if (!opened) throw new NoWindowError()
    return opened
  }
  try {
    return { response: request(), opened }
  } finally {
    window.open = open
  }
}

const tickMs = 500

/** The response of a window that closes itself arrives within this time. */
const graceTicks = 2

const slowTicks = 20

interface WindowWatch {
  /** Resolves when it is closed: whether it has loaded before. */
  readonly closed: Promise<{ readonly hasLoaded: boolean }>
  readonly stop: () => void
}

/** `origin`: that of the window, which sends a message once it has loaded. `onSlow`: it has sent none for ten seconds. */
export function watchWindow(opened: Window, origin: string, onSlow: () => void): WindowWatch {
  let hasLoaded = false
  let ticks = 0
  let ticksClosed = 0
  const note = (event: MessageEvent) => {
    if (event.origin === origin) hasLoaded = true
  }
  addEventListener('message', note)
  let timer: ReturnType<typeof setInterval> | undefined
  const closed = new Promise<{ readonly hasLoaded: boolean }>((resolve) => {
    timer = setInterval(() => {
      ticks++
      if (ticks === slowTicks && !hasLoaded) onSlow()
      if (opened.closed && ++ticksClosed > graceTicks) resolve({ hasLoaded })
    }, tickMs)
  })
  return {
    closed,
    stop: () => {
      clearInterval(timer)
      removeEventListener('message', note)
    },
  }
}
