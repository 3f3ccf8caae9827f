export interface ServerSentEvent {
  /** Empty where the service has set none. */
  readonly id: string
  readonly type: string
  readonly data: string
}

/** Parses a stream of server-sent events (HTML Living Standard §9.2.6). `onBytes`: whenever some arrive. */
export async function* readServerSentEvents(
  stream: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<ServerSentEvent> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let id = ''
  let type = 'message'
  let data: string[] = []
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      onBytes()
      text += decoder.decode(value, { stream: true })
      // A carriage return at the end may be the first half of a line break.
      const lines = text.split(/\r\n|\n|\r(?!$)/)
      text = lines.pop() ?? ''
      for (const line of lines) {
        const [, field = '', content = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
        if (field === 'id') id = content
        if (field === 'event') type = content
        if (field === 'data') data.push(content)
        if (line !== '') continue
        if (data.length > 0) yield { id, type, data: data.join('\n') }
        type = 'message'
        data = []
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
