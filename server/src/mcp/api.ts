import { z } from 'zod'
import { ToolError, toToolError } from './errors.ts'
import { type ApiRequest, type ApiResponse, parseJson, type Send } from './send.ts'

/** Of one call of a tool: a call causes a fixed number of requests, however it is made. */
const maxRequestsPerCall = 3

type Query = Readonly<Record<string, string | number | boolean | undefined>>

interface ApiOptions<Data extends z.ZodType> {
  readonly query?: Query
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  /** What is read of the data. */
  readonly data: Data
}

interface ApiResult<Data> {
  readonly data: Data
  readonly headers: ApiResponse['headers']
}

/** Requests of one call. Each throws a `ToolError` for a failure. */
export interface Api {
  readonly get: <Data extends z.ZodType>(
    path: string,
    options: ApiOptions<Data>,
  ) => Promise<ApiResult<z.output<Data>>>
  readonly post: <Data extends z.ZodType>(
    path: string,
    options: ApiOptions<Data>,
  ) => Promise<ApiResult<z.output<Data>>>
}

export function createApi(send: Send, signal: AbortSignal): Api {
  let count = 0
  const request = async <Data extends z.ZodType>(
    method: ApiRequest['method'],
    path: string,
    { query = {}, body, headers = {}, data }: ApiOptions<Data>,
  ) => {
    count += 1
    if (count > maxRequestsPerCall) throw new Error('A tool makes more requests than a call may.')
    const sent = { method, path: withQuery(path, query), headers, ...(body && { body }) }
    const response = await send(sent, signal)
    if (response.status >= 300) throw toToolError(response)
    return { data: readData(response, data), headers: response.headers }
  }
  return {
    get: (path, options) => request('GET', path, options),
    post: (path, options) => request('POST', path, options),
  }
}

function withQuery(path: string, query: Query): string {
  const given = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) given.set(key, String(value))
  return given.size === 0 ? path : `${path}?${given}`
}

/** The service may be of another version. */
function readData<Data extends z.ZodType>({ body }: ApiResponse, data: Data): z.output<Data> {
  const envelope = z.object({ result: z.object({ data: z.unknown() }) }).safeParse(parseJson(body))
  const parsed = data.safeParse(envelope.data?.result.data)
  if (parsed.success) return parsed.data
  throw new ToolError('The service sent a response that these tools cannot read: is it of another version?')
}

/** A part of a path. Half of a surrogate pair becomes U+FFFD, which no name has. */
export function part(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
