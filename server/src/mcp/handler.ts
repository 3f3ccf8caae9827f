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

/** Of a response, which the SDK wants to find by their names. */
const responseTypes = ['application/json', 'text/event-stream'] as const

/** By RFC 9110 §12.5.1: no header accepts everything, and ranges such as `*\/*` accept what is in them. */
function acceptsBoth(accept = '*/*'): boolean {
  const ranges = accept.split(',').flatMap((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [type]
  })
  return responseTypes.every((type) =>
    ranges.some((range) => range === '*/*' || range === type || range === `${type.split('/')[0]}/*`),
  )
}

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
  const accept = acceptsBoth(headers.accept) ? responseTypes.join(', ') : ''
  const isForwarded = Object.entries({ ...headers, accept }).filter(([name]) => forwarded.includes(name))
  const request = new Request('http://mcp.invalid/mcp', {
    method: 'POST',
    headers: isForwarded.map(([name, value = '']): [string, string] => [name, value.toString()]),
    body: JSON.stringify(body) ?? '',
    signal,
  })
  return handler.fetch(request, { parsedBody: body })
}
