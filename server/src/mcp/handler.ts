import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Access } from './access.ts'
import { createServer } from './server.ts'
import { tools } from './tools.ts'

const call = z.object({ method: z.literal('tools/call'), params: z.object({ name: z.string() }) })

/** Whether a message calls a tool that works with an API key only. */
export function needsKey(message: unknown): boolean {
  const name = call.safeParse(message).data?.params.name
  return tools.some((tool) => tool.name === name && tool.scope !== undefined)
}

/** Headers of the protocol; credentials stay outside of the SDK. */
const forwarded = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']

/**
 * Serves one message in either era. Nothing is subscribed to: lists change with the key only, and a stream would stay open
 * for nothing.
 */
export function serve(
  { headers, body }: FastifyRequest,
  access: Access,
  signal: AbortSignal,
): Promise<Response> {
  const handler = createMcpHandler((context) => createServer(context, access), {
    maxSubscriptions: 0,
    keepAliveMs: 0,
  })
  const isForwarded = Object.entries(headers).filter(([name]) => forwarded.includes(name))
  const request = new Request('http://mcp.invalid/mcp', {
    method: 'POST',
    headers: isForwarded.map(([name, value = '']): [string, string] => [name, value.toString()]),
    body: JSON.stringify(body) ?? '',
    signal,
  })
  return handler.fetch(request, { parsedBody: body })
}
