/** A POST of JSON as its bytes. */
export function postRequest(path: string, body: unknown, headers: Readonly<Record<string, string>>): Buffer {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    host: 'localhost',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`)
}

/** A GET as its bytes. */
export const getRequest = (path: string): Buffer =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
