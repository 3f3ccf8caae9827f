interface Message {
  readonly method?: string
  readonly params?: object
  readonly headers?: Readonly<Record<string, string>>
  /** What the client can do; absent: ask the user. */
  readonly capabilities?: object
  /** In place of a message. */
  readonly body?: unknown
}

interface Sent {
  readonly status: number
  readonly headers: Headers
  readonly body: {
    readonly result?: { readonly requestState?: string }
    readonly error?: { readonly code: number; readonly message: string }
  }
}

const version = '2026-07-28'

/** Sends one message of 2026-07-28 without a client, which would not send it so. */
export async function sendMessage(
  url: string,
  { method = 'tools/call', params = {}, headers = {}, capabilities = { elicitation: {} }, body }: Message,
): Promise<Sent> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  }
  const message = body ?? { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...('name' in params && { 'mcp-name': String(params.name) }),
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  })
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
}
