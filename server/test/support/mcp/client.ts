import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished } from 'vitest'

/** The protocol of 2025-11-25, with a handshake, or that of 2026-07-28, without. */
export type Era = 'legacy' | 'modern'

/** What the person at the client answers. */
type Answer = (question: string) => {
  readonly action: 'accept' | 'decline'
  readonly content?: { confirm: boolean }
}

interface McpOptions {
  readonly era?: Era
  /** Absent: the client cannot ask. */
  readonly answer?: Answer
}

interface HttpOptions extends McpOptions {
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface McpClient {
  readonly client: Client
  /** The output of a tool; fails on an error. */
  readonly call: <Output>(name: string, input?: object) => Promise<Output>
  /** The text of an error of a tool; fails without one. */
  readonly refused: (name: string, input?: object) => Promise<string>
}

export const yes: Answer = () => ({ action: 'accept', content: { confirm: true } })
export const no: Answer = () => ({ action: 'decline' })

export function connectHttp(
  url: string,
  { key, headers = {}, ...options }: HttpOptions = {},
): Promise<McpClient> {
  const requestInit = { headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers } }
  return connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }), options)
}

/** Starts `byname mcp` as a client does. */
export function connectStdio(
  env: Readonly<Record<string, string>>,
  options: McpOptions = {},
): Promise<McpClient> {
  const args = [new URL('../../../byname.js', import.meta.url).pathname, 'mcp']
  const transport = new StdioClientTransport({
    command: process.execPath,
    args,
    env: { ...env },
    stderr: 'inherit',
  })
  return connect(transport, options)
}

async function connect(transport: Transport, { era = 'modern', answer }: McpOptions): Promise<McpClient> {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      capabilities: answer ? { elicitation: {} } : {},
      versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
    },
  )
  if (answer) client.setRequestHandler('elicitation/create', async ({ params }) => answer(params.message))
  await client.connect(transport)
  onTestFinished(() => client.close())
  const send = (name: string, input: object) => client.callTool({ name, arguments: { ...input } })
  return {
    client,
    call: async <Output>(name: string, input = {}) => {
      const { isError, structuredContent, content } = await send(name, input)
      expect({ isError: isError ?? false, content }).toMatchObject({ isError: false })
      // Safe: the client has compared it with the schema of the tool's output.
      return structuredContent as Output
    },
    refused: async (name, input = {}) => {
      const { isError, content } = await send(name, input)
      const [text] = content
      expect({ isError, type: text?.type }).toEqual({ isError: true, type: 'text' })
      return text?.type === 'text' ? text.text : ''
    },
  }
}
