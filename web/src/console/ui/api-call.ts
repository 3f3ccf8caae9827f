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

/** For `openapi-fetch`. */
export function clientCall({ method, path, params, query, body, file }: ApiRequest): string {
  const options = {
    ...((params ?? query) && { params: { ...(params && { path: params }), ...(query && { query }) } }),
    ...(body !== undefined && { body }),
  }
  const head = "const api = createClient<paths>({ baseUrl, headers: { 'x-api-key': process.env.KEY } })"
  const json = JSON.stringify(options, null, 2)
  if (file !== undefined) {
    const form = `const form = new FormData()\nform.set('file', await openAsBlob('${file}'), '${file}')`
    const sent = `...${json}, body: { file: '${file}' }, bodySerializer: () => form`
    return `${head}\n${form}\nawait api.${method}('${path}', { ${sent} })`
  }
  const argument = Object.keys(options).length > 0 ? `, ${json}` : ''
  return `${head}\nawait api.${method}('${path}'${argument})`
}

function toStrings(query: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([key, value]) => [key, `${value}`]))
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
