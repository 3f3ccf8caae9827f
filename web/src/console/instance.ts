interface Instance {
  readonly chainIds: readonly number[]
  readonly isSandbox: boolean
}

/** What the server has written into the document. */
export const instance: Instance = readInstance(document.getElementById('page')?.textContent ?? '')

/** Safe because `add-console.ts` writes it. */
function readInstance(json: string): Instance {
  return JSON.parse(json) as Instance
}
