import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { type ClientSettings, readClientSettings } from '../config/config.ts'
import { ToolError } from '../mcp/errors.ts'
import { type Send, toApiResponse } from '../mcp/send.ts'
import { createServer } from '../mcp/server.ts'
import { version } from '../version.ts'
import { command } from './shared.ts'

export const mcp = command({
  name: 'mcp',
  summary:
    'serve the tools for models (MCP) on standard input and output, for the service at BYNAME_URL with the key in BYNAME_API_KEY',
  run: async () => {
    const { url, apiKey } = readClientSettings()
    const access = {
      send: sendTo({ url, apiKey }),
      hasKey: apiKey !== undefined,
      principal: 'stdio',
      transport: 'stdio',
      confirmationKey: randomBytes(32),
      onError: (error: unknown) => console.error(error),
    } as const
    const ended = once(process.stdin, 'close')
    const connection = serveStdio((context) => createServer(context, access), {
      maxSubscriptions: 0,
      onerror: (error) => console.error(error.message),
    })
    await ended
    await connection.close()
  },
})

/** Longer than the service takes for any response. */
const timeoutMs = 60_000

function sendTo({ url, apiKey }: ClientSettings): Send {
  return async ({ method, path, body, headers }, signal) => {
    const request: RequestInit = {
      method,
      headers: {
        ...headers,
        'user-agent': `byname-mcp/${version}`,
        ...(apiKey !== undefined && { 'x-api-key': apiKey }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      // The key is for this service only.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    }
    try {
      const response = await fetch(`${url}${path}`, request)
      return toApiResponse(response.status, (name) => response.headers.get(name), await response.text())
    } catch {
      throw new ToolError(`The service at ${url} does not respond. Is it running, and is BYNAME_URL right?`)
    }
  }
}
