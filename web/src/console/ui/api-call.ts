export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As in the OpenAPI document: `/byname/v1/names/{name}`. */
  readonly path: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
  /** Name of a file that is sent in a form, instead of a body. */
  readonly file?: string
}

/** For a shell: what is quoted stays text, whatever it contains. */
export function curlCommand(
  origin: string,
  { method, path, params = {}, query, body, file }: ApiRequest,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const search = query ? `?${new URLSearchParams(toStrings(query))}` : ''
  const lines = [`curl -X ${method} ${quote(origin + filled + search)}`, '-H "x-api-key: $KEY"']
  if (body !== undefined)
    lines.push(`-H 'content-type: application/json'`, `-d ${quote(JSON.stringify(body))}`)
  if (file !== undefined) lines.push(`-F ${quote(`file=@${file}`)}`)
  return lines.join(' \\\n  ')
}

function toStrings(query: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([key, value]) => [key, `${value}`]))
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
