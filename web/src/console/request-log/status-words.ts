const words: Readonly<Record<number, string>> = {
  304: 'nothing has changed',
  400: 'the request is not valid',
  401: 'a key, session or signature is missing or not valid',
  402: 'a payment is required',
  403: 'the key may not do this',
  404: 'what it asks for does not exist',
  409: 'it conflicts with what is there',
  412: 'it was changed meanwhile',
  413: 'the request is too large',
  429: 'too many requests',
  503: 'the service was not ready',
}

/** What a status means for the sender (RFC 9110 §15). */
export function statusWords(status: number): string {
  const known = words[status]
  if (known !== undefined) return known
  if (status >= 500) return 'the service failed'
  return status >= 400 ? 'the request was rejected' : 'done'
}
