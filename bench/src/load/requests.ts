type Headers = Readonly<Record<string, string>>

/** A GET as bytes. */
export function getRequest(path: string, headers: Headers = {}): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines({ host: 'localhost', ...headers })}\r\n`)
}

/** A POST of JSON as bytes. */
export function postRequest(path: string, body: unknown, headers: Headers): Buffer {
  return jsonRequest('POST', path, body, headers)
}

/** A request with JSON as bytes. */
export function jsonRequest(method: 'PATCH' | 'POST', path: string, body: unknown, headers: Headers): Buffer {
  const text = JSON.stringify(body)
  const length = String(Buffer.byteLength(text))
  const content = { 'content-type': 'application/json', 'content-length': length }
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${lines({ host: 'localhost', ...content, ...headers })}\r\n${text}`,
  )
}

function lines(headers: Headers): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}
