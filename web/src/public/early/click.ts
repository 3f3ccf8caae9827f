/** Of the script within the document (`inline.ts`), which keeps what is pressed before the page is taken over. */
interface EarlyClick {
  /** Ends it. Returns the button that was pressed last. */
  readonly end: () => HTMLElement | undefined
}

declare global {
  /** Absent once the page is taken over. */
  var earlyClick: EarlyClick | undefined
}

/** Presses the button again, now that the page responds. */
export function repeatEarlyClick(): void {
  const { earlyClick } = globalThis
  globalThis.earlyClick = undefined
  earlyClick?.end()?.click()
}
