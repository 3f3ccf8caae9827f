/** Of the link that the server prints when it has no operator; a fragment, so that no server or log gets it. */
export function readSetupToken(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('setup')
}
