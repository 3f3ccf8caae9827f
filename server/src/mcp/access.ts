import type { Send } from './send.ts'

/** For whom a server acts, and how. */
export interface Access {
  readonly send: Send
  readonly hasKey: boolean
  /** Confirmations of one principal are not accepted from another. */
  readonly principal: string
  /** `http`: each request is served alone, so that a client of 2025 cannot be asked. */
  readonly transport: 'http' | 'stdio'
  /** Of the codec of confirmations, 32 bytes; the same for all processes of a service. */
  readonly confirmationKey: Uint8Array
  /** Reports what is not shown to the model. */
  readonly onError: (error: unknown) => void
}
