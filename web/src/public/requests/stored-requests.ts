/** A claim of this browser that waited for approval. */
export interface StoredRequest {
  readonly id: string
  readonly name: string
  readonly domain: string
  readonly chainId: number
  readonly address: string
  readonly createdAt: string
  /** Of a message about its outcome; absent in what earlier versions stored. */
  readonly noticeToken?: string | null
}

const storageKey = 'requests'
/** Of a signature that is good for reading requests and messages alone. */
export const accessKey = 'requests-access'
const maxRequests = 20

/** The newest first. Empty where the browser allows no storage. */
export function storedRequests(): readonly StoredRequest[] {
  try {
    const requests: readonly StoredRequest[] = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return requests
  } catch {
    return []
  }
}

export function rememberRequest(request: StoredRequest): void {
  const others = storedRequests().filter(({ id }) => id !== request.id)
  store([request, ...others].slice(0, maxRequests))
}

export function forgetRequest(id: string): void {
  store(storedRequests().filter((each) => each.id !== id))
}

/** With the signature that shows them. */
export function forgetAllRequests(): void {
  try {
    localStorage.removeItem(storageKey)
    localStorage.removeItem(accessKey)
  } catch {
    // None is stored.
  }
}

function store(requests: readonly StoredRequest[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(requests))
  } catch {
    // The wallet's signature shows them still.
  }
}
